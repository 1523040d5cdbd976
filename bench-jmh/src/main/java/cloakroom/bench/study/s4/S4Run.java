package cloakroom.bench.study.s4;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.JmhRuns;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Gap;
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

  private static final int COMPARED = SHORT / 2;

  /** What is drawn over all sizes. */
  private static final Set<String> CURVES = Set.of("BORROWED NONE", "HELD NONE", "BORROWED FULL");

  private static final List<String> RESETS = Stream.of(Reset.values()).map(Reset::name).toList();
  private static final double MICROS = 1_000;
  private static final String NO_DISK =
      "the query reads one row that stays in memory and writes nothing, so that no disk takes part;"
          + " for another one name a database that lies on it with --url";

  private Plan plan;

  public S4Run(StudyCard card) {
    super(card);
  }

  @Override
  public int begin(Plan plan) {
    gaps.add(Gap.absent("HDD and SSD", NO_DISK));
    this.plan = plan;
    openJmh(plan);
    return plan.rounds();
  }

  @Override
  public void finish() {
    if (plan.operations()) {
      uses(plan.full());
      if (canCount()) {
        countedUses();
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

  private List<String> pools() {
    return card.parameters().get(SUBJECT);
  }

  /** The published loop, each pool in a fork of its own. */
  private void loop(Reset reset, int smallest, int largest) {
    Map<String, List<String>> parameters =
        Map.of(
            SUBJECT,
            pools(),
            RESET,
            List.of(reset.name()),
            "smallest",
            List.of(Integer.toString(smallest)),
            "largest",
            List.of(Integer.toString(largest)));
    for (RunResult result : jmh.protocol(S4ReuseAgainstBorrow.class, parameters, false)) {
      String pool = JmhRuns.parameters(result).get(SUBJECT);
      Map<String, Double> millis = JmhRuns.secondary(result);
      for (Way way : Way.values()) {
        for (int queries = smallest; queries <= largest; queries *= 2) {
          Double measured = millis.get(way.counter + queries);
          if (measured != null) {
            keepLoop(
                Map.of(SUBJECT, pool, RESET, reset.name(), WAY, way.name()), queries, measured);
          }
        }
      }
    }
  }

  /** On a curve what was published as one, and of the rest the size that is compared. */
  private void keepLoop(Map<String, String> series, int queries, double millis) {
    Map<String, String> point = new TreeMap<>(series);
    if (CURVES.contains(series.get(WAY) + " " + series.get(RESET))) {
      point.put(QUERIES, Integer.toString(queries));
      keep(point, millis);
    } else if (queries == COMPARED) {
      point.put(PART, COMPARED + " times");
      keep(point, millis);
    }
  }

  private void connects() {
    List<String> subjects = new ArrayList<>(List.of(Subject.UNPOOLED.name()));
    subjects.addAll(pools());
    for (RunResult result : jmh.protocol(S4Connects.class, Map.of(SUBJECT, subjects), false)) {
      String subject = JmhRuns.parameters(result).get(SUBJECT);
      keep(Map.of(PART, CONNECTS, SUBJECT, subject), result.getPrimaryResult().getScore());
    }
  }

  /** The settings as they come and each one changed; in the long form every combination. */
  private void uses(boolean full) {
    if (full) {
      uses(List.of("true", "false"), RESETS, List.of("256", "0"));
    } else {
      uses(List.of("true", "false"), RESETS.subList(0, 1), List.of("256"));
      uses(List.of("true"), RESETS.subList(0, 1), List.of("0"));
      uses(List.of("true"), RESETS.subList(1, RESETS.size()), List.of("256"));
    }
  }

  private void uses(List<String> validation, List<String> reset, List<String> statementCache) {
    Map<String, List<String>> parameters =
        Map.of(
            SUBJECT,
            pools(),
            "validation",
            validation,
            RESET,
            reset,
            "statementCache",
            statementCache);
    for (RunResult result : jmh.protocol(S4OneUse.class, parameters, false)) {
      Map<String, Double> parts = JmhRuns.secondary(result);
      parts.keySet().retainAll(S4Reading.PARTS);
      keep(use(JmhRuns.parameters(result)), S4Reading.oneUse(parts) / MICROS);
      count(use(JmhRuns.parameters(result)), parts);
    }
  }

  /** Round trips do not depend on the statement cache. */
  private void countedUses() {
    jmh.count(S4OneUse.class, Map.of(SUBJECT, pools(), RESET, RESETS))
        .forEach((parameters, counts) -> count(use(parameters), counts));
  }

  private static Map<String, String> use(Map<String, String> parameters) {
    Map<String, String> use = new TreeMap<>(parameters);
    use.put(PART, ONE_USE);
    return use;
  }

  @Override
  public StudyResult result() {
    return super.result().saying(S4Reading.of(points()));
  }
}
