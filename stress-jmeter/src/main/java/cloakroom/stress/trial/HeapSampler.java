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
 * Weighs the tier's live heap twice: before anybody has come, and when all users have a session, or
 * the first of them have left. The difference over the sessions is what one of them costs. Weighing
 * makes all requests wait for a moment, so it is done only when asked for.
 */
final class HeapSampler implements AutoCloseable {
  static final HeapSampler NONE = new HeapSampler(0, Optional::empty);

  private final long users;
  private final Supplier<Optional<LiveHeap>> heap;
  private final Optional<LiveHeap> before;
  private long most;
  private volatile CompletableFuture<Optional<LiveHeap>> full;

  /** Weighs a tier to which nobody has come yet, and again when so many users are there. */
  HeapSampler(long users, Supplier<Optional<LiveHeap>> heap) {
    this.users = users;
    this.heap = heap;
    this.before = heap.get();
  }

  /** Looks at counters as they go by; weighs on a thread of its own when the moment has come. */
  Optional<NodeReport> watch(Optional<NodeReport> counters) {
    counters
        .filter(all -> Phase.MEASURED.equals(all.phase()))
        .ifPresent(all -> sessions(all.gauges().getOrDefault(Counter.SESSIONS.label(), 0L)));
    return counters;
  }

  private void sessions(long now) {
    boolean falling = now < most;
    most = Math.max(most, now);
    if (before.isPresent() && full == null && (now >= users || falling)) {
      full = CompletableFuture.supplyAsync(heap, Daemons.each("heap"));
    }
  }

  /** What was weighed, for counters.json; empty when nothing was. */
  Optional<CountersFile.Heap> result() {
    Optional<LiveHeap> weighed = full == null ? Optional.empty() : full.join();
    return weighed
        .filter(heap -> heap.sessions() > 0)
        .map(
            heap ->
                new CountersFile.Heap(
                    before.orElse(LiveHeap.NONE).bytes(),
                    heap.bytes(),
                    heap.sessions(),
                    heap.instances(),
                    heap.millis()));
  }

  @Override
  public void close() {
    if (full != null) {
      full.join();
    }
  }
}
