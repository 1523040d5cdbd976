package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.platform.Daemons;
import cloakroom.platform.OneLine;
import cloakroom.stress.process.StopSignal;
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

final class LocalLoad extends Load {
  private static final Duration NO_LIMIT = Duration.ofDays(365);

  private final StandardJMeterEngine engine = new StandardJMeterEngine();
  private final SequentialScheduler scheduler;
  private final SearchByClass<OpenModelThreadGroup> openGroups =
      new SearchByClass<>(OpenModelThreadGroup.class);

  LocalLoad(LoadPlan plan, SampleRecorder recorder, Path folder, SequentialScheduler scheduler) {
    super(folder);
    this.scheduler = scheduler;
    plan.tree().traverse(openGroups);
    plan.add(new SampleMarks(() -> cutShort));
    plan.add(recorder);
    plan.add(samples);
    engine.configure(plan.tree());
  }

  @Override
  void run() throws InterruptedException {
    try {
      engine.runTest();
      engine.awaitTermination(NO_LIMIT);
    } catch (JMeterEngineException | ExecutionException | TimeoutException e) {
      throw wrongUse("the plan ended with an error: " + OneLine.ofCause(e));
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
    scheduler.counted();
  }

  @Override
  void stopUsers(boolean now) {
    scheduler.end();
    engine.stopTest(now);
  }

  /**
   * Lets each user finish its current iteration, then shuts down the thread pools of open model
   * thread groups. JMeter would not shut them down, so the engine would wait for them forever.
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
      // Repeats the stop, because a thread group behind its schedule still starts users after it.
      boolean idle = users() == 0;
      openGroups
          .getSearchResults()
          .forEach(idle ? AbstractThreadGroup::tellThreadsToStop : AbstractThreadGroup::stop);
    }
  }
}
