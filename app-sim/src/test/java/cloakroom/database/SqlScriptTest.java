package cloakroom.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.SqlScript.Dialect;
import cloakroom.database.SqlScript.Statement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlScriptTest {
  private static List<String> psql(String text) {
    return texts(Dialect.PSQL, text);
  }

  private static List<String> sqlplus(String text) {
    return texts(Dialect.SQLPLUS, text);
  }

  private static List<String> texts(Dialect dialect, String text) {
    return SqlScript.parse("x.sql", text, dialect).statements().stream()
        .map(Statement::text)
        .toList();
  }

  @Test
  void statements_endAtSemicolonsAndAtTheEndOfTheFile() {
    assertThat(psql("select 1;\n\nselect\n 2 ;; select 3"))
        .containsExactly("select 1", "select\n 2", "select 3");
  }

  @Test
  void statements_knowTheirLines() {
    assertThat(
            SqlScript.parse("x.sql", "-- a\nselect 1;\r\n/* b\n */ select\n2;", Dialect.PSQL)
                .statements())
        .containsExactly(new Statement("select 1", 2), new Statement("select\n2", 4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 'a;b'",
        "select 'it''s; fine'",
        "select E'\\';'",
        "select e'\\\\' || ';'",
        "select 'ends in a backslash; \\'",
        "select E'it''s \\'; '",
        "select \"a;b\"\"c;\" from t",
        "do $$ begin; end $$",
        "do $a$ x; $$ ; $b$ ; $a$",
        "select 1 -- no; end\n + 2",
        "select 1 /* no; /* nested; */ end; */ + 2",
        "select a$b$c from d where e$b$f",
        "select $1, '; '",
        "create rule r as on insert to t do (select 1; select 2)",
        "create function f() returns int language sql begin atomic select 1; select 2; end",
        "create or replace procedure p() begin atomic select case when a then b end; end",
        "begin",
        "end",
        "select U&'d;\\0061'",
      })
  void semicolon_insideAStatementOfPsqlDoesNotEndIt(String statement) {
    assertThat(psql(statement + ";select 2;")).containsExactly(statement, "select 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin\n  null;\nend;",
        "declare\n  a number;\nbegin\n  null;\nend;",
        "create or replace package p as\n  procedure a;\nend;",
        "create or replace editionable trigger t before insert on u begin null; end;",
        "create function f return number is begin return 1; end;",
      })
  void block_ofPlSqlEndsAtASlashOnALineOfItsOwn(String block) {
    assertThat(sqlplus(block + "\n/\nselect 1 / 2 from dual;\n"))
        .containsExactly(block, "select 1 / 2 from dual");
  }

  @Test
  void slash_endsPlainSqlToo() {
    assertThat(sqlplus("select 1 from dual\n/\nselect\n6\n/ 2 from dual;"))
        .containsExactly("select 1 from dual", "select\n6\n/ 2 from dual");
  }

  @Test
  void slash_afterAFinishedStatementIsRefused() {
    assertThatThrownBy(() -> sqlplus("insert into t values (1);\n/\n"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("x.sql, line 2: this / would run the statement before it a second time");
  }

  @Test
  void commands_ofSqlPlusArePassedOver() {
    assertThat(
            sqlplus(
                """
                set define off
                prompt it's on; its way
                WHENEVER SQLERROR EXIT 1
                set role all;
                set transaction read only;
                exit
                """))
        .containsExactly("set role all", "set transaction read only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q'[a;'b]'", "Q'{a;'}'", "nq'!a;'!'", "q'(;)'", "n'a;'"})
  void quotes_ofOracleHoldSemicolons(String literal) {
    assertThat(sqlplus("select " + literal + " from dual; select 1 from dual;"))
        .containsExactly("select " + literal + " from dual", "select 1 from dual");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1;\nselect 'a;|line 2: the quote ' never ends",
        "select 1;\n\n\"a|line 3: the quote \" never ends",
        "do $x$ ... $$|line 1: the dollar quote $x$ never ends",
        "/* a /* b */|line 1: the comment never ends",
        "select 1;\n\\set a 1|line 2: psql's own command \\set cannot be run here",
        "select 1\n\\gexec|line 2: psql's own command \\gexec cannot be run here",
        "\ncopy t from stdin;\n1\n\\.|line 2: copy from stdin cannot be run here: insert the rows",
      })
  void script_thatCannotBeRunIsRefusedWithItsLine(String textAndMessage) {
    int bar = textAndMessage.lastIndexOf('|');
    assertThatThrownBy(() -> psql(textAndMessage.substring(0, bar)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("x.sql, " + textAndMessage.substring(bar + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"select q'[a", "select q'", "select nq'", "@other.sql", "select /* a"})
  void script_ofSqlPlusThatCannotBeRunIsRefused(String text) {
    assertThatThrownBy(() -> sqlplus(text))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("x.sql, line 1: ");
  }

  @Test
  void script_ofNothingButCommentsHasNoStatement() {
    assertThat(psql("\uFEFF-- nothing\n/* here */ ;\n ; ")).isEmpty();
  }

  /** Whatever pieces a statement is made of, it comes back whole, on the right line. */
  @Property(tries = 500)
  void split_givesBackTheStatementsThatWereJoined(@ForAll("statements") List<String> statements) {
    StringBuilder text = new StringBuilder();
    List<Statement> expected = new ArrayList<>();
    for (String statement : statements) {
      text.append("-- gap;\n");
      int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
      expected.add(new Statement(statement, line));
      text.append(statement).append(" ;\n");
    }
    assertThat(SqlScript.parse("x.sql", text.toString(), Dialect.PSQL).statements())
        .isEqualTo(expected);
  }

  @Test
  void oracleScriptOfTheStateKinds_isCutIntoItsStatements() {
    List<Statement> create =
        SqlScript.resource("sql/oracle/06-state-kinds.sql", Dialect.SQLPLUS).statements();
    List<Statement> drop =
        SqlScript.resource("sql/oracle/06-state-kinds-drop.sql", Dialect.SQLPLUS).statements();

    assertThat(create)
        .extracting(statement -> statement.text().split("\\s+", 2)[0])
        .containsExactly("BEGIN", "BEGIN", "DECLARE", "COMMIT", "CREATE", "CREATE");
    assertThat(create.get(5).text()).endsWith("END cloakroom_state_kinds;");
    assertThat(drop).hasSize(3);
  }

  /** No text makes the splitter fail in any other way than with a line for the user. */
  @Property(tries = 1000)
  void split_ofAnythingEndsInStatementsOrInOneLine(
      @ForAll("noise") String text, @ForAll Dialect dialect) {
    try {
      assertThat(texts(dialect, text))
          .allSatisfy(statement -> assertThat(text).contains(statement));
    } catch (EnvironmentException e) {
      assertThat(e).hasMessageMatching("x\\.sql, line \\d+: .+");
    }
  }

  @Provide
  Arbitrary<List<String>> statements() {
    Arbitrary<String> piece =
        Arbitraries.of(
            "a",
            "'x;y'",
            "\"q;\"",
            "$$;$$",
            "$t$ $$;' $t$",
            "/* ;' */",
            "-- ;'\n",
            "(1;2)",
            "1",
            "\n",
            "''",
            "E'a''\\';'",
            "case",
            "begin",
            "end",
            "+",
            "é");
    return piece
        .list()
        .ofMaxSize(8)
        .map(pieces -> "select " + String.join(" ", pieces) + " x")
        .list()
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<String> noise() {
    return Arbitraries.of(
            "'",
            "\"",
            "$",
            "$$",
            "$a$",
            "/*",
            "*/",
            "--",
            "\n",
            "/",
            ";",
            "(",
            ")",
            "\\",
            "q'[",
            "]'",
            "e",
            "begin",
            "create",
            "function",
            "set",
            "@",
            " ",
            "a",
            "1")
        .list()
        .ofMaxSize(12)
        .map(pieces -> String.join("", pieces));
  }
}
