package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the statements of our scripts end. */
final class SqlScriptTest {
  private static List<Statement> statements(DatabaseKind kind, String text) {
    return SqlScript.parse("x.sql", text, kind).statements();
  }

  @Test
  void statementsOfPsql_endAtSemicolonsAndKnowTheirLines() {
    assertThat(
            statements(
                DatabaseKind.POSTGRESQL, "-- a\nselect 1;\n\nselect\n 2 ; /* b */\nselect 3"))
        .extracting(Statement::line)
        .containsExactly(1, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 'it''s; fine'",
        "select \"a;b\"",
        "do $a$ begin; $$ ; end $a$",
        "select 1 -- no; end\n + 2",
      })
  void semicolonInsideAStatementOfPsql_doesNotEndIt(String statement) {
    assertThat(statements(DatabaseKind.POSTGRESQL, statement + ";select 2;"))
        .extracting(Statement::text)
        .containsExactly(statement, "select 2");
  }

  @Test
  void statementsOfOracle_endAtSemicolonsAndBlocksAtSlashes() {
    assertThat(
            statements(
                DatabaseKind.ORACLE,
                """
                -- a script
                whenever sqlerror exit failure

                declare
                  n number;

                begin
                  n := 1 / 2;
                end;
                /

                grant read
                  on t to u;
                CREATE OR REPLACE PACKAGE p AS
                  -- about it;
                  PROCEDURE a;
                END p;
                /
                select 1 from dual
                """))
        .containsExactly(
            new Statement("declare\n  n number;\n\nbegin\n  n := 1 / 2;\nend;", 4),
            new Statement("grant read\n  on t to u", 12),
            new Statement(
                "CREATE OR REPLACE PACKAGE p AS\n  -- about it;\n  PROCEDURE a;\nEND p;", 14),
            new Statement("select 1 from dual", 19));
  }
}
