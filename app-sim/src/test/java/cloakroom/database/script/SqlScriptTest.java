package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SqlScriptTest {
  private static List<Statement> statements(DatabaseKind kind, String text) {
    return SqlScript.parse("x.sql", text, kind).statements();
  }

  @Test
  void statementsOfPsql_endAtSemicolonsOutsideOfBodies() {
    assertThat(
            statements(
                DatabaseKind.POSTGRESQL,
                """
                -- a; script
                drop table t;
                create procedure p() as $$
                begin
                  commit;
                end
                $$;

                select 1
                """))
        .containsExactly(
            new Statement("drop table t", 2),
            new Statement("create procedure p() as $$\nbegin\n  commit;\nend\n$$", 3),
            new Statement("select 1", 9));
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
