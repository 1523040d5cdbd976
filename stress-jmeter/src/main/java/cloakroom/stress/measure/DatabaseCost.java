package cloakroom.stress.measure;

import cloakroom.contract.Counter;
import cloakroom.contract.Names;
import java.util.Optional;

/** What a request costs the database whatever the machine: it can be counted, not only measured. */
public enum DatabaseCost {
  /** Questions that had to be answered before the next could be asked. */
  ROUND_TRIPS("round trips", "", Counter.ROUND_TRIPS),
  /** Transactions that wrote something, each of which waits for the database's log. */
  LOG_FLUSHES("log flushes", "", null),
  /** Bytes from the tier. */
  BYTES_SENT("sent", "bytes", Counter.DATABASE_BYTES_SENT),
  /** Bytes to the tier. */
  BYTES_RECEIVED("received", "bytes", Counter.DATABASE_BYTES_RECEIVED);

  private final String key = Names.camelCase(name());
  private final String label;
  private final String unit;
  private final Counter counter;

  DatabaseCost(String label, String unit, Counter counter) {
    this.label = label;
    this.unit = unit;
    this.counter = counter;
  }

  /** Its name in files. */
  public String key() {
    return key;
  }

  public String label() {
    return label;
  }

  /** Its unit, empty for a number of things. */
  public String unit() {
    return unit;
  }

  /** Where the tier counts it; empty for what only the database knows. */
  public Optional<Counter> counter() {
    return Optional.ofNullable(counter);
  }
}
