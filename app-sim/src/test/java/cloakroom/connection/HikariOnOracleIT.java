package cloakroom.connection;

import cloakroom.database.OnOracle;

/** The contract, kept by HikariCP over a real Oracle. */
@OnOracle
final class HikariOnOracleIT extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.HIKARI;
  }

  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
