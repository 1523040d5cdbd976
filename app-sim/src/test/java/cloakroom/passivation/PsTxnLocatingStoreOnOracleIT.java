package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.database.OnOracle;

/** ADF's way, with a query that locates the LOB before it is written, on a real Oracle. */
@OnOracle
final class PsTxnLocatingStoreOnOracleIT extends PsTxnOnOracleContract {
  @Override
  SnapshotStore over(InternalConnections internal) {
    return new PsTxnClassicStore(internal, PsTxnDialect.ORACLE, PassivationStatements.LOCATE_LOB);
  }

  @Override
  boolean givesNewIds() {
    return true;
  }
}
