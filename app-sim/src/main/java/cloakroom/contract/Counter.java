package cloakroom.contract;

/** Counter or gauge of a node of the tier. */
public enum Counter {
  REQUESTS("requests"),
  REQUEST_ERRORS("requestErrors"),
  CHECKOUTS("checkouts"),
  CHECKINS("checkins"),
  CHECKOUT_TIMEOUTS("checkoutTimeouts"),
  /** check-outs that found their own state in an instance (T1) */
  AFFINITY_HITS("affinityHits"),
  /** check-outs that took a free instance (T2) */
  FREE_HITS("freeHits"),
  /** instances created (T3, T5, initial size) */
  CREATED("created"),
  /** instances removed (T10, T11) */
  REMOVED("removed"),
  /** instances of another session that were recycled (T4) */
  RECYCLES("recycles"),
  /** check-outs that had to wait (T6) */
  CHECKOUT_WAITS("checkoutWaits"),
  /** passivations, to memory or to the store */
  LOGICAL_PASSIVATIONS("logicalPassivations"),
  SNAPSHOT_WRITES("snapshotWrites"),
  /** snapshots written at check-in because of jbo.dofailover */
  SNAPSHOT_WRITES_FAILOVER("snapshotWritesFailover"),
  /** snapshots written at check-in, or above the connection threshold, at disconnect level 0 */
  SNAPSHOT_WRITES_LEVEL_ZERO("snapshotWritesLevelZero"),
  SNAPSHOT_WRITES_RECYCLE("snapshotWritesRecycle"),
  /** snapshots of sessions whose instance the pool monitor removed */
  SNAPSHOT_WRITES_MONITOR("snapshotWritesMonitor"),
  SNAPSHOT_WRITES_UNPOOLED("snapshotWritesUnpooled"),
  SNAPSHOT_WRITES_STOP("snapshotWritesStop"),
  SNAPSHOT_READS("snapshotReads"),
  /** snapshots deleted because their transaction or session ended */
  SNAPSHOT_DELETES("snapshotDeletes"),
  /** failed writes and deletes of snapshots; the state was kept */
  PASSIVATION_FAILURES("passivationFailures"),
  /** states in memory dropped because the session had continued at another node */
  STALE_STATES("staleStates"),
  /** failovers whose latest state was not in the store */
  FAILOVERS_WITHOUT_STATE("failoversWithoutState"),
  /** requests whose state was obsolete: another node had written a newer one */
  CONFLICTS("conflicts"),
  /** states that the pool monitor removed with their instance without a snapshot */
  STATES_LOST("statesLost"),
  ACTIVATIONS("activations"),
  /** states kept in node memory when another session recycled the instance */
  PASSIVATIONS_TO_MEMORY("passivationsToMemory"),
  ACTIVATIONS_FROM_MEMORY("activationsFromMemory"),
  ACTIVATION_FAILURES("activationFailures"),
  REEXECUTIONS("reexecutions"),
  PREPARE_SESSIONS("prepareSessions"),
  /** committed user transactions with changes */
  COMMITS("commits"),
  /** commits without changes, which are not sent to the database */
  EMPTY_COMMITS("emptyCommits"),
  ROLLBACKS("rollbacks"),
  POSTED_ROWS("postedRows"),
  /** rows of user transactions whose commit result is unknown */
  POSTED_ROWS_IN_DOUBT("postedRowsInDoubt"),
  CONNECTIONS_BORROWED("connectionsBorrowed"),
  CONNECTIONS_RETURNED("connectionsReturned"),
  CONNECTIONS_CREATED("connectionsCreated"),
  CONNECTIONS_CLOSED("connectionsClosed"),
  BORROW_TIMEOUTS("borrowTimeouts"),
  /** microseconds of all leases, including open ones */
  LEASE_MICROS("leaseMicros"),
  CONNECTION_RESETS("connectionResets"),
  RESET_ROUND_TRIPS("resetRoundTrips"),
  RESET_MICROS("resetMicros"),
  INTERNAL_BORROWS("internalBorrows"),
  /** round trips to the database; only with a relay */
  ROUND_TRIPS("databaseRoundTrips"),
  DATABASE_BYTES_SENT("databaseBytesSent"),
  DATABASE_BYTES_RECEIVED("databaseBytesReceived"),
  SESSIONS_CREATED("sessionsCreated"),
  /** sessions continued from another node */
  SESSIONS_RESUMED("sessionsResumed"),
  SESSIONS_ENDED("sessionsEnded"),
  SESSIONS_EXPIRED("sessionsExpired"),
  REQUESTS_QUEUED("requestsQueued"),
  /** requests rejected because too many of their session waited */
  REQUESTS_REFUSED("requestsRefused"),

  INSTANCES("instances", true),
  MAX_INSTANCES("maxInstances", true),
  BUSY("busy", true),
  FREE("free", true),
  /** modules with the state of a session between requests */
  REFERENCED("referenced", true),
  RESERVED("reserved", true),
  /** states in node memory without an instance */
  STATES_IN_MEMORY("statesInMemory", true),
  CONNECTIONS_HELD("connectionsHeld", true),
  MAX_CONNECTIONS_HELD("maxConnectionsHeld", true),
  CONNECTIONS_IN_USE("connectionsInUse", true),
  MAX_CONNECTIONS_IN_USE("maxConnectionsInUse", true),
  CONNECTIONS_OPEN("connectionsOpen", true),
  SESSIONS("sessions", true),
  IN_FLIGHT("inFlight", true);

  private final String label;
  private final boolean gauge;

  Counter(String label) {
    this(label, false);
  }

  Counter(String label, boolean gauge) {
    this.label = label;
    this.gauge = gauge;
  }

  /** Returns the name in JSON, metrics, files and reports. */
  public String label() {
    return label;
  }

  /** Returns whether it is a present value or a maximum, and not a monotonic counter. */
  public boolean isGauge() {
    return gauge;
  }

  /** Returns whether it exists only with a relay. */
  public boolean isOfRelay() {
    return name().startsWith("DATABASE_") || this == ROUND_TRIPS;
  }

  public boolean isMaximum() {
    return gauge && name().startsWith("MAX_");
  }
}
