package cloakroom.passivation;

import cloakroom.connection.InternalConnections;

/** One statement for each operation, with the texts for Oracle. */
final class PsTxnSingleStoreOnH2Test extends PsTxnOnH2Contract {
  @Override
  SnapshotStore over(InternalConnections internal) {
    return new PsTxnSingleStore(internal, PsTxnDialect.ORACLE);
  }
}
