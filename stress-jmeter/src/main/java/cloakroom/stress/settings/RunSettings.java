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
 * Checked settings of a run.
 *
 * @param defaultPools variants whose pool size no option sets
 * @param trials trials of each variant; 0 if requests are only counted
 * @param maxRepeats maximum number of noisy blocks that run again
 * @param countRoundTrips whether the round trips of each variant are counted before the trials
 * @param targets nodes of an external tier; empty if the run starts the tier
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
  public static final String LOOPBACK = "127.0.0.1";

  /** Changes and commits of each user when requests are counted; half of them fill caches. */
  public static final int COUNTED_ITERATIONS = 3;

  public RunSettings with(LoadSettings other) {
    return with(variants, other, trials, countRoundTrips, output);
  }

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

  /** Returns the application name of the tier's sessions; that of external nodes is fixed. */
  public String tierName() {
    return externalTier() ? TierOptions.TIER_NAME : DatabaseMonitor.TIER;
  }

  /** Returns whether the run uses a tier that it neither starts nor stops. */
  public boolean externalTier() {
    return !targets.isEmpty();
  }

  /**
   * Search for the maximum load of each variant.
   *
   * @param step duration of a step
   * @param confirmation duration of the step that confirms the result
   * @param arguments command line with which the search can be resumed
   * @param resumed run folder of the search to resume; null for a new search
   */
  public record Goal(
      String objective,
      Search search,
      Duration step,
      Duration confirmation,
      List<String> arguments,
      Path resumed) {
    static final Duration RAMP = Duration.ofSeconds(3);
    static final int ITERATIONS = 10;
  }

  /** JMeter plan; {@code shipped} if its name is that of a plan of Cloakroom. */
  public record Plan(String name, Path file, boolean shipped) {}

  /**
   * Remote JMeter engines.
   *
   * @param names each as HOST:PORT; empty if this machine makes the load
   * @param address address of this machine for the engines
   */
  public record Engines(List<String> names, EngineKeys keys, String address) {
    public static final Engines NONE = new Engines(List.of(), EngineKeys.NONE, LOOPBACK);

    public boolean remote() {
      return !names.isEmpty();
    }
  }

  /** Node of an external tier; {@code admin} is its admin port. */
  public record Target(String host, int port, int admin) {
    @Override
    public String toString() {
      return host + ":" + port;
    }

    public AdminClient watch() {
      return new AdminClient(host, admin, System.getenv().getOrDefault(Variables.ADMIN_TOKEN, ""));
    }
  }

  /** Load of a trial; an iteration is a change and a commit of a user on each page. */
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
   * Load before the measured phase, which is in no metric; none without users.
   *
   * @param auto whether the load engine ends it once service times no longer fall
   */
  public record WarmUp(int users, int iterations, boolean auto) {
    public static final WarmUp NONE = new WarmUp(0, 0, false);
    static final String AUTO = "auto";

    /** Few users, so that they do not queue, and more iterations than the time allows. */
    private static final WarmUp UNTIL_STABLE = new WarmUp(20, 1_000, true);

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})x([1-9]\\d{0,5})");

    /** Returns this warm-up with no more users than the measured load has. */
    public WarmUp within(int limit) {
      return new WarmUp(Math.min(users, limit), iterations, auto);
    }

    @Override
    public String toString() {
      return auto ? AUTO : users == 0 ? "0" : users + "x" + iterations;
    }

    public static WarmUp parse(String text) {
      if (text.equals(AUTO) || text.equals("0")) {
        return text.equals(AUTO) ? UNTIL_STABLE : NONE;
      }
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new TypeConversionException(
            "'%s' is not a warm-up: must be <users>x<iterations> such as 40x20, auto, or 0 for none"
                .formatted(text));
      }
      return new WarmUp(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)), false);
    }
  }

  /**
   * Database of a run.
   *
   * @param url URL without credentials; empty if the run starts the database
   * @param install options of the tier that create the missing tables
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
    /** Database of an external tier without {@code --url}. */
    static final DatabaseSettings UNKNOWN = started("unknown", Password.of(""));

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

    public boolean startedByRun() {
      return url.isEmpty() && isKnown();
    }

    /** Returns whether the run uses it but does not start it. */
    public boolean existing() {
      return isKnown() && !startedByRun();
    }

    public boolean isKnown() {
      return !kind.equals(UNKNOWN.kind);
    }
  }

  /** Output of a run; {@code live} is the port of the live page, 0 for any, empty for none. */
  public record Output(
      Path folder, boolean dashboard, boolean quiet, boolean json, OptionalInt live) {}

  /**
   * Conditions under which a run fails.
   *
   * @param abortAfter time for which a trial may break a condition; empty for no limit
   * @param requireVerdict whether the run fails if its times allow no verdict on speed
   */
  public record Gate(
      FailureConditions conditions,
      Optional<Duration> abortAfter,
      boolean requireVerdict,
      Optional<Path> junit) {}
}
