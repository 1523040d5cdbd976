package cloakroom.bench.study;

import cloakroom.bench.lab.Study;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import cloakroom.bench.study.s1.S1bFetchSize;
import cloakroom.bench.study.s1.S1cStatementCache;
import cloakroom.bench.study.s1.S1dDrainedPool;
import cloakroom.bench.study.s1.S1eCacheOverflow;
import cloakroom.bench.study.s1.S1fLiterals;
import cloakroom.bench.study.s1.S1gKeptOut;
import cloakroom.bench.study.s1.S1hTraffic;
import cloakroom.bench.study.s1.S1iFetchMemory;
import cloakroom.bench.study.s2.S2ConnectModes;
import cloakroom.bench.study.s3.S3DriverPool;
import cloakroom.bench.study.s3.S3bJoiningBackend;
import cloakroom.bench.study.s3.S3cPoolKeys;
import cloakroom.bench.study.s4.S4Run;
import cloakroom.bench.study.s5.S5StressRun;
import java.nio.file.Path;
import java.util.List;

/**
 * All studies, in the order of their ids. A new one is a class with its card, and a line here.
 *
 * @param all every study
 */
public record Studies(List<Study> all) {
  /**
   * Every study.
   *
   * @param stressRuns the folder of the stress test's runs, which S5 reads
   */
  public static Studies of(Path stressRuns) {
    return new Studies(
        List.of(
            S1aConnectionPooling.study(),
            S1bFetchSize.study(),
            S1cStatementCache.study(),
            S1dDrainedPool.study(),
            S1eCacheOverflow.study(),
            S1fLiterals.study(),
            S1gKeptOut.study(),
            S1hTraffic.study(),
            S1iFetchMemory.study(),
            S2ConnectModes.study(),
            S3DriverPool.study(),
            S3bJoiningBackend.study(),
            S3cPoolKeys.study(),
            S4Run.study(),
            S5StressRun.study(stressRuns)));
  }

  /**
   * The studies with these ids; all if there are none.
   *
   * @throws IllegalArgumentException naming the id and the choices
   */
  public List<Study> named(List<String> ids) {
    List<String> known = all.stream().map(study -> study.card().id()).toList();
    for (String id : ids) {
      if (known.stream().noneMatch(id::equalsIgnoreCase)) {
        throw new IllegalArgumentException("unknown study " + id + "; the studies are: " + known);
      }
    }
    return all.stream()
        .filter(
            study -> ids.isEmpty() || ids.stream().anyMatch(study.card().id()::equalsIgnoreCase))
        .toList();
  }
}
