package cloakroom.passivation;

import cloakroom.connection.InternalConnections;

/** ADF's way with the texts for Oracle. */
final class PsTxnClassicStoreOnH2Test extends PsTxnOnH2Contract {
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
