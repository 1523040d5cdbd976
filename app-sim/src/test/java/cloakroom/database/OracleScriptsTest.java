package cloakroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The scripts for Oracle as SQL*Plus would cut them; whether Oracle takes them only Oracle knows.
 */
final class OracleScriptsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          01-ps-txn             | 2 | end;
          01-ps-txn-drop        | 2 | end;
          02-pcoll-control      | 1 | end;
          02-pcoll-control-drop | 1 | end;
          05-bc4j-cleanup       | 2 | end bc4j_cleanup;
          05-bc4j-cleanup-drop  | 1 | end;
          """)
  void script_isBlocksThatEndWithASemicolonOfTheirOwn(String script, int blocks, String lastLine) {
    List<SqlScript.Statement> statements =
        SqlScript.resource("sql/oracle/" + script + ".sql", SqlScript.Dialect.SQLPLUS).statements();

    assertThat(statements).hasSize(blocks);
    assertThat(statements)
        .allSatisfy(
            statement -> assertThat(statement.text().lines().toList()).last().isEqualTo(lastLine));
  }

  @ParameterizedTest
  @CsvSource({"01-ps-txn", "02-pcoll-control", "05-bc4j-cleanup"})
  void script_endsWithItsSlash(String script) {
    assertThat(Resources.text("sql/oracle/" + script + ".sql")).endsWith("\n/\n");
    assertThat(Resources.text("sql/oracle/" + script + "-drop.sql")).endsWith("\n/\n");
  }
}
