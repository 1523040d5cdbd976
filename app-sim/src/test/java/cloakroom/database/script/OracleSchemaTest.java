package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import cloakroom.database.oracle.FakeOracle;
import cloakroom.oracle.OracleSyntax;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements of an install on Oracle, recorded by a fake connection. */
final class OracleSchemaTest {
  private static final String URL = "jdbc:oracle:thin:@//h:1521/s";
  private final List<String> sent = new ArrayList<>();
  private final Connection connection = FakeOracle.recording(sent, sent);

  @Test
  void install_setsTheScaleAndRunsEveryScript() {
    Schema.forUrl(URL).install(connection, 0.0001);

    assertThat(sent)
        .contains(
            "begin dbms_session.set_identifier(?); end;",
            "cloakroom.scale=0.00010",
            "begin dbms_session.clear_identifier; end;")
        .anyMatch(text -> text.contains("create table cloakroom_objects"))
        .anyMatch(text -> text.contains("create table ps_txn"))
        .anyMatch(text -> text.startsWith("CREATE OR REPLACE PACKAGE BODY cloakroom_state_kinds"))
        .noneMatch(text -> text.contains("/\n"));
  }

  @Test
  void drop_noList_dropsNothing() {
    Schema.forUrl(URL).drop(connection);

    assertThat(sent).noneMatch(text -> text.contains("drop "));
  }

  @Test
  void schemaOption_isNotSupported() {
    assertThatThrownBy(() -> Schema.forUrl(URL, "mine"))
        .hasMessage(
            "--schema mine: is not supported on Oracle; set --user to the owner of the tables");
  }

  @Test
  @Tag("full")
  void requireInstalled_emptySchema_namesObjectsAndScript() throws SQLException {
    assertThatThrownBy(() -> Schema.forUrl(URL).requireInstalled(connection, ""))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith(
            "schema of the user of " + URL + " has no CLOAKROOM_OBJECTS, PS_TXN, PS")
        .hasMessageEndingWith(
            "STATE_KINDS_ROWS, CLOAKROOM_STATE_KINDS: install them with SQL*Plus and"
                + " @sql/oracle/install.sql");
    assertThat(OracleSyntax.errors(sent.get(0))).isEmpty();
  }
}
