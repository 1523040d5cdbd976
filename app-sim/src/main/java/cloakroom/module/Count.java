package cloakroom.module;

/** What a pool and the modules in it count; the label is the name in every report and metric. */
public enum Count {
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
  WAITS("waits"),
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
  /** snapshots read */
  SNAPSHOT_READS("snapshotReads"),
  /** snapshots deleted because their transaction or session ended */
  SNAPSHOT_DELETES("snapshotDeletes"),
  /** snapshots that could not be written or deleted; the state stayed where it was */
  PASSIVATION_FAILURES("passivationFailures"),
  /** states in memory that were dropped because another node had gone on with their session */
  STALE_STATES("staleStates"),
  /** sessions that came from another node without their latest state in the store */
  STATES_LEFT_BEHIND("statesLeftBehind"),
  /** requests whose state was void because another node had written a newer one */
  CONFLICTS("conflicts"),
  /** states that the pool monitor threw away with their instance, because it was told to */
  STATES_LOST("statesLost"),
  /** states rebuilt from a snapshot */
  ACTIVATIONS("activations"),
  /** states that could not be rebuilt */
  ACTIVATION_FAILURES("activationFailures"),
  /** queries executed again to rebuild what a session saw */
  REEXECUTIONS("reexecutions"),
  /** times an instance's connection was made ready for a session */
  PREPARE_SESSIONS("prepareSessions"),
  /** user transactions that wrote something and were committed */
  COMMITS("commits"),
  /** commits that a user asked for with nothing pending; the database heard nothing of them */
  COMMITS_OF_NOTHING("commitsOfNothing"),
  /** user transactions rolled back on the user's request */
  ROLLBACKS("rollbacks"),
  /** rows written by user transactions */
  POSTED_ROWS("postedRows"),
  /** rows of user transactions whose commit lost its answer: written or not, nobody knows */
  POSTED_ROWS_IN_DOUBT("postedRowsInDoubt");

  private final String label;

  Count(String label) {
    this.label = label;
  }

  /** The name in JSON, metrics and reports. */
  public String label() {
    return label;
  }
}
