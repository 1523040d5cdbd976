package cloakroom.bench.study.s4;

import static cloakroom.bench.harness.StudySets.with;
import static cloakroom.bench.study.s4.S4ReuseAgainstBorrow.COMPARED;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.JmhRuns;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.study.s4.BorrowState.Reset;
import cloakroom.bench.study.s4.S4ReuseAgainstBorrow.AccessMode;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;

/**
 * S4: cost of a borrow for every query, its parts and the settings that cause them. Three
 * benchmarks: the published curve and 500 connects in rounds, then one use in parts, once for each
 * setting.
 *
 * <p>A fork runs all sizes and access modes, as the published loop does. A fork for each would take
 * many times as long and measure each under other conditions.
 */
public final class S4Run extends Experiment {
  /** Parameter that distinguishes the points without a place on the curve. */
  private static final String PART = "part";

  /** One use in parts; its counts are the medians in microseconds. */
  private static final String ONE_USE = "one use";

  private static final String SUBJECT = "subject";
  private static final String RESET = "reset";

  /** Last size of the short form without a reset. */
  private static final int SHORT = 8192;

  private static final Set<String> CURVES = Set.of("BORROWED NONE", "HELD NONE", "BORROWED FULL");

  private static final Set<String> PARTS = Set.of("borrow", "first", "next", "giveBack", "held");

  private final List<String> pools;
  private RoundPlan plan;

  public S4Run(StudyDefinition definition, List<String> pools) {
    super(definition);
    this.pools = pools;
  }

  @Override
  public int begin(RoundPlan plan) {
    omissions.add(
        Omission.absent(
            "HDD and SSD",
            "the query reads one row that stays in memory and writes nothing, so no disk takes"
                + " part; to compare disks, name a database with --url"));
    this.plan = plan;
    openJmh(plan);
    return plan.rounds();
  }

  @Override
  public void finish() {
    if (plan.steadyState()) {
      measureUses();
      if (canCount()) {
        // round trips do not depend on the statement cache
        countUses();
      }
    }
  }

  @Override
  public void round(boolean backwards) {
    int largest = plan.full() ? S4ReuseAgainstBorrow.ALL : SHORT;
    List<Runnable> parts =
        new ArrayList<>(
            List.of(
                () -> loop(Reset.NONE, S4ReuseAgainstBorrow.FIRST, largest),
                () ->
                    loop(Reset.FULL, S4ReuseAgainstBorrow.FIRST, plan.full() ? largest : COMPARED),
                () -> loop(Reset.LAZY, COMPARED, COMPARED),
                this::connects));
    if (backwards) {
      Collections.reverse(parts);
    }
    parts.forEach(Runnable::run);
  }

  /** Runs the published loop, each pool in a separate fork. */
  private void loop(Reset reset, int smallest, int largest) {
    for (String pool : pools) {
      Map<String, String> series = Map.of(SUBJECT, pool, RESET, reset.name());
      Map<String, String> set = with(series, "smallest", Integer.toString(smallest));
      Map<String, Double> millis =
          JmhRuns.metrics(
              jmh.run(
                  S4ReuseAgainstBorrow.class,
                  JmhRuns.PROTOCOL,
                  with(set, "largest", Integer.toString(largest)),
                  options -> options.addProfiler(S4ReuseAgainstBorrow.SizeTimes.class.getName())));
      for (AccessMode mode : AccessMode.values()) {
        for (int queries = smallest; queries <= largest; queries *= 2) {
          Double measured = millis.get(mode.metric(queries));
          if (measured != null) {
            addLoopTime(series, mode, queries, measured);
          }
        }
      }
    }
  }

  /** Adds a point of a curve; of the modes without a curve only the compared size. */
  private void addLoopTime(
      Map<String, String> series, AccessMode mode, int queries, double millis) {
    Map<String, String> point = with(series, "way", mode.name());
    if (CURVES.contains(mode + " " + series.get(RESET))) {
      addTime(with(point, "n", Integer.toString(queries)), millis);
    } else if (queries == COMPARED) {
      addTime(with(point, PART, COMPARED + " times"), millis);
    }
  }

  private void connects() {
    Stream.concat(Stream.of(Subject.UNPOOLED.name()), pools.stream())
        .forEach(
            subject ->
                addTime(
                    Map.of(PART, "500 connects", SUBJECT, subject),
                    jmh.protocol(S4Connects.class, Map.of(SUBJECT, subject))
                        .getPrimaryResult()
                        .getScore()));
  }

  /** Measures the default settings and each one changed; in the long form every combination. */
  private void measureUses() {
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
        Map<String, Double> micros = JmhRuns.metrics(result);
        micros.keySet().retainAll(PARTS);
        Map<String, String> use = with(JmhRuns.parameters(result), PART, ONE_USE);
        double one = micros.get("borrow") + micros.get("first") + micros.get("giveBack");
        addTime(use, one / 1_000);
        addCounts(use, micros);
      }
    }
  }

  private void countUses() {
    for (String pool : pools) {
      for (Map<String, String> set : StudySets.parse("reset=NONE,ROLLBACK,FULL,LAZY")) {
        countTraffic(S4OneUse.class, with(set, SUBJECT, pool), Map.of(PART, ONE_USE));
      }
    }
  }
}
