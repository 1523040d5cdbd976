package cloakroom.stress.run;

import static cloakroom.contract.TierOptions.CODEC;
import static cloakroom.contract.TierOptions.DB_COMMIT;
import static cloakroom.contract.TierOptions.DB_JITTER;
import static cloakroom.contract.TierOptions.DB_RTT;
import static cloakroom.contract.TierOptions.DRCP_CLASS;
import static cloakroom.contract.TierOptions.DRCP_PURITY;
import static cloakroom.contract.TierOptions.FETCH_SIZE;
import static cloakroom.contract.TierOptions.HYGIENE;
import static cloakroom.contract.TierOptions.INTERNAL_POOL_SIZE;
import static cloakroom.contract.TierOptions.LOGIN_TIMEOUT;
import static cloakroom.contract.TierOptions.PAGE_CPU;
import static cloakroom.contract.TierOptions.PAGE_WORK;
import static cloakroom.contract.TierOptions.POOL;
import static cloakroom.contract.TierOptions.POOL_MIN;
import static cloakroom.contract.TierOptions.POOL_SIZE;
import static cloakroom.contract.TierOptions.READ_TIMEOUT;
import static cloakroom.contract.TierOptions.STATEMENT_CACHE;
import static cloakroom.contract.TierOptions.STATE_SIZE;
import static cloakroom.contract.TierOptions.STORE;
import static cloakroom.contract.TierOptions.VALIDATION;

import cloakroom.contract.CommitDelay;
import cloakroom.contract.TierOptions;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.stress.run.VariantKeys.Key.Place;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What may differ between two variants of a run besides policy and settings: a row for each key. A
 * row is the option of {@code run} too, whose value counts for every variant that says nothing
 * else; several values between commas make variants.
 */
final class VariantKeys {
  static final String NO_AFFINITY = "no-affinity";
  static final String COMMIT = name(DB_COMMIT);
  static final String DISTANCE = name(DB_RTT);

  /** The label of an option without a value; in a variant it may stand alone too. */
  static final String FLAG = "true|false";

