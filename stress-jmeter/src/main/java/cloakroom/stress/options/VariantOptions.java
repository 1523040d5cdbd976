package cloakroom.stress.options;

import cloakroom.command.Usage;
import cloakroom.contract.CommitDelay;
import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.options.Kind;
import cloakroom.options.NodeOptions;
import cloakroom.options.Option;
import cloakroom.options.Option.Place;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Options that can differ between compared variants. A variant is a release policy with options.
 */
public final class VariantOptions {
  private static final List<Option<?>> ROWS = new ArrayList<>(NodeOptions.of(Place.TIER));
  public static final List<Option<?>> ALL = Collections.unmodifiableList(ROWS);
  public static final String RECYCLE_THRESHOLD = "jbo.recyclethreshold";
  private static final Kind<Duration> DELAY =
      Kind.duration(Duration.of(CommitDelay.MAX_MICROS, ChronoUnit.MICROS));
  private static final Kind<String> RATE =
      Kind.matching(
          "RATE",
          text -> text.matches("(?!0+(\\.0+)?/)\\d{1,5}(\\.\\d{1,3})?/s"),
          "must be a rate such as 10/s or 0.5/s");
  private static final Kind<String> SHARES =
      Kind.matching(
          "E/R/U",
          text ->
              text.matches("\\d{1,3}(/\\d{1,3}){2}")
                  && Stream.of(text.split("/", -1)).mapToInt(Integer::parseInt).sum() == 100,
          "must be three whole numbers with the sum 100, such as 60/30/10");

  public static final Option<Integer> NODES =
      row("nodes", Place.TIER, Kind.whole(1, 8), 1)
          .labels("%s nodes", "%s nodes")
          .help("Nodes of the tier on the one database, from 1 to 8");
  public static final Option<Boolean> NO_AFFINITY =
      row("no-affinity", Place.RUN, Kind.FLAG, false)
          .labels("users with %s", "%s")
          .values(Map.of("true", "no affinity", "false", "affinity"))
          .help("Send each request of a user to the next node (default: all to the same node).");
  public static final Option<Duration> COMMIT_DELAY =
      row("commit-delay", Place.OWN_DATABASE, DELAY, Duration.ZERO)
          .labels("commit delay %s", "commit %s")
          .help("Delay of each commit that writes, up to 100ms, in the embedded database");
  public static final Option<List<FaultSpec>> FAULT =
      row("fault", Place.TIER, new Kind<>("FAULT", FaultSpec::parse, FaultSpec::format), List.of())
          .labels("fault %s", "%s")
          .help("");
  public static final Option<Boolean> ONE_REQUEST =
      load("one-request", Kind.FLAG, false)
          .labels("change and commit in %s", "%s")
          .values(Map.of("true", "one request", "false", "two requests"))
          .help("Send the change with its commit in one request (default: two requests).");
  public static final Option<Integer> SHARED_ROWS =
      load("shared-rows", Kind.whole(1, 100_000), null)
          .labels("rows of %s users shared by all", "rows of %s")
          .help(
              "All users change the rows of the first N: locks and lost updates are results, not failures (default: separate rows).");
  public static final Option<Integer> USERS =
      load("users", Kind.whole(1, 100_000), null).labels("%s users", "%s users").help("");
  public static final Option<Duration> DURATION =
      load("duration", Kind.DURATION, null)
          .labels("duration %s", "%s")
          .passed(time -> List.of("-Jduration_s=" + (time.toMillis() + 999) / 1000))
          .help(
              "Time for which each user starts further sessions; in the plan open-arrivals, time for which users arrive after the ramp (default: the plan's; adf-session: one session each).");
  public static final Option<String> ARRIVALS =
      load("arrivals", RATE, "10/s")
          .labels("%s sessions arriving", "%s")
          .passed(rate -> List.of("-Jarrivals=" + rate.replace("/s", "")))
          .help("Sessions that arrive in a second in the plan open-arrivals");
  public static final Option<String> ARRIVAL_BURSTS =
      load("arrival-bursts", RATE, null)
          .labels("bursts of %s", "bursts %s")
          .passed(rate -> List.of("-Jarrival_bursts=" + rate.replace("/s", "")))
          .help("Arrivals in the last 5 of every 30 seconds (default: no bursts).");
  public static final Option<Duration> LULL =
      load("lull", Kind.DURATION, null)
          .labels("lulls of %s", "lull %s")
          .passed(time -> List.of("-Jlull=" + time.toMillis()))
          .help("Idle phase of users in the plans soak and lull-and-burst (default: 1m, 20s).");
  public static final Option<String> WEIGHTS =
      load("weights", SHARES, "60/30/10")
          .labels("%s edit/read/upload", "%s")
          .help("Percentage of sessions that edit, read and upload in the plan mixed");
  public static final Option<Think> THINK =
      load("think", new Kind<>("DURATION", VariantOptions::parsePause, Think::toString), null)
          .labels("think time %s", "think %s")
          .passed(
              think ->
                  List.of(
                      "-Jthink_ms=" + think.mean().toMillis(),
                      "-Jthink_distribution=" + think.kind()))
          .help("");
  public static final Option<Duration> PENDING_TIME =
      load("pending-time", Kind.DURATION, Duration.ZERO)
          .labels("changes pending for %s", "hold %s")
          .passed(time -> List.of("-Jpending_time=" + time.toMillis()))
          .help("Time that a change stays pending before its commit");
  public static final Option<Integer> REQUESTS_BETWEEN =
      load("requests-between", Kind.whole(0, 1000), null)
          .labels("%s requests between write and read", "mix %s")
          .help(
              "Other requests between a probe's write and its read, in the plan state-kinds or a custom plan (default: the plan's; state-kinds: 3).");

