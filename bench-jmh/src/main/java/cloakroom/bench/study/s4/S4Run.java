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
import org.openjdk.jmh.results.RunResult;

/**
 * Experiment of study S4. Each round measures 500 connects, and compares one kept connection with a
 * borrow for each query. After all rounds, it measures the times of a borrow, a query and a return
 * with each setting. One JMH fork measures all numbers of queries, for equal conditions.
 */
public final class S4Run extends Experiment {
  private static final String PART = "part"; // of the points that are not on the curve
  private static final String ONE_USE = "one use";
  private static final String SUBJECT = "subject";
  private static final String RESET = "reset";
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
        for (String pool : pools) {
          // varies the reset only: a statement cache does not change the number of round trips
          for (Map<String, String> set : StudySets.parse("reset=NONE,ROLLBACK,FULL,LAZY")) {
            countTraffic(S4OneUse.class, with(set, SUBJECT, pool), Map.of(PART, ONE_USE));
          }
        }
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
    List<String> subjects = new ArrayList<>(pools);
    subjects.add(0, Subject.UNPOOLED.name());
    for (String subject : subjects) {
      RunResult result = jmh.protocol(S4Connects.class, Map.of(SUBJECT, subject));
      double millis = result.getPrimaryResult().getScore();
      addTime(Map.of(PART, "500 connects", SUBJECT, subject), millis);
    }
  }

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
}
