package cloakroom.connection;

import cloakroom.database.OnOracle;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract, kept by both pools over a real Oracle. */
@OnOracle
@ParameterizedClass
@EnumSource(names = {"HIKARI", "UCP"})
final class PooledOnOracleIT extends PooledSourceIT {
  PooledOnOracleIT(PoolKind kind) {
    super(kind);
  }

  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
