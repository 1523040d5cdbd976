package cloakroom.stress.files;

import cloakroom.contract.Counter;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The columns of series.csv, in their order. */
public enum SeriesColumn {
  EPOCH_MS("epochMs"),
  ELAPSED_SECONDS("elapsedSeconds"),
  PHASE("phase"),
  REQUESTS("requests"),
  TRANSACTIONS("transactions"),
  ERRORS("errors"),
  MEAN_MS("meanMs"),
  ACTIVE_USERS("activeUsers"),
  INSTANCES(Counter.INSTANCES),
  BUSY(Counter.BUSY),
  REFERENCED(Counter.REFERENCED),
  FREE(Counter.FREE),
  CONNECTIONS_IN_USE(Counter.CONNECTIONS_IN_USE),
  CONNECTIONS_HELD(Counter.CONNECTIONS_HELD),
  CONNECTIONS_OPEN(Counter.CONNECTIONS_OPEN),
  DATABASE_CONNECTIONS("databaseConnections"),
  DATABASE_ACTIVE("databaseActive"),
  DATABASE_IDLE_IN_TRANSACTION("databaseIdleInTransaction"),
  LOGICAL_PASSIVATIONS(Counter.LOGICAL_PASSIVATIONS),
  SNAPSHOT_WRITES(Counter.SNAPSHOT_WRITES),
  SNAPSHOT_READS(Counter.SNAPSHOT_READS),
  ACTIVATIONS(Counter.ACTIVATIONS),
  RECYCLES(Counter.RECYCLES),
  CPU_GENERATOR("cpuGenerator"),
  CPU_TIER("cpuTier"),
  CPU_DATABASE("cpuDatabase"),
  GC_GENERATOR_MS("gcGeneratorMs"),
  LAG_P95_MS("lagP95Ms"),
  LEASE_MICROS(Counter.LEASE_MICROS);

  /** The first line of the file. */
  public static final String HEADER =
      Arrays.stream(values()).map(SeriesColumn::label).collect(Collectors.joining(","));

  private final String label;
  private final Optional<Counter> counter;

  SeriesColumn(String label) {
    this.label = label;
    this.counter = Optional.empty();
  }

  SeriesColumn(Counter counter) {
    this.label = counter.label();
    this.counter = Optional.of(counter);
  }

  /** The name of the column. */
  public String label() {
    return label;
  }

  /** The counter or gauge of the tier that stands there, if it is one. */
  public Optional<Counter> counter() {
    return counter;
  }
}
