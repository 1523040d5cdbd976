package cloakroom.bench.study;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.JmhExperiment;
import cloakroom.bench.harness.JmhExperiment.Part;
import cloakroom.bench.harness.JmhRuns;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import cloakroom.bench.study.s1.S1bFetchSize;
import cloakroom.bench.study.s1.S1cStatementCache;
import cloakroom.bench.study.s1.S1dDrainedPool;
import cloakroom.bench.study.s2.S2ConnectModes;
import cloakroom.bench.study.s3.S3DriverPool;
import cloakroom.bench.study.s3.S3bJoiningBackend;
import cloakroom.bench.study.s3.S3dIdleTimeout;
import cloakroom.bench.study.s4.S4Run;
import cloakroom.bench.study.s5.S5PolicyCycle;
import cloakroom.bench.subject.Subject;
import cloakroom.platform.Resources;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * All studies in the order of their ids. A new study needs an entry in definitions.json, a
 * benchmark class and a line in this class.
 */
public final class Studies {
  private static final List<StudyDefinition> ALL =
      StudyDefinition.parse(Resources.text("cloakroom/bench/study/definitions.json"));

  private Studies() {}

  /**
   * Creates the experiments of the given study ids. An empty list stands for all studies, and for
   * the pools HikariCP and UCP.
   */
  public static List<Experiment> experiments(List<String> ids, List<String> poolNames) {
    List<Subject> pools = Subject.pools(poolNames);
    return definitions(ids).stream()
        .map(study -> experiment(study.forPools(pools), pools))
        .toList();
  }

  private static Experiment experiment(StudyDefinition study, List<Subject> pools) {
    return switch (study.id()) {
      case "S1a" ->
          new JmhExperiment(study, pools, S1aConnectionPooling.class, S1aConnectionPooling.SETS);
      case "S1b" -> new JmhExperiment(study, pools, S1bFetchSize.class, S1bFetchSize.FETCH_SIZE);
      case "S1c" ->
          new JmhExperiment(study, pools, S1cStatementCache.class, S1cStatementCache.CACHE);
      case "S1d" -> new JmhExperiment(study, pools, S1dDrainedPool.class, S1dDrainedPool.SETS);
      case "S1e" ->
          new JmhExperiment(study, pools, S1cStatementCache.class, S1cStatementCache.OVERFLOW);
      case "S1f" ->
          new JmhExperiment(study, pools, S1cStatementCache.class, S1cStatementCache.LITERALS);
      case "S1g" ->
          new JmhExperiment(study, pools, S1cStatementCache.class, S1cStatementCache.UNCACHED);
      case "S1h" -> traffic(study, pools);
      case "S1i" -> fetchMemory(study, pools);
      case "S2" -> S2ConnectModes.experiment(study, pools);
      case "S3" ->
          new JmhExperiment(study, pools, S3DriverPool.class, S3DriverPool.SETS) {
            @Override
            protected List<String> interpretation() {
              return S3DriverPool.interpretation(points());
            }
          };
      case "S3b" -> new S3bJoiningBackend(study);
      case "S3c" -> notMeasured(study);
      case "S3d" -> new S3dIdleTimeout(study, pools);
      case "S4" -> new S4Run(study, pools);
      case "S5" -> new JmhExperiment(study, pools, S5PolicyCycle.class, S5PolicyCycle.SETS);
      default -> throw new IllegalStateException("study " + study.id() + " has no experiment");
    };
  }

  /**
   * Creates the experiment of study S1i. The client's processor time of each round is a time of its
   * own, because a ratio of counts has no interval.
   */
  private static Experiment fetchMemory(StudyDefinition study, List<Subject> pools) {
    return new JmhExperiment(study, pools, S1bFetchSize.class, S1bFetchSize.MEMORY) {
      @Override
      protected void add(Map<String, String> parameters, RunResult result) {
        super.add(parameters, result);
        addTime(
            StudySets.with(parameters, "clock", "processor"),
            JmhRuns.metrics(result).get("processorMillis"));
      }
    };
  }

  /**
   * Creates an experiment that counts database round trips and bytes of three studies. It measures
   * no times, so its results are the same on every machine.
   */
  private static Experiment traffic(StudyDefinition study, List<Subject> pools) {
    return new JmhExperiment(
        study,
        pools,
        traffic(
            "S1a",
            S1aConnectionPooling.class,
            "subject=UNPOOLED,POOLS pool=FILLED validation=true"),
        traffic("S1b", S1bFetchSize.class, "fetchSize=1,1000"),
        traffic("S1c", S1cStatementCache.class, "cache=0,1 query=KEYED")) {
      @Override
      public int begin(RoundPlan plan) {
        super.begin(plan);
        return 0;
      }

      @Override
      public void finish() {
        countTraffic();
      }
    };
  }

  private static Part traffic(String id, Class<?> benchmark, String sets) {
    return new Part(benchmark, StudySets.of(sets), Map.of("study", id));
  }

  private static Experiment notMeasured(StudyDefinition study) {
    return new Experiment(study) {
      @Override
      public int begin(RoundPlan plan) {
        String why =
            "none of these pools has a registry by connection string, so two opened pools are two"
                + " pools with any spelling; a test verifies this for each of them";
        omissions.add(new Omission("not measured", "", why));
        return 0;
      }
    };
  }

  public static List<StudyDefinition> definitions(List<String> ids) {
    List<String> all = ALL.stream().map(StudyDefinition::id).toList();
    for (String id : ids) {
      if (all.stream().noneMatch(id::equalsIgnoreCase)) {
        throw new IllegalArgumentException("unknown study " + id + "; the studies are: " + all);
      }
    }
    return ALL.stream()
        .filter(study -> ids.isEmpty() || ids.stream().anyMatch(study.id()::equalsIgnoreCase))
        .toList();
  }
}
