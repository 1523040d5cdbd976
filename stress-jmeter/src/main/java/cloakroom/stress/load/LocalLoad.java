package cloakroom.stress.load;

import cloakroom.platform.Daemons;
import cloakroom.platform.OneLine;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.jmeter.engine.JMeterEngineException;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.openmodel.OpenModelThreadGroup;
import org.apache.jorphan.collections.SearchByClass;

/** The load in this process, from its first thread to its last: JMeter's own engine. */
final class LocalLoad extends Load {
  private static final Duration NO_LIMIT = Duration.ofDays(365);

  private final StandardJMeterEngine engine = new StandardJMeterEngine();
  private final SequentialScheduler turns;
  private final SearchByClass<OpenModelThreadGroup> openGroups =
      new SearchByClass<>(OpenModelThreadGroup.class);

  /** Takes the turns that users take, unless the plan has them all at once. */
  LocalLoad(LoadPlan plan, SampleRecorder measurement, Path folder, SequentialScheduler turns) {
    super(folder);
    this.turns = turns;
    plan.tree().traverse(openGroups);
    plan.add(new SampleMarks(() -> cutShort));
    plan.add(measurement);
    plan.add(samples);
    engine.configure(plan.tree());
  }

  @Override
  void run() throws InterruptedException {
    try {
      engine.runTest();
      engine.awaitTermination(NO_LIMIT);
    } catch (JMeterEngineException | ExecutionException | TimeoutException e) {
      throw StressFailure.wrongUse("the plan ended with an error: " + OneLine.ofCause(e));
    } finally {
      ended.complete(null);
    }
  }

  @Override
  int users() {
    return JMeterContextService.getNumberOfThreads();
  }

  @Override
  void counted() {
    turns.counted();
  }

  @Override
  void leave(boolean now) {
    turns.end();
    engine.stopTest(now);
  }

  /**
   * A graceful stop of an open model's group leaves its pool of threads open, and the engine waits
   * for it. So the pool is shut down once no user is left.
   */
  @Override
  void stopEarly() {
    engine.stopTest(false);
    if (!openGroups.getSearchResults().isEmpty()) {
      Daemons.each("enough").execute(this::endOpenGroups);
    }
  }

  private void endOpenGroups() {
    while (!StopSignal.completes(ended, Duration.ofSeconds(1))) {
      // repeated: a group behind its schedule starts users after it was stopped
      boolean idle = users() == 0;
      openGroups
          .getSearchResults()
          .forEach(idle ? AbstractThreadGroup::tellThreadsToStop : AbstractThreadGroup::stop);
    }
  }
}