  static final List<Key> ALL =
      List.of(
          tier(
              HYGIENE,
              "H",
              oneOf(TierOptions.HYGIENES),
              """
              What a connection is cleaned of when it goes back: none, rollback, full (default:\
               rollback; state-kinds: none,full)."""),
          tier(
              POOL,
              "POOL",
              oneOf(TierOptions.POOLS),
              """
              Connection pool: ucp, hikari, agroal, dbcp2 or none (default: ucp)."""),
          tier(
              POOL_SIZE,
              "N",
              whole(1, 10_000),
              """
              Connections the pool may open, on each node (default: 2 x users + 40, at most 450 on\
               all nodes together: each user holds up to two modules)."""),
          tier(
              POOL_MIN,
              "N",
              whole(0, 10_000),
              """
              Connections the pool opens at the start and keeps open (default: 0). HikariCP grows\
               slowly; give it what the policy needs."""),
          tier(
              STORE,
              "S",
              oneOf(TierOptions.STORES),
              """
              Where snapshots go: ps-txn, ps-txn-classic, file or memory (default: the tier's)."""),
          tier(
              CODEC,
              "C",
              oneOf(TierOptions.CODECS),
              """
              How snapshots are written: xml, binary or zstd (default: the tier's, by store)."""),
          tier(
              VALIDATION,
              "V",
              oneOf(TierOptions.VALIDATIONS),
              """
              When the pool asks whether a connection lives: always or idle (default: the\
               tier's)."""),
          tier(
              INTERNAL_POOL_SIZE,
              "N",
              whole(1, 10_000),
              """
              Connections for snapshots alone, with jbo.server.internal_connection=separate\
               (default: the tier's)."""),
          tier(
              STATEMENT_CACHE,
              "N",
              whole(0, 1_000_000),
              """
              Prepared statements that each connection keeps; 0 for none."""),
          tier(
              FETCH_SIZE,
              "ROWS",
              whole(0, 1_000_000),
              """
              Rows that a round trip brings where a statement says nothing else, as the pages' do;\
               0 for the driver's own way."""),
          tier(
              LOGIN_TIMEOUT,
              "DURATION",
              VariantKeys::duration,
              """
              How long connecting may take, in whole seconds."""),
          tier(
              READ_TIMEOUT,
              "DURATION",
              VariantKeys::duration,
              """
              How long a statement may stay unanswered before its session counts as dead; 0ms for\
               ever."""),
          tier(
              DB_RTT,
              "DURATION",
              Durations::distance,
              """
              Round trip added between tier and database, by a relay that counts round trips: none\
               for no relay, 0 for one without delay, or such as 200us or 1ms (default: none)."""),
          tier(
              DB_JITTER,
              "DURATION",
              VariantKeys::duration,
              """
              By how much such a round trip may be longer or shorter."""),
          tier(
              PAGE_WORK,
              "DURATION",
              VariantKeys::pageTime,
              """
              How long each request of a page waits while it has its module, as one that is\
               rendered does."""),
          tier(
              PAGE_CPU,
              "DURATION",
              VariantKeys::pageTime,
              """
              The same, spent computing: CPU time of the tier."""),
          tier(
              STATE_SIZE,
              "BYTES",
              VariantKeys::stateSize,
              """
              What a session's snapshot of a page weighs as XML: 2k to 1m (default: what the page\
               needs, some hundred bytes)."""),
          tier(
              DRCP_CLASS,
              "NAME",
              (label, name) -> name,
              """
              Connection class on Oracle's pooled servers."""),
          tier(
              DRCP_PURITY,
              "P",
              oneOf(TierOptions.PURITIES),
              """
              Whether a pooled server may come with an earlier user's session state: self or\
               new."""),
          new Key(Variant.BC4J, Place.TIER, "", (label, file) -> file, VariantKeys::bc4j, ""),
          run(
              Variant.NODES,
              "N",
              whole(1, 8),
              """
              Nodes of the tier on the one database, from 1 to 8 (default: 1)."""),
          run(
              NO_AFFINITY,
              FLAG,
              oneOf(List.of("true", "false")),
              """
              Send each request of a user to the next node (default: a user stays on one node)."""),
          run(
              COMMIT,
              "DURATION",
              VariantKeys::commit,
              """
              Each commit that writes waits so long before it reaches the disk, up to 100ms, as on\
               a slower one; on the embedded database (default: 0ms)."""),
          load(
              Variant.ONE_REQUEST,
              FLAG,
              oneOf(List.of("true", "false")),
              "one_request",
              """
              The commit carries the value: change and commit are one request (default: two)."""),
          load(
              Variant.SHARED_ROWS,
              "N",
              whole(1, 100_000),
              "shared_rows",
              """
              All users work on the rows of the first N: locks and lost updates are then part of\
               the result and no failures (default: rows of their own)."""),
          new Key(
              "think",
              Place.LOAD,
              "",
              (label, value) -> parsed(Think.Converter::new, label, value).toString(),
              VariantKeys::think,
              ""),
          new Key(
              "hold",
              Place.LOAD,
              "",
              VariantKeys::duration,
              value -> List.of("-Jhold=" + parsed(Durations::new, "", value).toMillis()),
              ""));

  private VariantKeys() {}

  /**
   * One of them.
   *
   * @param name the option without its dashes
   * @param label of the option's value in the help
   * @param check takes a name for the user's eyes and a value, and returns the value to keep
   * @param passed the arguments that a value becomes for the tier or the load engine
   * @param description in the help; empty for an option that {@link RunOptions} has itself
   */
  record Key(
      String name,
      Place place,
      String label,
      BinaryOperator<String> check,
      Function<String, List<String>> passed,
      String description) {
    /** Who acts on it: the tier, the load engine, or the run, which looks it up. */
    enum Place {
      TIER,
      LOAD,
      RUN
    }

    String option() {
      return "--" + name;
    }

    boolean isFlag() {
      return label.equals(FLAG);
    }
  }

