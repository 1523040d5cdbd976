package cloakroom.tier;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.FaultCommand;
import cloakroom.http.Tier;
import cloakroom.link.RelayProcess;
import cloakroom.platform.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** The faults of one node, which its parent orders: on its way, in its pool, in its store. */
public final class TierFaults implements AutoCloseable {
  private static final long RETRY_PAUSE_NANOS = 10_000_000;

  private final Tier tier;
  private final AtomicBoolean storeFull;

  @GuardedBy("this")
  private final List<Lease> taken = new ArrayList<>();

  @GuardedBy("this")
  private boolean taking;

  public TierFaults(Tier tier, AtomicBoolean storeFull) {
    this.tier = tier;
    this.storeFull = storeFull;
  }

  /** Has a fault begin or end; why it cannot, empty if it does. */
  public String apply(FaultCommand order) {
    switch (order.kind().place()) {
      case RELAY -> {
        Optional<RelayProcess> relay = tier.relay();
        relay.ifPresent(way -> way.order(order));
        return relay.isPresent() ? "" : "there is no relay on the way to the database";
      }
      case STORE -> storeFull.set(order.begins());
      case POOL -> {
        return order.begins() ? takeAll() : giveBack();
      }
      default -> {
        return "not a fault of a node";
      }
    }
    return "";
  }

  private synchronized String takeAll() {
    if (tier.sources().isEmpty()) {
      return "there is no pool of connections";
    }
    ConnectionSource users = tier.sources().get(0);
    int all = users.limit();
    if (all == 0) {
      return "the source of connections has no limit";
    }
    taking = true;
    Daemons.each("pool-exhaust").execute(() -> take(users, all));
    return "";
  }

  /** What users have is taken when it comes back; a wait that was too long is begun again. */
  private void take(ConnectionSource users, int all) {
    while (wants(all)) {
      try {
        keep(users.borrow());
      } catch (ConnectionException e) {
        if (e.kind() == ErrorClass.POOL_EXHAUSTED && hasAllOf(users)) {
          return; // but what is for snapshots alone
        }
        LockSupport.parkNanos(RETRY_PAUSE_NANOS); // users have the rest, or the database refuses
      }
    }
  }

  private synchronized boolean wants(int all) {
    return taking && taken.size() < all;
  }

  private synchronized boolean hasAllOf(ConnectionSource users) {
    return users.statistics().get(Counter.CONNECTIONS_IN_USE) == taken.size();
  }

  private synchronized void keep(Lease lease) {
    if (taking) {
      taken.add(lease);
    } else {
      lease.close();
    }
  }

  private synchronized String giveBack() {
    taking = false;
    taken.forEach(Lease::close);
    taken.clear();
    return "";
  }

  @Override
  public void close() {
    giveBack();
    storeFull.set(false);
  }
}
