package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Everything a run was asked for, checked.
 *
 * @param trials executions of the plan under each variant
 * @param tier how the tier is set up, whatever the variant
 * @param database where the tables are
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
   */
  record Plan(String name, Path file) {
    /** Whether it is one of the shipped plans, by its name. */
    boolean ours() {
      return name.equals(Plans.ADF_SESSION) || name.equals(Plans.STATE_KINDS);
    }
  }

  /**
   * The tier of every trial.
   *
   * @param javaOptions options for its JVM
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
   * The nodes of the tier in each trial.
   *
   * @param count how many, from 1
   * @param affinity whether a user stays on the node where it starts; else each request goes to the
   *     next node
   * @param kill after how much of the measured phase the last node is killed; empty for never
   */
  record Nodes(int count, boolean affinity, Optional<Duration> kill) {
    static final Nodes ONE = new Nodes(1, true, Optional.empty());

    /** Whether requests have a choice. */
    boolean several() {
      return count > 1;
    }
  }

  /**
   * The size of the load.
   *
   * @param iterations changes and commits for each user on each page
   * @param think pause after each commit
   * @param ramp time over which the users arrive
   * @param hold how long a change stays pending before its commit
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
   * The load before the measured one, which is in no figure.
   *
   * @param users warm-up users; 0 for no warm-up
   * @param iterations changes and commits for each of them on each page
   */
  record WarmUp(int users, int iterations) {
    static final WarmUp NONE = new WarmUp(0, 0);

    /**
     * 800 changes and commits, so that the JIT compilers of tier and generator have seen the hot
     * code before anything counts. It lasts about six seconds at a think time of 300 ms, ramp-up
     * aside.
     */
    static final WarmUp DEFAULT = new WarmUp(40, 10);

    /** The same with no more users than the measured load has. */
    WarmUp within(int limit) {
      return new WarmUp(Math.min(users, limit), iterations);
    }

    @Override
    public String toString() {
      return users == 0 ? "0" : users + "x" + iterations;
    }

    /** Reads {@code 40x20} or {@code 0}. */
    static final class Converter implements ITypeConverter<WarmUp> {
      private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})x([1-9]\\d{0,5})");

      @Override
      public WarmUp convert(String text) {
        if (text.equals("0")) {
          return NONE;
        }
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
          throw new TypeConversionException(
              "'" + text + "' is not a warm-up: <users>x<iterations> such as 40x20, or 0 for none");
        }
        return new WarmUp(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      }
    }
  }

  /**
   * A database.
   *
   * @param kind {@code embedded} or {@code oracle} for one that the run starts, or {@code url}
   * @param url its JDBC URL, free of credentials; "" for one that the run starts
   * @param password of the user; made up for the embedded one
   * @param install whether the tables that are missing are made first
   */
  record Database(String kind, String url, String user, Secret password, boolean install) {
    static final Database EMBEDDED = started(TierOptions.EMBEDDED, Secret.random());

    static Database started(String kind, Secret password) {
      return new Database(kind, "", "cloakroom", password, false);
    }

    static Database existing(String url, String user, Secret password, boolean install) {
      return new Database("url", url, user, password, install);
    }

    boolean isOracleInContainer() {
      return kind.equals(TierOptions.ORACLE);
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
