package cloakroom.stress.settings;

import cloakroom.application.ApplicationDefinition;
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
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.plan.DefaultApplication;
import cloakroom.stress.plan.IterationWork;
import cloakroom.stress.settings.RunOptions.WarmUp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Checked settings of a run.
 *
 * @param application application whose tables a run reads and writes
 * @param defaultPools variants whose pool size is a default, which the run may reduce
 * @param trials number of trials per variant; 0 if the run only counts database work
 * @param countRoundTrips whether to count database round trips before the first trial
 * @param targets nodes of a running application tier; empty if the run starts its own tier
 */
public record RunSettings(
    RunOptions options,
    ServedApplication application,
    Plan plan,
    List<Variant> variants,
    Set<Variant> defaultPools,
    LoadSettings load,
    int trials,
    boolean countRoundTrips,
    Path appSim,
    Engines engines,
    List<Target> targets,
    DatabaseSettings database,
    Output output,
    Gate gate,
    Optional<Goal> goal) {
  public static final String LOOPBACK = "127.0.0.1";

  /** Iterations per user in a count of database work. The first half only fills caches. */
  public static final int COUNTED_ITERATIONS = 3;

  /** Returns settings whose plan is in the run folder, if the run writes the plan. */
  public RunSettings withPlanIn(Path runFolder) {
    Plan other = new Plan(plan.name, runFolder.resolve(plan.file), plan.like);
    return with(other, variants, load);
  }

  public RunSettings with(LoadSettings other) {
    return with(plan, variants, other);
  }

  public RunSettings with(List<Variant> others) {
    return with(plan, others, load);
  }

  private RunSettings with(Plan plan, List<Variant> variants, LoadSettings load) {
    return new RunSettings(
        options,
        application,
        plan,
        variants,
        defaultPools,
        load,
        trials,
        countRoundTrips,
        appSim,
        engines,
        targets,
        database,
        output,
        gate,
        goal);
  }

  public boolean countsOnly() {
    return trials == 0;
  }

  /** Returns the application name of the tier's database connections. */
  public String tierName() {
    return externalTier() ? TierOptions.TIER_NAME : DatabaseMonitor.TIER;
  }

  /** Returns whether the run uses a tier that the run neither starts nor stops. */
  public boolean externalTier() {
    return !targets.isEmpty();
  }

  /**
   * Search for each variant's highest load that meets {@code objective}. {@code step} is the time
   * of a trial. {@code confirmation} is the time of the longer trial that confirms the load found.
   * {@code arguments} resume the search on the command line. {@code resumed} is its folder or null.
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

  /**
   * JMeter plan.
   *
   * @param file plan; a relative path if the run writes the plan to its folder
   * @param like shipped plan that has the same options and properties; empty for a user's own plan
   */
  public record Plan(String name, Path file, String like) {
    public boolean shipped() {
      return !like.isEmpty();
    }

    /** Returns whether the sessions are those of the application's definition. */
    public boolean ofApplication() {
      return like.equals(Plans.ADF_SESSION);
    }

    public boolean generated() {
      return ofApplication() && !file.isAbsolute();
    }
  }

  /**
   * Simulated application.
   *
   * @param argument value of the tier's option {@code --app}; empty if the option is not given
   */
  public record ServedApplication(String argument, ApplicationDefinition definition) {
    public static final ServedApplication DEFAULT =
        new ServedApplication("", DefaultApplication.DEFINITION);

    public boolean isDefault() {
      return definition.equals(DefaultApplication.DEFINITION);
    }

    public List<String> options() {
      return argument.isEmpty() ? List.of() : List.of(TierOptions.APP, argument);
    }

    public IterationWork work() {
      return IterationWork.of(definition);
    }
  }

  /** Remote JMeter engines as HOST:PORT, and the address at which engines reach this machine. */
  public record Engines(List<String> names, EngineKeys keys, String address) {
    public static final Engines NONE = new Engines(List.of(), EngineKeys.NONE, LOOPBACK);

    public boolean remote() {
      return !names.isEmpty();
    }
  }

  /** Node of a tier that the run does not start. Its counters are at port {@code admin}. */
  public record Target(String host, int port, int admin) {
    @Override
    public String toString() {
      return host + ":" + port;
    }

    public AdminClient watch() {
      String token = System.getenv().getOrDefault(Variables.ADMIN_TOKEN, "");
      return new AdminClient(host, admin, token, Duration.ofSeconds(2));
    }
  }

  /** Load of a trial. */
  public record LoadSettings(int users, int iterations, Think think, Duration ramp, WarmUp warmUp) {
    private static final int MIN_ITERATIONS = 4;

    /** Placeholder for a number of iterations with which a trial lasts about {@link #TRIAL}. */
    public static final int FIT = 0;

    private static final Duration TRIAL = Duration.ofSeconds(11);

    LoadSettings counted() {
      return new LoadSettings(users, COUNTED_ITERATIONS, think, Duration.ZERO, WarmUp.NONE);
    }

    /** Returns the number of transactions in a trial of a variant. */
    public long transactions(Variant variant, IterationWork work) {
      return Math.round(variant.users(users) * iterations * work.transactions());
    }

    /** Returns the think time of a variant. */
    public Think think(Variant variant) {
      return variant.choices().find(VariantOptions.THINK).orElse(think);
    }

    /** Returns this load with a think time; replaces {@link #FIT} by a number of iterations. */
    public LoadSettings calibrated(Duration pause, IterationWork work) {
      double each = pause.toMillis() * work.thinks();
      long fit = Math.max(MIN_ITERATIONS, (long) (TRIAL.toMillis() / each));
      int all = iterations == FIT ? (int) fit : iterations;
      return new LoadSettings(users, all, new Think(pause, Think.CONSTANT), ramp, warmUp);
    }
  }

  /**
   * Database of a run.
   *
   * @param url JDBC URL without credentials; empty if the run starts the database
   * @param install command-line options with which the tier creates missing tables
   * @param serverWide whether the run may request a checkpoint, which affects the whole server
   */
  public record DatabaseSettings(
      String kind,
      String url,
      String user,
      Password password,
      SchemaName schema,
      List<String> install,
      boolean serverWide) {
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

    public boolean existing() {
      return isKnown() && !startedByRun();
    }

    public boolean isKnown() {
      return !kind.equals(UNKNOWN.kind);
    }
  }

  /**
   * Output of a run. {@code live} is the port of a web page that shows the progress: 0 for any free
   * port, empty for no page.
   */
  public record Output(
      Path folder, boolean dashboard, boolean quiet, boolean json, OptionalInt live) {}

  /** Failure conditions. The run ends if one of them is met for the time {@code abortAfter}. */
  public record Gate(
      FailureConditions conditions,
      Optional<Duration> abortAfter,
      boolean requireVerdict,
      Optional<Path> junit) {}
}
