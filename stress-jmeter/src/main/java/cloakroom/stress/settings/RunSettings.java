package cloakroom.stress.settings;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.platform.Password;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.CapacitySearch.Search;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.monitor.AdminClient;
import cloakroom.stress.monitor.DatabaseMonitor;
import cloakroom.stress.options.Think;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * Everything a run was asked for, checked.
 *
 * @param defaultPools variants whose pool size no option sets
 * @param trials those of each variant; 0 if its requests are only counted
 * @param maxRepeats of noisy blocks
 * @param countRoundTrips whether the round trips of each variant are counted before them
 * @param appSim the tier's jar
 * @param javaOptions of the tier's JVM
 * @param targets nodes of a tier that runs already; none if the run starts one
 */
public record RunSettings(
    Plan plan,
    List<Variant> variants,
    Set<Variant> defaultPools,
    LoadSettings load,
    int trials,
    int maxRepeats,
    boolean countRoundTrips,
    Path appSim,
    List<String> javaOptions,
    boolean liveHeap,
    Engines engines,
    List<Target> targets,
    DatabaseSettings database,
    Output output,
    Gate gate,
    long seed,
    String baseline,
    String command,
    Optional<Goal> goal) {
  /** Changes and commits of each user when requests are counted; half of them fill caches. */
  public static final int COUNTED_ITERATIONS = 3;

  /**
   * A search for the most load of each variant.
   *
   * @param objective what is to hold, as it was written
   * @param step how long users go on in a step
   * @param confirmation the same in the one that confirms the result
   * @param arguments the command line, so that the search can go on from its folder
   * @param resumed the folder from which it goes on; null for a new one
   */
  public record Goal(
      String objective,
      Search search,
      Duration step,
      Duration confirmation,
      List<String> arguments,
      Path resumed) {
    static final Duration RAMP = Duration.ofSeconds(3);
    private static final int ITERATIONS = 10;

    /** Returns the users for which the run is laid out. */
    int users(int asked) {
      return search.open() ? asked : (int) search.most();
    }

    /** Returns the default number of iterations of a step, from that of the plan. */
    int iterations(int ofPlan) {
      return search.open() ? ofPlan : ITERATIONS;
    }
  }

  /** Returns the same settings with another load. */
  public RunSettings with(LoadSettings other) {
    return with(variants, other, trials, countRoundTrips, output);
  }

  /** Returns the same settings with other variants. */
  public RunSettings with(List<Variant> others) {
    return with(others, load, trials, countRoundTrips, output);
  }

  /** Returns the same settings for a count of requests, one at a time, without load. */
  public RunSettings counted() {
    return with(
        variants,
        new LoadSettings(load.users, COUNTED_ITERATIONS, load.think, Duration.ZERO, WarmUp.NONE),
        0,
        true,
        new Output(output.folder, false, output.quiet, output.json, OptionalInt.empty()));
  }

  private RunSettings with(
      List<Variant> variants,
      LoadSettings load,
      int trials,
      boolean countRoundTrips,
      Output output) {
    return new RunSettings(
        plan,
        variants,
        defaultPools,
        load,
        trials,
        maxRepeats,
        countRoundTrips,
        appSim,
        javaOptions,
        liveHeap,
        engines,
        targets,
        database,
        output,
        gate,
        seed,
        baseline,
        command,
        goal);
  }

  /** Returns whether the trials count requests one at a time, without load. */
  public boolean countsOnly() {
    return trials == 0;
  }

  /** Returns the application name of the tier's sessions; nodes that run already have none. */
  public String tierName() {
    return tierElsewhere() ? TierOptions.TIER_NAME : DatabaseMonitor.TIER;
  }

  /** Whether the tier runs already, so that nobody starts or stops it. */
  public boolean tierElsewhere() {
    return !targets.isEmpty();
  }

  /**
   * A JMeter plan, by the name that the run folder and the report have.
   *
   * @param ours whether it is one of the shipped plans, by its name
   */
  public record Plan(String name, Path file, boolean ours) {}

  /**
   * JMeter engines that make the load, each as HOST:PORT, none where this machine does.
   *
   * @param keys the folder with the key store that they and their controller have
   * @param address the one at which they reach this machine
   */
  public record Engines(List<String> names, EngineKeys keys, String address) {
    public static final Engines NONE = new Engines(List.of(), EngineKeys.NONE, LOOPBACK);

    public boolean elsewhere() {
      return !names.isEmpty();
    }
  }

  /** A node that runs already; {@code admin} is the port of its counters. */
  public record Target(String host, int port, int admin) {
    @Override
    public String toString() {
      return host + ":" + port;
    }

    public AdminClient watch() {
      return new AdminClient(host, admin, System.getenv().getOrDefault(Variables.ADMIN_TOKEN, ""));
    }
  }

  public static final String LOOPBACK = "127.0.0.1";

  /**
   * The size of the load: changes and commits of each user on each page, the pause after each, and
   * the time over which users arrive.
   */
  public record LoadSettings(int users, int iterations, Think think, Duration ramp, WarmUp warmUp) {
    private static final int PAGES = 2;
    private static final int MIN_ITERATIONS = 4;

    /** Iterations until the pauses of a user fill {@link #TRIAL}; only with a calibration. */
    public static final int FIT = 0;

    private static final Duration TRIAL = Duration.ofSeconds(11);

    /** Returns the transactions of a trial that is not bounded by time. */
    public long transactions() {
      return (long) users * iterations * PAGES;
    }

    /** Returns the same load with this pause, and with the iterations that fit a short trial. */
    public LoadSettings calibrated(Duration pause) {
      long fit = Math.max(MIN_ITERATIONS, TRIAL.dividedBy(pause.multipliedBy(PAGES)));
      int all = iterations == FIT ? (int) fit : iterations;
      return new LoadSettings(users, all, new Think(pause, Think.CONSTANT), ramp, warmUp);
    }
  }

  /**
   * Load before the measured one, which is in no metric; none without users.
   *
   * @param iterations maximum of each user, on each page
   * @param auto whether the load engine ends it once service times no longer fall
   */
  public record WarmUp(int users, int iterations, boolean auto) {
    public static final WarmUp NONE = new WarmUp(0, 0, false);
    static final String AUTO = "auto";

    /** Few users, so that they do not queue, and more iterations than the time allows. */
    private static final WarmUp UNTIL_STABLE = new WarmUp(20, 1_000, true);

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})x([1-9]\\d{0,5})");

    /** Returns the longest pause of its users: warming up must not take minutes. */
    public long maxThinkMillis() {
      return auto ? 100 : 300;
    }

    /** Returns the longest time over which its users arrive. */
    public long maxRampSeconds() {
      return auto ? 1 : 10;
    }

    /** The same with no more users than the measured load has. */
    public WarmUp within(int limit) {
      return new WarmUp(Math.min(users, limit), iterations, auto);
    }

    @Override
    public String toString() {
      return auto ? AUTO : users == 0 ? "0" : users + "x" + iterations;
    }

    public static WarmUp parse(String text) {
      if (text.equals(AUTO)) {
        return UNTIL_STABLE;
      }
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches() && !text.equals("0")) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not a warm-up: must be <users>x<iterations> such as 40x20, auto, or 0 for none");
      }
      return text.equals("0")
          ? NONE
          : new WarmUp(
              Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), false);
    }
  }

  /**
   * A database: one that the run starts, whose URL is empty and whose password is made up, or the
   * one of a URL free of credentials.
   *
   * @param install options of the tier that create the missing tables; empty if none is to
   * @param serverWide whether the run may order a checkpoint of the server
   */
  public record DatabaseSettings(
      String kind,
      String url,
      String user,
      Password password,
      SchemaName schema,
      List<String> install,
      boolean serverWide) {
    static final DatabaseSettings UNKNOWN = started("not told", Password.of(""));

    static final DatabaseSettings EMBEDDED = started(TierOptions.EMBEDDED, Password.random());

    static DatabaseSettings started(String kind, Password password) {
      SchemaName schema =
          kind.equals(TierOptions.ORACLE)
              ? SchemaName.OF_USER
              : SchemaName.of(DatabaseKind.POSTGRESQL.urlPrefix(), null);
      return new DatabaseSettings(kind, "", "cloakroom", password, schema, List.of(), true);
    }

    public boolean isOracleInContainer() {
      return kind.equals(TierOptions.ORACLE);
    }

    /** Whether the run starts and stops it. */
    public boolean ours() {
      return url.isEmpty() && named();
    }

    /** Returns whether the run uses it but does not start it. */
    public boolean existing() {
      return named() && !ours();
    }

    /** Whether anybody knows which it is: not the one of a tier that runs already. */
    public boolean named() {
      return !kind.equals(UNKNOWN.kind);
    }
  }

  /**
   * What a run leaves in a folder and shows; {@code json} stands for summary.json, not a table, and
   * {@code live} is the port at which it can be looked at, 0 for a free one and empty for none.
   */
  public record Output(
      Path folder, boolean dashboard, boolean quiet, boolean json, OptionalInt live) {}

  /**
   * Conditions of a build server.
   *
   * @param patience how long a trial may break a condition before the run ends; empty for ever
   * @param requireVerdict whether the run fails if its times allow no verdict on speed
   * @param junit additional file for the result
   */
  public record Gate(
      FailureConditions limits,
      Optional<Duration> patience,
      boolean requireVerdict,
      Optional<Path> junit) {}
}
