package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import cloakroom.stress.files.TrialFile;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.jmeter.engine.JMeterEngineException;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.threads.JMeterContextService;

/** The load in this process, from its first thread to its last: JMeter's own engine. */
final class Trial implements Load {
  private static final Duration NO_LIMIT = Duration.ofDays(365);
  private static final int PATIENCE = 8;

  private final StandardJMeterEngine engine = new StandardJMeterEngine();
  private final ResultCollector samples = new ResultCollector();
  private final Turns turns;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean cutShort;

  /** Takes the turns that users take, unless the plan has them all at once. */
  Trial(LoadPlan plan, SampleMeter measurement, Path folder, Turns turns) {
    this.turns = turns;
    samples.setFilename(TrialFile.SAMPLES.in(folder).toString());
    plan.add(new SampleMarks(() -> cutShort));
    plan.add(measurement);
    plan.add(samples);
    engine.configure(plan.tree());
  }

  @Override
  public void run() throws InterruptedException {
    try {
      engine.runTest();
      engine.awaitTermination(NO_LIMIT);
    } catch (JMeterEngineException | ExecutionException | TimeoutException e) {
      throw StressFailure.wrongUse("the plan ended with an error: " + OneLine.ofCause(e));
    } finally {
      ended.countDown();
    }
  }

  @Override
  public int users() {
    return JMeterContextService.getNumberOfThreads();
  }

  @Override
  public void counted() {
    turns.counted();
  }

  @Override
  public void stop() {
    cutShort = true;
    turns.end();
    for (int second = 0; second < PATIENCE; second++) {
      // again and again: an engine that is only just starting forgets the first call
      engine.stopTest(second >= 2);
      if (endedWithin(1000)) {
        return;
      }
    }
  }

  @Override
  public void enough() {
    engine.stopTest(false);
  }

  @Override
  public void abandon() {
    cutShort = true;
    turns.end();
    engine.stopTest(true);
    endedWithin(1500);
    samples.flushFile();
  }

  private boolean endedWithin(long milliseconds) {
    try {
      return ended.await(milliseconds, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
