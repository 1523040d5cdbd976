package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.connection.ConnectionSource;
import cloakroom.oracle.OracleSyntax;
import cloakroom.passivation.PsTxnStore.WriteMode;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract with the statements for Oracle, on an H2 that imitates it. */
@ParameterizedClass
@EnumSource(names = {"ONE_STATEMENT", "INSERT_THEN_LOB"})
final class PsTxnOnH2Test extends PsTxnContract {
  private OracleOnH2 database;

  PsTxnOnH2Test(WriteMode mode) {
    super(PsTxnDialect.ORACLE, mode);
  }

  @Override
  ConnectionSource emptied() throws Exception {
    database = new OracleOnH2(getClass().getSimpleName());
    return database;
  }

  @Override
  Connection connect() throws Exception {
    return database.open();
  }

  @AfterEach
  void texts_haveOraclesSyntax() {
    database.close();
    for (String text : database.texts()) {
      assertThat(OracleSyntax.errors(text)).isEmpty();
    }
  }

  @Override
  void pass(Duration time) throws Exception {
    execute(
        "update ps_txn set creation_date = creation_date - interval '"
            + time.toSeconds()
            + "' second(6)");
  }

  @Override
  void truncate(long id) throws Exception {
    execute(
        "update ps_txn set content = substring(cast(content as varbinary(100000)), 1, 500)"
            + " where collid = "
            + id);
  }

  /** H2 cannot run the last statement. */
  @Test
  void locatedLob_isLockedByAQueryFirst() {
    SnapshotStore store = new PsTxnStore(database, PsTxnDialect.ORACLE, WriteMode.LOCATE_LOB);

    assertThatThrownBy(() -> store.write(null, 0, new byte[] {1, 2, 3}, null))
        .hasMessageContaining("Feature not supported");
    assertThat(database.texts()).anyMatch(text -> text.endsWith("for update"));
  }
}
