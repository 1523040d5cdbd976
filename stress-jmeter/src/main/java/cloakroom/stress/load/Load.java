package cloakroom.stress.load;

import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.jmeter.reporters.ResultCollector;

/** Running users of one trial, in this process or on remote engines. */
abstract class Load {
  static final int MAX_STOP_SECONDS = 8;

  final ResultCollector samples = new ResultCollector();
  final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Whether the load was stopped early: requests that fail from then on are not recorded. */
  volatile boolean cutShort;

  Load(Path folder) {
    samples.setFilename(TrialFile.SAMPLES.in(folder).toString());
  }

  abstract void run() throws InterruptedException;

  abstract int users();

  /** Ends users after their current requests, or drops these requests too. */
  abstract void stopUsers(boolean now);

  /** Ends each user after its current iteration, because no more samples are needed. */
  void stopEarly() {}

  /** Continues after the last request that was reported has been counted. */
  void counted() {}

  /**
   * Ends the load within a few seconds. Running requests may end within two seconds; then thinking
   * users are interrupted and hanging requests are dropped.
   */
  void stop() {
    cutShort = true;
    for (int second = 0; second < MAX_STOP_SECONDS; second++) {
      // repeated: an engine that is only just starting forgets the first call
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
