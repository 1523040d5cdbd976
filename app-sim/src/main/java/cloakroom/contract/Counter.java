package cloakroom.contract;

/**
 * What a node of the tier counts of itself. The label is the name in {@code GET /counters}, in
 * metrics and in every file and report.
 */
public enum Counter {
  /** requests that began */
  REQUESTS("requests"),
  REQUEST_ERRORS("requestErrors"),
  /** instances given to a request */
  CHECKOUTS("checkouts"),
  /** instances given back by a request */
  CHECKINS("checkins"),
  /** check-outs that waited as long as they may and got nothing */
  CHECKOUT_TIMEOUTS("checkoutTimeouts"),
  /** check-outs that found their own state in an instance (T1) */
  AFFINITY_HITS("affinityHits"),
  /** check-outs that took a free instance (T2) */
  FREE_HITS("freeHits"),
  /** instances created (T3, T5 and the initial size) */
  CREATED("created"),
  /** instances removed (T10, T11) */
  REMOVED("removed"),
  /** instances taken from another session (T4) */
  RECYCLES("recycles"),
  /** check-outs that had to wait (T6) */
  CHECKOUT_WAITS("checkoutWaits"),
  /** times a session's state was put away, in memory or in the store */
  LOGICAL_PASSIVATIONS("logicalPassivations"),
  /** snapshots written, all causes */
  SNAPSHOT_WRITES("snapshotWrites"),
  /** snapshots written at check-in because of jbo.dofailover */
  SNAPSHOT_WRITES_FAILOVER("snapshotWritesFailover"),
  /** snapshots written at check-in, or above the connection threshold, at disconnect level 0 */
  SNAPSHOT_WRITES_LEVEL_ZERO("snapshotWritesLevelZero"),
  /** snapshots of a session whose instance another session took */
  SNAPSHOT_WRITES_RECYCLE("snapshotWritesRecycle"),
  /** snapshots of sessions whose instance the pool monitor removed */
  SNAPSHOT_WRITES_MONITOR("snapshotWritesMonitor"),
  /** snapshots written at check-in because modules are not pooled */
  SNAPSHOT_WRITES_UNPOOLED("snapshotWritesUnpooled"),
  /** snapshots written when the pool closed */
  SNAPSHOT_WRITES_STOP("snapshotWritesStop"),
  SNAPSHOT_READS("snapshotReads"),
  /** snapshots deleted because their transaction or session ended */
  SNAPSHOT_DELETES("snapshotDeletes"),
  /** snapshots that could not be written or deleted; the state stayed where it was */
  PASSIVATION_FAILURES("passivationFailures"),
  /** states in memory that were dropped because another node had gone on with their session */
  STALE_STATES("staleStates"),
  /** sessions that came from another node without their latest state in the store */
  FAILOVERS_WITHOUT_STATE("failoversWithoutState"),
  /** requests whose state was void because another node had written a newer one */
  CONFLICTS("conflicts"),
  /** states that the pool monitor threw away with their instance, because it was told to */
  STATES_LOST("statesLost"),
  /** states rebuilt from a snapshot */
  ACTIVATIONS("activations"),
  /** states that a thief left in the memory of the node instead of the store */
  PASSIVATIONS_TO_MEMORY("passivationsToMemory"),
  /** states rebuilt from the memory of the node */
  ACTIVATIONS_FROM_MEMORY("activationsFromMemory"),
  ACTIVATION_FAILURES("activationFailures"),
  /** queries executed again to rebuild what a session saw */
  REEXECUTIONS("reexecutions"),
  /** times an instance's connection was made ready for a session */
  PREPARE_SESSIONS("prepareSessions"),
  /** user transactions that wrote something and were committed */
  COMMITS("commits"),
  /** commits that a user asked for with nothing pending; the database heard nothing of them */
  EMPTY_COMMITS("emptyCommits"),
  /** user transactions rolled back on the user's request */
  ROLLBACKS("rollbacks"),
  /** rows written by user transactions */
  POSTED_ROWS("postedRows"),
  /** rows of user transactions whose commit lost its answer: written or not, nobody knows */
  POSTED_ROWS_IN_DOUBT("postedRowsInDoubt"),
  CONNECTIONS_BORROWED("connectionsBorrowed"),
  CONNECTIONS_RETURNED("connectionsReturned"),
  /** physical connections made */
  CONNECTIONS_CREATED("connectionsCreated"),
  CONNECTIONS_CLOSED("connectionsClosed"),
  /** borrows that waited as long as they may and got nothing */
  BORROW_TIMEOUTS("borrowTimeouts"),
  /** microseconds for which connections were lent, those of the present ones included */
  LEASE_MICROS("leaseMicros"),
  /** times hygiene cleaned a connection */
  CONNECTION_RESETS("connectionResets"),
  /** round trips that hygiene took */
  RESET_ROUND_TRIPS("resetRoundTrips"),
  /** microseconds that hygiene took */
  RESET_MICROS("resetMicros"),
  /** connections lent to the snapshot store */
  INTERNAL_BORROWS("internalBorrows"),
  /** bursts to the database that it answered; told only where a relay counts */
  ROUND_TRIPS("databaseRoundTrips"),
  /** bytes to the database; told only where a relay counts */
  DATABASE_BYTES_SENT("databaseBytesSent"),
  /** bytes from the database; told only where a relay counts */
  DATABASE_BYTES_RECEIVED("databaseBytesReceived"),
  SESSIONS_CREATED("sessionsCreated"),
  /** sessions taken over from another node */
  SESSIONS_RESUMED("sessionsResumed"),
  /** sessions ended by their users */
  SESSIONS_ENDED("sessionsEnded"),
  /** sessions ended because nobody used them */
  SESSIONS_EXPIRED("sessionsExpired"),
  /** requests that waited for an earlier one of their session */
  REQUESTS_QUEUED("requestsQueued"),
  /** requests refused because too many of their session waited */
  REQUESTS_REFUSED("requestsRefused"),

  /** application modules alive */
  INSTANCES("instances", true),
  MAX_INSTANCES("maxInstances", true),
  /** modules that work for a request */
  BUSY("busy", true),
  /** modules that hold no session's state */
  FREE("free", true),
  /** modules that hold the state of a session that may come back */
  REFERENCED("referenced", true),
  /** modules that wait for their session only */
  RESERVED("reserved", true),
  /** states that wait in the memory of the node for their session, in no instance */
  STATES_IN_MEMORY("statesInMemory", true),
  /** connections that modules hold */
  CONNECTIONS_HELD("connectionsHeld", true),
  MAX_CONNECTIONS_HELD("maxConnectionsHeld", true),
  /** connections lent now */
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

  /** The name in JSON, metrics and reports. */
  public String label() {
    return label;
  }

  /** Whether it says how things stand, or the most there ever were; else it only grows. */
  public boolean isGauge() {
    return gauge;
  }

  /** Whether a relay counts it: without one a node does not tell it. */
  public boolean isOfRelay() {
    return name().startsWith("DATABASE_") || this == ROUND_TRIPS;
  }

  /** Whether it is the highest value that a gauge has had. */
  public boolean isMaximum() {
    return gauge && name().startsWith("MAX_");
  }
}
