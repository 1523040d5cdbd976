package cloakroom.stress.folder;

import cloakroom.contract.Counter;
import cloakroom.platform.Names;
import java.util.Optional;

/** Database cost of a request that is counted, not timed, and so equal on every machine. */
public enum DatabaseCost {
  ROUND_TRIPS(Counter.ROUND_TRIPS),
  /** Transactions that write. Each one waits until the database flushes its log. */
  LOG_FLUSHES(null),
  BYTES_SENT(Counter.DATABASE_BYTES_SENT),
  BYTES_RECEIVED(Counter.DATABASE_BYTES_RECEIVED),
  SNAPSHOT_WRITES(Counter.SNAPSHOT_WRITES),
  SNAPSHOT_READS(Counter.SNAPSHOT_READS),
  /** Connections that application modules keep borrowed after the response to the request. */
  CONNECTIONS_HELD(Counter.CONNECTIONS_HELD),
  /** Highest number of connections in use at one time since the application tier started. */
  CONNECTIONS_IN_USE(Counter.MAX_CONNECTIONS_IN_USE);

  private final Counter counter;

  DatabaseCost(Counter counter) {
    this.counter = counter;
  }

  public String key() {
    return Names.camelCase(name());
  }

  /** Returns the application tier's counter of this cost; empty if only the database counts it. */
  public Optional<Counter> counter() {
    return Optional.ofNullable(counter);
  }

  /** Returns whether the cost is a gauge, read after the request, and not an increment. */
  public boolean isGauge() {
    return counter != null && counter.isGauge();
  }
}
