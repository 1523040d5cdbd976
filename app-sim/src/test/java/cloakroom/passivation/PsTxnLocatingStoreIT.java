package cloakroom.passivation;

/** ADF's way, with a query that locates the LOB before it is written. */
class PsTxnLocatingStoreIT extends PsTxnClassicStoreIT {
  @Override
  PassivationStatements statements() {
    return PassivationStatements.LOCATE_LOB;
  }

  @Override
  long roundTripsOfAFirstWrite() {
    return 4;
  }
}
