package cloakroom.passivation;

import cloakroom.database.Database;
import cloakroom.database.TestOracle;
import java.time.Duration;

/** PS_TXN on a real Oracle. */
abstract class PsTxnOnOracleContract extends PsTxnOnServerContract {
  @Override
  final Database database() {
    return TestOracle.database();
  }

  @Override
  final PsTxnDialect dialect() {
    return PsTxnDialect.ORACLE;
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
