package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.database.OnOracle;

/** ADF's way: insert, LOB, commit, on a real Oracle. */
@OnOracle
final class PsTxnClassicStoreOnOracleIT extends PsTxnOnOracleContract {
  @Override
  SnapshotStore over(InternalConnections internal) {
    return new PsTxnClassicStore(
        internal, PsTxnDialect.ORACLE, PassivationStatements.INSERT_THEN_LOB);
  }

  @Override
  boolean givesNewIds() {
    return true;
  }
}
