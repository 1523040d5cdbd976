package cloakroom.bench.study.s4;

import static cloakroom.bench.study.s4.S4ReuseAgainstBorrow.COMPARED;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.JmhRuns;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.study.s4.BorrowState.Reset;
import cloakroom.bench.study.s4.S4ReuseAgainstBorrow.Way;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;

/**
 * S4: does it pay to keep a connection, where does the time of a borrow go, and which setting puts
 * it there? Three benchmarks: the published curve and 500 connects in rounds, then one use taken
 * apart, once for each setting.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S4</pre>
 *
 * <p>A fork runs all sizes and ways of asking, as the published loop does; a fork for each would
 * take many times as long, and see another mood of the machine.
 */
public final class S4Run extends Experiment {
  /** Name of the parameter that tells the points beside the curve apart. */
  static final String PART = "part";

  /** One use, taken apart; its counts are the medians in microseconds. */
  static final String ONE_USE = "one use";

  static final String CONNECTS = "500 connects";

  private static final String SUBJECT = "subject";
  private static final String RESET = "reset";
  private static final String WAY = "way";
  private static final String QUERIES = "n";

  /** The last size of the short form; with a reset, and what is no curve, half of it. */
  private static final int SHORT = 8192;

  /** What is drawn over all sizes. */
  private static final Set<String> CURVES = Set.of("BORROWED NONE", "HELD NONE", "BORROWED FULL");

  private static final double MICROS = 1_000;
  private static final String NO_DISK =
      "the query reads one row that stays in memory and writes nothing, so that no disk takes part;"
          + " for another one name a database that lies on it with --url";

  private final List<String> pools;
  private RoundPlan plan;

  /** Creates the experiment with the names of the pools. */
  public S4Run(StudyDefinition card, List<String> pools) {
    super(card);
    this.pools = pools;
  }

  @Override
  public int begin(RoundPlan plan) {
    gaps.add(Gap.absent("HDD and SSD", NO_DISK));
    this.plan = plan;
    openJmh(plan);
    return plan.rounds();
  }

  @Override
  public void finish() {
    if (plan.operations()) {
      uses();
      if (canCount()) {
        countUses();
      }
    }
  }

  @Override
  public void round(boolean backwards) {
    boolean full = plan.full();
    int largest = full ? S4ReuseAgainstBorrow.ALL : SHORT;
    List<Runnable> parts =
        new ArrayList<>(
            List.of(
                () -> loop(Reset.NONE, S4ReuseAgainstBorrow.FIRST, largest),
                () -> loop(Reset.FULL, S4ReuseAgainstBorrow.FIRST, full ? largest : COMPARED),
                () -> loop(Reset.LAZY, COMPARED, COMPARED),
                this::connects));
    if (backwards) {
      Collections.reverse(parts);
    }
    parts.forEach(Runnable::run);
  }

  /** The published loop, each pool in a separate fork. */
  private void loop(Reset reset, int smallest, int largest) {
    for (String pool : pools) {
      Map<String, String> series = Map.of(SUBJECT, pool, RESET, reset.name());
      Map<String, String> set =
          with(
              with(series, "smallest", Integer.toString(smallest)),
              "largest",
              Integer.toString(largest));
      Map<String, Double> millis =
          JmhRuns.secondary(
              jmh.run(
                  S4ReuseAgainstBorrow.class,
                  JmhRuns.PROTOCOL,
                  set,
                  options -> options.addProfiler(S4ReuseAgainstBorrow.Figures.class.getName())));
      for (Way way : Way.values()) {
        for (int queries = smallest; queries <= largest; queries *= 2) {
          Double measured = millis.get(S4ReuseAgainstBorrow.name(way, queries));
          if (measured != null) {
            keepLoop(series, way, queries, measured);
          }
        }
      }
    }
  }

  /** On a curve what was published as one, and of the rest the size that is compared. */
  private void keepLoop(Map<String, String> series, Way way, int queries, double millis) {
    Map<String, String> point = with(series, WAY, way.name());
    if (CURVES.contains(way + " " + series.get(RESET))) {
      keep(with(point, QUERIES, Integer.toString(queries)), millis);
    } else if (queries == COMPARED) {
      keep(with(point, PART, COMPARED + " times"), millis);
    }
  }

  private void connects() {
    Stream.concat(Stream.of(Subject.UNPOOLED.name()), pools.stream())
        .forEach(
            subject ->
                keep(
                    Map.of(PART, CONNECTS, SUBJECT, subject),
                    jmh.protocol(S4Connects.class, Map.of(SUBJECT, subject))
                        .getPrimaryResult()
                        .getScore()));
  }

  /** The settings as they come and each one changed; in the long form every combination. */
  private void uses() {
    List<Map<String, String>> settings =
        plan.full()
            ? StudySets.parse(
                "validation=true,false reset=NONE,ROLLBACK,FULL,LAZY statementCache=256,0")
            : StudySets.parse(
                "validation=true,false reset=NONE statementCache=256",
                "validation=true reset=NONE statementCache=0",
                "validation=true reset=ROLLBACK,FULL,LAZY statementCache=256");
    for (String pool : pools) {
      for (Map<String, String> each : settings) {
        RunResult result = jmh.protocol(S4OneUse.class, with(each, SUBJECT, pool));
        Map<String, Double> parts = JmhRuns.secondary(result);
        parts.keySet().retainAll(S4Reading.PARTS);
        Map<String, String> use = with(JmhRuns.parameters(result), PART, ONE_USE);
        keep(use, S4Reading.oneUse(parts) / MICROS);
        count(use, parts);
      }
    }
  }

  /** Round trips do not depend on the statement cache. */
  private void countUses() {
    for (String pool : pools) {
      for (Map<String, String> set : StudySets.parse("reset=NONE,ROLLBACK,FULL,LAZY")) {
        count(S4OneUse.class, with(set, SUBJECT, pool), Map.of(PART, ONE_USE));
      }
    }
  }

  private static Map<String, String> with(Map<String, String> set, String name, String value) {
    Map<String, String> more = new TreeMap<>(set);
    more.put(name, value);
    return more;
  }

  @Override
  protected List<String> reading() {
    return S4Reading.of(points());
  }
}
