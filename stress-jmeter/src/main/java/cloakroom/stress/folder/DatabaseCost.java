package cloakroom.stress.folder;

import cloakroom.contract.Counter;
import cloakroom.platform.Names;
import java.util.Optional;

/** Database cost of a request that does not depend on the machine and can be counted. */
public enum DatabaseCost {
  ROUND_TRIPS(Counter.ROUND_TRIPS),
  /** Transactions that wrote something, each of which waits for a log flush. */
  LOG_FLUSHES(null),
  BYTES_SENT(Counter.DATABASE_BYTES_SENT),
  BYTES_RECEIVED(Counter.DATABASE_BYTES_RECEIVED),
  SNAPSHOT_WRITES(Counter.SNAPSHOT_WRITES),
  SNAPSHOT_READS(Counter.SNAPSHOT_READS),
  /** Connections that instances keep after the request. */
  CONNECTIONS_HELD(Counter.CONNECTIONS_HELD),
  /** Maximum of connections in use at one time so far. */
  CONNECTIONS_IN_USE(Counter.MAX_CONNECTIONS_IN_USE);

  private final Counter counter;

  DatabaseCost(Counter counter) {
    this.counter = counter;
  }

  public String key() {
    return Names.camelCase(name());
  }

  /** Returns the counter of the tier; empty if only the database counts it. */
  public Optional<Counter> counter() {
    return Optional.ofNullable(counter);
  }

  /** Returns whether the value is the level after the request and not the growth during it. */
  public boolean isGauge() {
    return counter != null && counter.isGauge();
  }
}