  /** Makes options of the rows. */
  static final class Options implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      ALL.stream()
          .filter(key -> !key.description().isEmpty())
          .forEach(key -> command.addOption(option(key)));
      return command;
    }

    private static OptionSpec option(Key key) {
      OptionSpec.Builder option = OptionSpec.builder(key.option()).description(key.description());
      return key.isFlag()
          ? option.arity("0").type(boolean.class).build()
          : option.arity("1").type(String.class).paramLabel(key.label()).build();
    }
  }

  private static Key tier(
      String option, String label, BinaryOperator<String> check, String description) {
    return new Key(
        name(option), Place.TIER, label, check, value -> List.of(option, value), description);
  }

  private static Key run(
      String name, String label, BinaryOperator<String> check, String description) {
    return new Key(name, Place.RUN, label, check, value -> List.of(), description);
  }

  /** One that is a property of the plan. */
  private static Key load(
      String name,
      String label,
      BinaryOperator<String> check,
      String property,
      String description) {
    return new Key(
        name,
        Place.LOAD,
        label,
        check,
        value -> List.of("-J" + property + "=" + value),
        description);
  }

  private static List<String> think(String value) {
    Think think = parsed(Think.Converter::new, "", value);
    return List.of("-Jthink_ms=" + think.mean().toMillis(), "-Jthink_distribution=" + think.kind());
  }

  private static List<String> bc4j(String fileAndConfiguration) {
    int hash = fileAndConfiguration.lastIndexOf('#');
    return hash < 0
        ? List.of(TierOptions.BC4J, fileAndConfiguration)
        : List.of(
            TierOptions.BC4J,
            fileAndConfiguration.substring(0, hash),
            TierOptions.AM_CONFIG,
            fileAndConfiguration.substring(hash + 1));
  }

  /** The key of that name. */
  static Optional<Key> named(String name) {
    return ALL.stream().filter(key -> key.name().equals(name)).findFirst();
  }

  /** Whether it is the name of a setting. */
  static boolean isSetting(String name) {
    return name.startsWith("jbo.") || name.startsWith("cloakroom.");
  }

  /** The value to keep of a key or a setting; refused in one line if there is no such key. */
  static String checked(String label, String name, String value) {
    if (isSetting(name)) {
      return value; // the tier has its opinion of it
    }
    return named(name).orElseThrow(() -> unknown(label)).check().apply(label, value);
  }

  static StressFailure unknown(String label) {
    return StressFailure.wrongUse(
        label
            + ": does not differ between variants; what may is jbo.*, cloakroom.*, "
            + ALL.stream().map(Key::name).collect(Collectors.joining(", ")));
  }

  /** The arguments that the choices of a variant become at that place. */
  static List<String> passed(Place place, Variant variant) {
    return ALL.stream()
        .filter(key -> key.place() == place && variant.choices().containsKey(key.name()))
        .flatMap(key -> key.passed().apply(variant.choices().get(key.name())).stream())
        .toList();
  }

  private static String name(String option) {
    return option.substring("--".length());
  }

  private static BinaryOperator<String> oneOf(List<String> choices) {
    return (label, value) -> Rules.oneOf(label, value, choices);
  }

  private static BinaryOperator<String> whole(int least, int most) {
    return (label, value) -> {
      if (!value.matches("-?\\d{1,9}")) {
        throw StressFailure.wrongUse(
            "%s %s: must be a whole number from %d to %d".formatted(label, value, least, most));
      }
      return Integer.toString(Rules.within(label, Integer.parseInt(value), least, most));
    };
  }

  private static String duration(String label, String value) {
    return Durations.format(Rules.sane(label, parsed(Durations::new, label, value)));
  }

  private static <T> T parsed(Supplier<ITypeConverter<T>> converter, String label, String value) {
    try {
      return converter.get().convert(value);
    } catch (Exception e) {
      throw StressFailure.wrongUse(label + ": " + e.getMessage());
    }
  }

  private static String pageTime(String label, String value) {
    Duration time = parsed(Durations::new, label, value);
    if (time.compareTo(Duration.ofSeconds(TierOptions.MOST_PAGE_SECONDS)) > 0) {
      throw StressFailure.wrongUse(
          "%s %s: must not exceed %ds"
              .formatted(label, Durations.format(time), TierOptions.MOST_PAGE_SECONDS));
    }
    return Durations.format(time);
  }

  private static String stateSize(String label, String size) {
    if (TierOptions.stateBytes(size).isEmpty()) {
      throw StressFailure.wrongUse(
          "%s '%s': must be %s".formatted(label, size, TierOptions.STATE_SIZES));
    }
    return size;
  }

  private static String commit(String label, String value) {
    Duration wait = parsed(Durations::new, label, value.equals("0") ? "0ms" : value);
    if (wait.toNanos() > CommitDelay.MOST_MICROS * 1_000) {
      throw StressFailure.wrongUse(
          label + " " + value + ": must be from 0ms, as the disk is, to 100ms");
    }
    return Durations.format(wait);
  }
}
