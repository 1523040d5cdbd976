package cloakroom.tier;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.FaultCommand;
import cloakroom.http.Tier;
import cloakroom.platform.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Faults that the parent process injects into this node's relay, connection pool or store. */
public final class TierFaults implements AutoCloseable {
  private static final long RETRY_PAUSE_NANOS = 10_000_000;

  private final Tier tier;
  private final AtomicBoolean storeFull;

  @GuardedBy("this")
  private final List<Lease> held = new ArrayList<>();

  @GuardedBy("this")
  private boolean exhausting;

  public TierFaults(Tier tier, AtomicBoolean storeFull) {
    this.tier = tier;
    this.storeFull = storeFull;
  }

  /** Starts or ends a fault. Returns "" after success, otherwise why the fault is impossible. */
  public String apply(FaultCommand order) {
    return switch (order.kind().place()) {
      case RELAY -> {
        tier.relay().ifPresent(process -> process.sendFault(order));
        yield tier.relay().isPresent() ? "" : "there is no relay to the database";
      }
      case STORE -> {
        storeFull.set(order.begins());
        yield "";
      }
      case POOL -> order.begins() ? exhaust() : release();
      default -> "not a fault of a node";
    };
  }

  private synchronized String exhaust() {
    if (tier.sources().isEmpty()) {
      return "there is no connection pool";
    }
    ConnectionSource users = tier.sources().get(0);
    int all = users.limit();
    if (all == 0) {
      return "the connection pool has no limit";
    }
    exhausting = true;
    Daemons.each("pool-exhaust").execute(() -> borrowAll(users, all));
    return "";
  }

  /** Borrows all connections of the pool, including those that requests release later. */
  private void borrowAll(ConnectionSource users, int all) {
    while (needsMore(all)) {
      try {
        keep(users.borrow());
      } catch (ConnectionException e) {
        if (e.kind() == ErrorClass.POOL_EXHAUSTED && hasAllOf(users)) {
          return; // the rest is reserved for snapshots
        }
        // Try later: requests use the other connections, or the database rejected a connect.
        LockSupport.parkNanos(RETRY_PAUSE_NANOS);
      }
    }
  }

  private synchronized boolean needsMore(int all) {
    return exhausting && held.size() < all;
  }

  private synchronized boolean hasAllOf(ConnectionSource users) {
    return users.statistics().get(Counter.CONNECTIONS_IN_USE) == held.size();
  }

  private synchronized void keep(Lease lease) {
    if (exhausting) {
      held.add(lease);
    } else {
      lease.close();
    }
  }

  private synchronized String release() {
    exhausting = false;
    held.forEach(Lease::close);
    held.clear();
    return "";
  }

  @Override
  public void close() {
    release();
    storeFull.set(false);
  }
}
