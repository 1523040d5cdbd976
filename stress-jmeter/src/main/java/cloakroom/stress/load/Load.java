package cloakroom.stress.load;

import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.process.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.jmeter.reporters.ResultCollector;

/** The users of one trial at work, in this process or on engines elsewhere. */
abstract class Load {
  private static final int PATIENCE = 8;

  /** Writes samples.jtl. */
  final ResultCollector samples = new ResultCollector();

  /** Completes when the load is over. */
  final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Whether somebody has broken it off: what fails then is no failure of a server. */
  volatile boolean cutShort;

  Load(Path folder) {
    samples.setFilename(TrialFile.SAMPLES.in(folder).toString());
  }

  /** Runs the load to its end, or to the end that {@link #stop} makes. */
  abstract void run() throws InterruptedException;

  abstract int users();

  /** Has users leave when their requests are answered, or drops what is under way. */
  abstract void leave(boolean now);

  /** Lets users leave who have finished what they are at: what was measured so far tells enough. */
  void stopEarly() {}

  /** The request that was told last has been counted. */
  void counted() {}

  /**
   * Ends the load within a few seconds. Requests under way may end within two seconds; users who
   * think are woken after that, and requests that still hang are dropped.
   */
  void stop() {
    cutShort = true;
    for (int second = 0; second < PATIENCE; second++) {
      // again and again: an engine that is only just starting forgets the first call
      leave(second >= 2);
      if (StopSignal.completes(ended, Duration.ofSeconds(1))) {
        return;
      }
    }
  }

  /** Ends the load at once: nobody waits for its results. */
  void abandon() {
    cutShort = true;
    leave(true);
    StopSignal.completes(ended, Duration.ofMillis(1500));
    samples.flushFile();
  }
}
