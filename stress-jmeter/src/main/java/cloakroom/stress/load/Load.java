package cloakroom.stress.load;

import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.jmeter.reporters.ResultCollector;

/** Load of one trial. Its simulated users run in this process or on remote engines. */
abstract class Load {
  static final int MAX_STOP_SECONDS = 8;

  final ResultCollector samples = new ResultCollector();
  final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Whether the load was stopped early. Requests that the stop interrupts are not recorded. */
  volatile boolean cutShort;

  Load(Path folder) {
    samples.setFilename(TrialFile.SAMPLES.in(folder).toString());
  }

  abstract void run() throws InterruptedException;

  abstract int users();

  abstract void stopUsers(boolean now);

  void stopEarly() {}

  /** Lets the next request start after the previous request's database work was counted. */
  void counted() {}

  /**
   * Stops the load within a few seconds. Users have two seconds to finish their requests. Then all
   * users are interrupted, and unfinished requests are not recorded.
   */
  void stop() {
    cutShort = true;
    for (int second = 0; second < MAX_STOP_SECONDS; second++) {
      // Repeats the stop each second, because JMeter ignores a stop while it is still starting.
      stopUsers(second >= 2);
      if (StopSignal.completes(ended, Duration.ofSeconds(1))) {
        return;
      }
    }
  }

  void abandon() {
    cutShort = true;
    stopUsers(true);
    StopSignal.completes(ended, Duration.ofMillis(1500));
    samples.flushFile();
  }
}
