package cloakroom.bench.study;

import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyRun;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/**
 * One study as the runner sees it. Most are JMH benchmarks, run by the runner itself; one that does
 * not fit JMH's mould implements this, has a constructor without arguments or one that takes its
 * card, and is named in its card in the benchmark's place.
 */
public interface Experiment {
  /** What it asks. */
  StudyCard card();

  /**
   * Runs it.
   *
   * @param plan how much is run
   * @param listener told before each round
   * @throws Exception with one clear line, if it cannot be run or did nothing
   */
  StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) throws Exception;

  /** What JMH measured, for its own result file; nothing if JMH did not measure. */
  default Collection<RunResult> jmhResults() {
    return List.of();
  }
}
