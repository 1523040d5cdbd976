package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.InternalConnections;
import cloakroom.oracle.OracleScriptCheck;
import cloakroom.oracle.OracleScripts;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/**
 * The stores with their texts for Oracle, on an H2 that imitates it: passing means that the texts
 * are no nonsense and do what the contract wants, not that Oracle takes them.
 */
abstract class PsTxnOnH2Contract extends PsTxnContract {
  private static final OracleScriptCheck CHECK = OracleScripts.check();

  private OracleOnH2 database;

  @Override
  final PsTxnDialect dialect() {
    return PsTxnDialect.ORACLE;
  }

  @Override
  final InternalConnections emptied() throws Exception {
    database = new OracleOnH2(getClass().getSimpleName());
    return database;
  }

  @Override
  final Connection connect() throws Exception {
    Connection connection = database.open();
    connection.setAutoCommit(true);
    return connection;
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** Whatever ran here is also of Oracle's words and names. */
  @AfterEach
  void texts_areOfOraclesWords() {
    for (String text : database.texts()) {
      assertThat(CHECK.statement(text)).isEmpty();
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
}
