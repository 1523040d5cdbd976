package cloakroom.stress.measure;

import cloakroom.contract.Counter;
import cloakroom.contract.Names;
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
  BYTES_RECEIVED(Counter.DATABASE_BYTES_RECEIVED);

  private final String key = Names.camelCase(name());
  private final Counter counter;

  DatabaseCost(Counter counter) {
    this.counter = counter;
  }

  /** Its name in files. */
  public String key() {
    return key;
  }

  /** Where the tier counts it; empty for what only the database knows. */
  public Optional<Counter> counter() {
    return Optional.ofNullable(counter);
  }
}
