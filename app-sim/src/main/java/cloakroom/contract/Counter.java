package cloakroom.contract;

/**
 * Counter or gauge of a node of the simulated application server. T1 to T14 number the state
 * changes of an application module (docs/internals/policies.md).
 */
public enum Counter {
  REQUESTS("requests"),
  REQUEST_ERRORS("requestErrors"),
  CHECKOUTS("checkouts"),
  CHECKINS("checkins"),
  CHECKOUT_TIMEOUTS("checkoutTimeouts"),
  AFFINITY_HITS("affinityHits"), // check-outs that found their own state in an instance (T1)
  FREE_HITS("freeHits"), // check-outs that took a free instance (T2)
  CREATED("created"), // instances created (T3, T5, initial size)
  REMOVED("removed"), // instances removed (T10, T11)
  RECYCLES("recycles"), // instances of other sessions (T4)
  CHECKOUT_WAITS("checkoutWaits"), // check-outs that had to wait (T6)
  LOGICAL_PASSIVATIONS("logicalPassivations"), // passivations, to memory or to the store
  SNAPSHOT_WRITES("snapshotWrites"),
  SNAPSHOT_WRITES_FAILOVER("snapshotWritesFailover"), // at check-in: jbo.dofailover
  SNAPSHOT_WRITES_LEVEL_ZERO("snapshotWritesLevelZero"), // at check-in or above the threshold
  SNAPSHOT_WRITES_RECYCLE("snapshotWritesRecycle"),
  SNAPSHOT_WRITES_MONITOR("snapshotWritesMonitor"), // the pool monitor removed the instance
  SNAPSHOT_WRITES_UNPOOLED("snapshotWritesUnpooled"),
  SNAPSHOT_WRITES_STOP("snapshotWritesStop"),
  SNAPSHOT_READS("snapshotReads"),
  SNAPSHOT_DELETES("snapshotDeletes"), // their transaction or session ended
  PASSIVATION_FAILURES("passivationFailures"), // failed writes and deletes; the state was kept
  STALE_STATES("staleStates"), // dropped: the session had continued at another node
  FAILOVERS_WITHOUT_STATE("failoversWithoutState"), // the latest state was not in the store
  CONFLICTS("conflicts"), // another node had written a newer state
  STATES_LOST("statesLost"), // removed with their instance without a snapshot
  ACTIVATIONS("activations"),
  PASSIVATIONS_TO_MEMORY("passivationsToMemory"), // another session recycled the instance
  ACTIVATIONS_FROM_MEMORY("activationsFromMemory"),
  ACTIVATION_FAILURES("activationFailures"),
  REEXECUTIONS("reexecutions"),
  PREPARE_SESSIONS("prepareSessions"),
  COMMITS("commits"), // committed user transactions with changes
  EMPTY_COMMITS("emptyCommits"), // commits without changes, which are not sent to the database
  ROLLBACKS("rollbacks"),
  LOCKS_LOST("locksLost"), // pessimistic row locks that ended before the commit; locked again
  POSTED_ROWS("postedRows"),
  POSTED_ROWS_IN_DOUBT("postedRowsInDoubt"), // the result of the commit is unknown
  CONNECTIONS_BORROWED("connectionsBorrowed"),
  CONNECTIONS_RETURNED("connectionsReturned"),
  CONNECTIONS_CREATED("connectionsCreated"),
  CONNECTIONS_CLOSED("connectionsClosed"),
  BORROW_TIMEOUTS("borrowTimeouts"),
  LEASE_MICROS("leaseMicros"), // microseconds of all leases, including open ones
  CONNECTION_RESETS("connectionResets"),
  RESET_ROUND_TRIPS("resetRoundTrips"),
  RESET_MICROS("resetMicros"),
  INTERNAL_BORROWS("internalBorrows"),
  ROUND_TRIPS("databaseRoundTrips"), // round trips to the database; only with a relay
  DATABASE_BYTES_SENT("databaseBytesSent"),
  DATABASE_BYTES_RECEIVED("databaseBytesReceived"),
  SESSIONS_CREATED("sessionsCreated"),
  SESSIONS_RESUMED("sessionsResumed"), // sessions continued from another node
  SESSIONS_ENDED("sessionsEnded"),
  SESSIONS_EXPIRED("sessionsExpired"),
  REQUESTS_QUEUED("requestsQueued"),
  REQUESTS_REFUSED("requestsRefused"), // too many of their session waited

  INSTANCES("instances", true),
  MAX_INSTANCES("maxInstances", true),
  BUSY("busy", true),
  FREE("free", true),
  REFERENCED("referenced", true), // modules with the state of a session between requests
  RESERVED("reserved", true),
  STATES_IN_MEMORY("statesInMemory", true), // states in node memory without an instance
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

  public String label() {
    return label;
  }

  /** Returns whether the value is a gauge or a maximum. All other values are growing counters. */
  public boolean isGauge() {
    return gauge;
  }

  public boolean isOfRelay() {
    return name().startsWith("DATABASE_") || this == ROUND_TRIPS;
  }

  public boolean isMaximum() {
    return gauge && name().startsWith("MAX_");
  }
}