  private VariantOptions() {}

  private static <T> Option.OptionBuilder<T> row(
      String key, Place place, Kind<T> kind, T otherwise) {
    return new Option.OptionBuilder<>(ROWS, key, place, kind, otherwise);
  }

  private static <T> Option.OptionBuilder<T> load(String key, Kind<T> kind, T otherwise) {
    String property = "-J" + key.replace('-', '_') + "=";
    return row(key, Place.LOAD, kind, otherwise)
        .passed(value -> List.of(property + kind.formatter().apply(value)));
  }

  public static Optional<Option<?>> find(String key) {
    return isSetting(key) ? Optional.of(setting(key)) : row(key);
  }

  /**
   * Returns the option with this key. For an unknown key, returns an option that accepts any text.
   * Run folders of other versions therefore stay readable.
   */
  public static Option<?> of(String key) {
    return row(key).orElseGet(() -> setting(key));
  }

  private static Optional<Option<?>> row(String key) {
    return ALL.stream().filter(row -> row.key().equals(key)).findFirst();
  }

  private static Option<String> setting(String key) {
    Option.OptionBuilder<String> row =
        new Option.OptionBuilder<>(new ArrayList<>(), key, Place.TIER, Kind.text("VALUE"), null);
    if (isSetting(key)) {
      row.passed(value -> List.of(TierOptions.SET, key + "=" + value));
    }
    return (key.equals(RECYCLE_THRESHOLD) ? row.labels("recycle threshold %s", "%s") : row)
        .help("");
  }

  public static boolean isSetting(String key) {
    return key.startsWith("jbo.") || key.startsWith("cloakroom.");
  }

  /**
   * Returns the value in normal form: equal values, such as 1000ms and 1s, have equal texts.
   *
   * @param subject start of the error message for an invalid value
   */
  public static String normalized(String subject, String key, String value) {
    List<String> keys = ALL.stream().map(Option::key).toList();
    String rule =
        "cannot differ between variants; use jbo.*, cloakroom.*, " + String.join(", ", keys);
    Optional<Option<?>> row = find(key);
    if (row.isEmpty()) {
      throw new IllegalArgumentException(subject + ": " + Usage.renamed(key, keys).orElse(rule));
    }
    return row.get().kind().normalized(subject, value);
  }

  /** Returns the command-line arguments that pass the chosen options to one process of a run. */
  public static List<String> arguments(Place place, Choices choices) {
    Stream<Option<?>> settings =
        choices.all().keySet().stream().filter(VariantOptions::isSetting).map(VariantOptions::of);
    return Stream.concat(ALL.stream(), settings)
        .filter(row -> row.place() == place)
        .flatMap(row -> choices.arguments(row).stream())
        .toList();
  }

  private static Think parsePause(String text) {
    Think think = Think.parse(text);
    Kind.require(
        !think.equals(Think.AUTO),
        "is not supported for one variant; --think auto finds one pause for all");
    return think;
  }
}
