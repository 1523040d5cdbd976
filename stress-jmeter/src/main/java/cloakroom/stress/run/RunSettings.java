package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Everything a run was asked for, checked.
 *
 * @param plan the JMeter plan
 * @param variants what is compared
 * @param load how many users do what
 * @param trials executions of the plan under each variant
 * @param tier how the tier is set up, whatever the variant
 * @param database where the tables are
 * @param output what is written and shown
 * @param seed of all randomness
 * @param command the command line that asked for it
 */
record RunSettings(
    Plan plan,
    Variants variants,
    Load load,
    int trials,
    TierSetup tier,
    Database database,
    Output output,
    long seed,
    String command) {

  /**
   * A JMeter plan.
   *
   * @param name as the run folder and the report call it
   * @param file where it is
   */
  record Plan(String name, Path file) {
    /** Whether it is one of the shipped plans, by its name. */
    boolean ours() {
      return name.equals(PlanDefaults.ADF_SESSION) || name.equals(PlanDefaults.STATE_KINDS);
    }
  }

  /**
   * The tier of every trial.
   *
   * @param jar where it is
   * @param javaOptions options for its JVM
   * @param pool where its connections come from
   * @param nodes its nodes
   * @param options further options, name without dashes to value; what is not here has the tier's
   *     default
   * @param liveHeap whether its live heap is weighed in each trial
   */
  record TierSetup(
      Path jar,
      List<String> javaOptions,
      Pool pool,
      Nodes nodes,
      Map<String, String> options,
      boolean liveHeap) {}

  /**
   * Where the tier's connections come from.
   *
   * @param kind {@code hikari}, {@code ucp} or {@code none}
   * @param size connections it may open on each node
   * @param minimum connections it opens at the start and keeps open
   */
  record Pool(String kind, int size, int minimum) {}

  /**
   * The size of the load.
   *
   * @param users simulated users
   * @param iterations changes and commits for each user on each page
   * @param think pause after each commit
   * @param ramp time over which the users arrive
   * @param hold how long a change stays pending before its commit
   * @param warmUp the load before it
   * @param mix other requests between a probe's write and its read; empty for the plan's default
   */
  record Load(
      int users,
      int iterations,
      Duration think,
      Duration ramp,
      Duration hold,
      WarmUp warmUp,
      OptionalInt mix) {
    private static final int PAGES = 2;

    /** Changes and commits that all users do together. */
    long transactions() {
      return (long) users * iterations * PAGES;
    }
  }

  /**
   * A database.
   *
   * @param kind {@code embedded} or {@code oracle} for one that the run starts, or {@code url}
   * @param url its JDBC URL, free of credentials; "" for one that the run starts
   * @param user whom to connect as
   * @param password of that user; made up for the embedded one
   * @param install whether the tables that are missing are made first
   */
  record Database(String kind, String url, String user, Secret password, boolean install) {
    /** The kind of an Oracle that the run starts in a container. */
    static final String ORACLE = TierOptions.ORACLE;

    static final Database EMBEDDED = started(TierOptions.EMBEDDED, Secret.random());

    static Database oracle(Secret password) {
      return started(ORACLE, password);
    }

    private static Database started(String kind, Secret password) {
      return new Database(kind, "", "cloakroom", password, false);
    }

    static Database existing(String url, String user, Secret password, boolean install) {
      return new Database("url", url, user, password, install);
    }

    /** Whether it is an Oracle that the run starts. */
    boolean isOracleInContainer() {
      return kind.equals(ORACLE);
    }

    /** Whether the run starts and stops it. */
    boolean ours() {
      return url.isEmpty();
    }
  }

  /**
   * What a run leaves behind and shows.
   *
   * @param folder gets the run folder
   * @param dashboard whether JMeter writes its own dashboard for each trial
   * @param quiet whether no progress is shown
   * @param json whether summary.json is shown in place of a table
   */
  record Output(Path folder, boolean dashboard, boolean quiet, boolean json) {}
}
