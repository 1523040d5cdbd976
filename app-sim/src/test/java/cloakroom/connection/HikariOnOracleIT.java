package cloakroom.connection;

import cloakroom.database.OnOracle;

/** The contract, kept by HikariCP over a real Oracle. */
@OnOracle
final class HikariOnOracleIT extends HikariSourceIT {
  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
