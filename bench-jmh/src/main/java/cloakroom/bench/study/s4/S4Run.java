package cloakroom.bench.study.s4;

import static cloakroom.bench.harness.StudySets.with;

import cloakroom.bench.harness.JmhExperiment;
import cloakroom.bench.harness.JmhRuns;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.machine.UtilizationProfiler;
import cloakroom.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.results.RunResult;

/**
 * Experiment of study S4. Each round compares one kept connection with a borrow for each query, and
 * measures 500 connects. After all rounds, it measures the times of a borrow, a query and a return
 * with each setting.
 */
public final class S4Run extends JmhExperiment {
  private static final String PART = "part"; // of the points that are not on the curve
  private static final Set<String> TIMES = Set.of("borrow", "first", "next", "giveBack", "held");
  private static final String AS_PUBLISHED =
      "subject=POOLS validation=false reset=LAZY n=4,32,5000";

  public static final StudySets LOOPS =
      StudySets.of(
              "subject=POOLS validation=true reset=NONE n=4,32,256,5000",
              "subject=POOLS validation=true reset=FULL,LAZY n=5000",
              AS_PUBLISHED)
          .full(
              "subject=POOLS validation=true reset=NONE,FULL"
                  + " n=4,8,16,32,64,128,256,512,1024,2048,4096,5000,8192,16384,32768,65536,131072",
              "subject=POOLS validation=true reset=LAZY n=5000",
              AS_PUBLISHED);

  static final StudySets CONNECTS =
      StudySets.of(
          "subject=UNPOOLED validation=false rtt=none,200us",
          "subject=POOLS validation=true",
          "subject=POOLS validation=false rtt=none,200us");

  private static final StudySets USES =
      StudySets.of(
              "subject=POOLS validation=true,false reset=NONE statementCache=256",
              "subject=POOLS validation=true reset=NONE statementCache=0",
              "subject=POOLS validation=true reset=ROLLBACK,FULL,LAZY statementCache=256")
          .full(
              "subject=POOLS validation=true,false reset=NONE,ROLLBACK,FULL,LAZY"
                  + " statementCache=256,0");

  /** Sets whose traffic is counted; a statement cache does not change the number of round trips. */
  private static final StudySets TRAFFIC =
      StudySets.of("subject=POOLS validation=true reset=NONE,ROLLBACK,FULL,LAZY");

  public S4Run(StudyDefinition definition, List<Subject> pools) {
    super(
        definition,
        pools,
        new Part(S4ReuseAgainstBorrow.class, LOOPS, Map.of()),
        new Part(S4Connects.class, CONNECTS, Map.of(PART, "500 connects")));
    omissions.add(
        Omission.absent(
            "HDD and SSD",
            "the query reads one row that stays in memory and writes nothing, so no disk takes"
                + " part; to compare disks, name a database with --url"));
  }

  @Override
  protected void add(Map<String, String> parameters, RunResult result) {
    if (parameters.containsKey(PART)) {
      super.add(parameters, result);
    } else {
      Map<String, Double> metrics = JmhRuns.metrics(result);
      Double utilization = metrics.remove(UtilizationProfiler.UTILIZATION);
      metrics.forEach(
          (way, millis) -> {
            Map<String, String> point = with(parameters, "way", way);
            addTime(point, millis);
            if (utilization != null) {
              addCounts(point, Map.of(UtilizationProfiler.UTILIZATION, utilization));
            }
          });
    }
  }

  @Override
  public void finish() {
    if (plan.steadyState()) {
      Part uses = new Part(S4OneUse.class, TRAFFIC, Map.of(PART, "one use"));
      for (Map<String, String> set : USES.of(plan.full(), pools)) {
        RunResult result = jmh.protocol(S4OneUse.class, set);
        Map<String, Double> micros = JmhRuns.metrics(result);
        micros.keySet().retainAll(TIMES);
        double one = micros.get("borrow") + micros.get("first") + micros.get("giveBack");
        addTime(uses.parameters(result), one / 1_000);
        addCounts(uses.parameters(result), micros);
      }
      if (canRelay("counts")) {
        TRAFFIC.of(plan.full(), pools).forEach(set -> countTraffic(uses, set));
      }
    }
  }
}
