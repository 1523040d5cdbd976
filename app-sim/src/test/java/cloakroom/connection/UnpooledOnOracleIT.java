package cloakroom.connection;

import cloakroom.database.OnOracle;

@OnOracle
final class UnpooledOnOracleIT extends UnpooledSourceIT {
  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
