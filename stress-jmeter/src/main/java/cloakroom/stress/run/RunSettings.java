package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Everything a run was asked for, checked.
 *
 * @param plan the JMeter plan
 * @param variants what is compared, in order
 * @param varied the setting in whose value they differ, if any
 * @param load how many users do what
 * @param trials executions of the plan under each variant
 * @param pool where the tier's connections come from
 * @param nodes the nodes of the tier
 * @param database where the tables are
 * @param tierOptions further options of the tier, name without dashes to value; what is not here
 *     has the tier's default
 * @param appSim the tier's jar
 * @param javaOptions options for the tier's JVM
 * @param out the folder that gets the run folder
 * @param seed of all randomness
 * @param dashboard whether JMeter writes its own dashboard for each trial
 * @param liveHeap whether the tier's live heap is weighed in each trial
 * @param output how much is shown
 * @param command the command line that asked for it
 */
record RunSettings(
    Plan plan,
    List<Variant> variants,
    Varied varied,
    Load load,
    int trials,
    Pool pool,
    Nodes nodes,
    Database database,
    Map<String, String> tierOptions,
    Path appSim,
    List<String> javaOptions,
    Path out,
    long seed,
    boolean dashboard,
    boolean liveHeap,
    Output output,
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
    static final String ORACLE = "oracle";

    static final Database EMBEDDED = started("embedded", Secret.random());

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

  /** How much is shown, and in which form. */
  enum Output {
    /** Progress and a table. */
    FULL,
    /** A table. */
    QUIET,
    /** Progress on the error stream and summary.json on the output. */
    JSON,
    /** Only summary.json. */
    QUIET_JSON;

    static Output of(boolean quiet, boolean json) {
      if (json) {
        return quiet ? QUIET_JSON : JSON;
      }
      return quiet ? QUIET : FULL;
    }

    boolean json() {
      return this == JSON || this == QUIET_JSON;
    }

    boolean quiet() {
      return this == QUIET || this == QUIET_JSON;
    }
  }
}
