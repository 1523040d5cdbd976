package cloakroom.stress.folder;

import cloakroom.contract.Counter;
import cloakroom.platform.Names;
import java.util.Optional;

/** What a request costs the database whatever the machine: it can be counted, not only measured. */
public enum DatabaseCost {
  /** Questions that had to be answered before the next could be asked. */
  ROUND_TRIPS(Counter.ROUND_TRIPS),
  /** Transactions that wrote something, each of which waits for the database's log. */
  LOG_FLUSHES(null),
  /** Bytes from the tier. */
  BYTES_SENT(Counter.DATABASE_BYTES_SENT),
  /** Bytes to the tier. */
  BYTES_RECEIVED(Counter.DATABASE_BYTES_RECEIVED),
  SNAPSHOT_WRITES(Counter.SNAPSHOT_WRITES),
  SNAPSHOT_READS(Counter.SNAPSHOT_READS),
  /** Connections that instances keep after the request. */
  CONNECTIONS_HELD(Counter.CONNECTIONS_HELD),
  /** Maximum of connections out of the pool at one moment so far. */
  CONNECTIONS_IN_USE(Counter.MAX_CONNECTIONS_IN_USE);

  private final String key = Names.camelCase(name());
  private final Counter counter;

  DatabaseCost(Counter counter) {
    this.counter = counter;
  }

  public String key() {
    return key;
  }

  /** Where the tier counts it; empty for what only the database knows. */
  public Optional<Counter> counter() {
    return Optional.ofNullable(counter);
  }

  /** Returns whether the value is a level after the request, and not the growth during it. */
  public boolean isGauge() {
    return counter != null && counter.isGauge();
  }
}
