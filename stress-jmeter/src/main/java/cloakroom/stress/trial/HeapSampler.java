package cloakroom.stress.trial;

import cloakroom.contract.Counter;
import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.contract.Phase;
import cloakroom.platform.Daemons;
import cloakroom.stress.folder.CountersFile;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Sampler of the tier's live heap before the first session and at the highest session count. The
 * difference divided by the sessions is the heap per session. Sampling is optional, because all
 * requests wait during a measurement.
 */
final class HeapSampler implements AutoCloseable {
  private final long users;
  private final Supplier<Optional<LiveHeap>> heap;
  private final Optional<LiveHeap> before;
  private long maxSessions;
  private volatile CompletableFuture<Optional<LiveHeap>> full;

  /** Measures the heap at once, so create the sampler before the first session. */
  HeapSampler(long users, Supplier<Optional<LiveHeap>> heap) {
    this.users = users;
    this.heap = heap;
    this.before = heap.get();
  }

  /** Returns {@code counters} unchanged. Starts a heap measurement at the peak of sessions. */
  Optional<NodeReport> watch(Optional<NodeReport> counters) {
    if (counters.filter(all -> Phase.MEASURED.equals(all.phase())).isPresent()) {
      long sessions = counters.get().gauges().getOrDefault(Counter.SESSIONS.label(), 0L);
      boolean falling = sessions < maxSessions;
      maxSessions = Math.max(maxSessions, sessions);
      if (before.isPresent() && full == null && (sessions >= users || falling)) {
        full = CompletableFuture.supplyAsync(heap, Daemons.each("heap"));
      }
    }
    return counters;
  }

  Optional<CountersFile.Heap> result() {
    LiveHeap now = full == null ? LiveHeap.NONE : full.join().orElse(LiveHeap.NONE);
    long earlier = before.orElse(LiveHeap.NONE).bytes();
    return Optional.of(
            new CountersFile.Heap(
                earlier, now.bytes(), now.sessions(), now.instances(), now.millis()))
        .filter(measured -> measured.sessions() > 0);
  }

  @Override
  public void close() {
    if (full != null) {
      full.join();
    }
  }
}
