package cloakroom.passivation;

import cloakroom.database.OnOracle;
import cloakroom.database.TestOracle;
import cloakroom.passivation.PsTxnStore.WriteMode;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@OnOracle
@ParameterizedClass
@EnumSource
final class PsTxnOnOracleIT extends PsTxnOnServerContract {
  PsTxnOnOracleIT(WriteMode mode) {
    super(TestOracle.database(), PsTxnDialect.ORACLE, mode);
  }

  @Override
  void pass(Duration time) throws Exception {
    execute("update ps_txn set creation_date = creation_date - " + time.toSeconds() + " / 86400");
  }

  @Override
  void truncate(long id) throws Exception {
    execute(
        "declare content blob; begin"
            + " select p.content into content from ps_txn p where p.collid = "
            + id
            + " for update; dbms_lob.trim(content, 500); commit; end;");
  }
}
