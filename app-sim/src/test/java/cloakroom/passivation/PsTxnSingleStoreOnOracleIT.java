package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.database.OnOracle;

/** One statement for each operation, on a real Oracle. */
@OnOracle
final class PsTxnSingleStoreOnOracleIT extends PsTxnOnOracleContract {
  @Override
  SnapshotStore over(InternalConnections internal) {
    return new PsTxnSingleStore(internal, PsTxnDialect.ORACLE);
  }
}
