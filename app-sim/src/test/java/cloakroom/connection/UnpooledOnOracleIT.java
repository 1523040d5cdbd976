package cloakroom.connection;

import cloakroom.database.OnOracle;

/** The contract, kept without a pool over a real Oracle. */
@OnOracle
final class UnpooledOnOracleIT extends UnpooledSourceIT {
  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
