package cloakroom.connection;

import cloakroom.database.OnOracle;

/** The contract, kept by UCP over a real Oracle. */
@OnOracle
final class UcpOnOracleIT extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.UCP;
  }

  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
