package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import cloakroom.oracle.OracleScripts;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the tier would send to an Oracle to install its schema: a connection that takes notes. */
final class OracleSchemaTest {
  private static final String URL = "jdbc:oracle:thin:@//h:1521/s";

  private final List<String> sent = new ArrayList<>();
  private final Connection connection = notes(Connection.class);

  private <T> T notes(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "createStatement" -> notes(Statement.class);
                  case "prepareCall" -> note(arguments[0], notes(CallableStatement.class));
                  case "prepareStatement" -> note(arguments[0], notes(PreparedStatement.class));
                  case "setString" -> note(arguments[1], null);
                  case "execute" -> note(arguments == null ? "execute" : arguments[0], true);
                  case "executeQuery" -> notes(ResultSet.class);
                  case "next" -> false;
                  case "getMetaData" -> notes(DatabaseMetaData.class);
                  case "getURL" -> URL;
                  default -> null;
                }));
  }

  private Object note(Object text, Object answer) {
    sent.add(text.toString());
    return answer;
  }

  @Test
  void install_setsTheScaleAndRunsEveryScript() {
    Schema.forUrl(URL).install(connection, 0.0001);

    assertThat(sent)
        .startsWith(
            "begin dbms_session.set_identifier(?); end;", "cloakroom.scale=0.00010", "execute")
        .endsWith("begin dbms_session.clear_identifier; end;", "execute")
        .anyMatch(text -> text.contains("create table ps_txn"))
        .anyMatch(text -> text.startsWith("CREATE OR REPLACE PACKAGE BODY cloakroom_state_kinds"))
        .noneMatch(text -> text.contains("/\n"));
    assertThat(sent.stream().filter(text -> !text.equals("execute"))).hasSize(17 + 3);
  }

  @Test
  void drop_goesBackwards() {
    Schema.forUrl(URL).drop(connection);

    assertThat(sent).hasSize(10).first().asString().contains("DROP PACKAGE cloakroom_state_kinds");
    assertThat(sent).last().asString().contains("drop table ps_txn purge");
  }

  @Test
  void missingObjects_areNamedWithTheWayToInstallThem() throws SQLException {
    assertThatThrownBy(() -> Schema.forUrl(URL).requireInstalled(connection, ""))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("the database " + URL + " has no PS_TXN, PS_TXN_SEQ, PCOLL")
        .hasMessageEndingWith(
            "STATE_KINDS_ROWS, CLOAKROOM_STATE_KINDS: install the schema with SQL*Plus and"
                + " @sql/oracle/install.sql");
    assertThat(OracleScripts.check().statement(sent.get(0))).isEmpty();
  }
}
