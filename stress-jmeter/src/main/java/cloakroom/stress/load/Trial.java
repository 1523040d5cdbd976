package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.jmeter.engine.JMeterEngineException;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.threads.JMeterContextService;

/** The load in this process, from its first thread to its last: JMeter's own engine. */
final class Trial extends Load {
  private static final Duration NO_LIMIT = Duration.ofDays(365);

  private final StandardJMeterEngine engine = new StandardJMeterEngine();
  private final Turns turns;

  /** Takes the turns that users take, unless the plan has them all at once. */
  Trial(LoadPlan plan, SampleMeter measurement, Path folder, Turns turns) {
    super(folder);
    this.turns = turns;
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

  @Override
  void enough() {
    engine.stopTest(false);
  }
}
