package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds the deadlock of the second connection. A lease is <em>stuck</em> while it is pinned or its
 * holder waits for an internal connection. When as many leases are stuck as the pool has
 * connections, none will come back before somebody gives up: then whoever waits for an internal
 * connection gives up, the latest first. A lease that is being handed out or back is not stuck, so
 * there is no false alarm. A pool cannot wake a thread that waits in it, so that is interrupted.
 */
final class StuckLeases {
  private record Waiter(
      Lease holder, Thread thread, AtomicReference<ConnectionException> verdict) {}

  private final String name;
  private final int limit;

  @GuardedBy("this")
  private final Set<Lease> pinned = new HashSet<>();

  @GuardedBy("this")
  private final List<Waiter> waiters = new ArrayList<>();

  StuckLeases(String name, int limit) {
    this.name = name;
    this.limit = limit;
  }

  synchronized int pinned() {
    return pinned.size();
  }

  synchronized void pin(Lease lease) {
    pinned.add(lease);
    breakDeadlock();
  }

  /** The lease works again, or is about to go back. */
  synchronized void unpin(Lease lease) {
    pinned.remove(lease);
  }

  /** Borrows from the source while the holder, if any, counts as waiting. */
  Lease borrowFor(Lease holder, ConnectionSource source) {
    Waiter waiter = new Waiter(holder, Thread.currentThread(), new AtomicReference<>());
    enter(waiter);
    try {
      return source.borrow();
    } catch (ConnectionException failure) {
      throw Objects.requireNonNullElse(waiter.verdict().get(), failure);
    } finally {
      leave(waiter);
    }
  }

  private synchronized void enter(Waiter waiter) {
    waiters.add(waiter);
    breakDeadlock();
    if (!waiters.contains(waiter)) {
      throw waiter.verdict().get();
    }
  }

  /** A waiter that is off the list already was interrupted; one that leaves it never will be. */
  private synchronized void leave(Waiter waiter) {
    if (!waiters.remove(waiter)) {
      Thread.interrupted();
    }
  }

  @GuardedBy("this")
  private void breakDeadlock() {
    while (limit > 0 && !waiters.isEmpty() && stuck() >= limit) {
      Waiter latest = waiters.get(waiters.size() - 1);
      latest.verdict().set(deadlock());
      waiters.remove(latest);
      if (latest.thread() != Thread.currentThread()) {
        latest.thread().interrupt();
      }
    }
  }

  /** A lease that is both pinned and held counts once. */
  @GuardedBy("this")
  private int stuck() {
    Set<Lease> all = new HashSet<>(pinned);
    waiters.forEach(waiter -> all.add(waiter.holder()));
    all.remove(null);
    return all.size();
  }

  @GuardedBy("this")
  private ConnectionException deadlock() {
    String message =
        "deadlock in %s: no connection is left for writing a snapshot, and none can come back: pool"
            + " size %d, %d pinned between requests, %d waiting for an internal connection; raise"
            + " the pool size, or set jbo.server.internal_connection so that snapshots have a"
            + " source of their own";
    return new ConnectionException(
        ErrorClass.POOL_EXHAUSTED,
        message.formatted(name, limit, pinned.size(), waiters.size()),
        null);
  }
}
