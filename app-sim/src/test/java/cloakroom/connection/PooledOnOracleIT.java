package cloakroom.connection;

import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.database.OnOracle;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@OnOracle
@ParameterizedClass
@EnumSource(mode = EXCLUDE, names = "NONE")
final class PooledOnOracleIT extends PooledSourceContract {
  PooledOnOracleIT(PoolKind kind) {
    super(kind);
  }

  @Override
  ServerUnderTest server() {
    return OracleUnderTest.SERVER;
  }
}
