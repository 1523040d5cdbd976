package cloakroom.module;

import cloakroom.contract.Counter;

/** What a pool and the modules in it count: the counters of the same name among the tier's. */
public enum Count {
  CHECKOUTS,
  CHECKINS,
  CHECKOUT_TIMEOUTS,
  AFFINITY_HITS,
  FREE_HITS,
  CREATED,
  REMOVED,
  RECYCLES,
  WAITS,
  LOGICAL_PASSIVATIONS,
  SNAPSHOT_WRITES,
  SNAPSHOT_WRITES_FAILOVER,
  SNAPSHOT_WRITES_LEVEL_ZERO,
  SNAPSHOT_WRITES_RECYCLE,
  SNAPSHOT_WRITES_MONITOR,
  SNAPSHOT_WRITES_UNPOOLED,
  SNAPSHOT_WRITES_STOP,
  SNAPSHOT_READS,
  SNAPSHOT_DELETES,
  PASSIVATION_FAILURES,
  STALE_STATES,
  STATES_LEFT_BEHIND,
  CONFLICTS,
  STATES_LOST,
  ACTIVATIONS,
  ACTIVATION_FAILURES,
  REEXECUTIONS,
  PREPARE_SESSIONS,
  COMMITS,
  COMMITS_OF_NOTHING,
  ROLLBACKS,
  POSTED_ROWS,
  POSTED_ROWS_IN_DOUBT;

  private final String label = Counter.valueOf(name()).label();

  /** The name in JSON, metrics and reports. */
  public String label() {
    return label;
  }
}
