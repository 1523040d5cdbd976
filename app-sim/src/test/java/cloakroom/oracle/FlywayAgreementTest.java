package cloakroom.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.SqlScript;
import cloakroom.database.SqlScript.Dialect;
import cloakroom.database.SqlScript.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.internal.parser.ParsingContext;
import org.flywaydb.core.internal.resource.StringResource;
import org.flywaydb.core.internal.sqlscript.SqlStatement;
import org.flywaydb.core.internal.sqlscript.SqlStatementIterator;
import org.flywaydb.database.oracle.OracleParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A second opinion on where the statements of a script for Oracle end: Flyway's. */
final class FlywayAgreementTest {
  static Stream<String> scripts() {
    return OracleScripts.all().keySet().stream();
  }

  /** Flyway's free edition takes no commands of SQL*Plus: it gets empty lines in their place. */
  private static String withoutCommands(String script) {
    return script.replaceAll("(?m)^(whenever|set (linesize|pagesize)) .*$", "");
  }

  private static List<Statement> flyway(String script) {
    FluentConfiguration configuration = new FluentConfiguration().placeholderReplacement(false);
    List<Statement> statements = new ArrayList<>();
    try (SqlStatementIterator parsed =
        new OracleParser(configuration, new ParsingContext())
            .parse(new StringResource(withoutCommands(script)))) {
      while (parsed.hasNext()) {
        SqlStatement next = parsed.next();
        statements.add(new Statement(withoutHead(next.getSql()), next.getLineNumber()));
      }
    }
    return statements;
  }

  /** Flyway lets the comments before a statement be part of it, but not of its line. */
  private static String withoutHead(String statement) {
    return statement.replaceFirst("\\A(\\s+|--[^\n]*\n|(?s:/\\*.*?\\*/))+", "").stripTrailing();
  }

  private static List<Statement> ours(String script) {
    return SqlScript.parse("x.sql", script, Dialect.SQLPLUS).statements();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void flyway_cutsTheScriptAsWeDo(String script) {
    String text = OracleScripts.text(script);

    assertThat(flyway(text)).isNotEmpty().isEqualTo(ours(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin\n  x := q'[;\n/]';\nend;\n/\nselect 1 / 2 from dual;\n",
        "select 'a;b', \"c;d\" from dual;\nselect 2 from dual\n/\n",
        "create or replace package p as\n  procedure a;\nend p;\n/\n\nselect 1 from dual;\n",
        "declare\n  a number;\nbegin\n  null; -- ;\nend;\n/\n/* ; */ select 3 from dual;\n",
      })
  void flyway_cutsHardTextsAsWeDo(String script) {
    assertThat(flyway(script).stream().map(Statement::text))
        .isEqualTo(ours(script).stream().map(Statement::text).toList());
  }
}
