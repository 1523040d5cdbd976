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
 * Measures the tier's live heap twice: before the first session, and when the session count reaches
 * the users or starts to fall. The difference per session is its heap cost. All requests wait
 * during a measurement, so it is optional.
 */
final class HeapSampler implements AutoCloseable {
  static final HeapSampler NONE = new HeapSampler(0, Optional::empty);
  private final long users;
  private final Supplier<Optional<LiveHeap>> heap;
  private final Optional<LiveHeap> before;
  private long maxSessions;
  private volatile CompletableFuture<Optional<LiveHeap>> full;

  /** Measures the tier now, before its first session. */
  HeapSampler(long users, Supplier<Optional<LiveHeap>> heap) {
    this.users = users;
    this.heap = heap;
    this.before = heap.get();
  }

  /** Inspects and returns the counters; starts the second measurement on another thread. */
  Optional<NodeReport> watch(Optional<NodeReport> counters) {
    counters
        .filter(all -> Phase.MEASURED.equals(all.phase()))
        .map(all -> all.gauges().getOrDefault(Counter.SESSIONS.label(), 0L))
        .ifPresent(
            sessions -> {
              boolean falling = sessions < maxSessions;
              maxSessions = Math.max(maxSessions, sessions);
              if (before.isPresent() && full == null && (sessions >= users || falling)) {
                full = CompletableFuture.supplyAsync(heap, Daemons.each("heap"));
              }
            });
    return counters;
  }

  Optional<CountersFile.Heap> result() {
    Optional<LiveHeap> measured = full == null ? Optional.empty() : full.join();
    return measured
        .filter(after -> after.sessions() > 0)
        .map(
            after ->
                new CountersFile.Heap(
                    before.orElse(LiveHeap.NONE).bytes(),
                    after.bytes(),
                    after.sessions(),
                    after.instances(),
                    after.millis()));
  }

  @Override
  public void close() {
    if (full != null) {
      full.join();
    }
  }
}
