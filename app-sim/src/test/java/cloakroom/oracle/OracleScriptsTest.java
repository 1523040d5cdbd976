package cloakroom.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.SqlScript;
import cloakroom.database.SqlScript.Dialect;
import cloakroom.database.SqlScript.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every script for Oracle, as far as it can be judged without an Oracle. */
final class OracleScriptsTest {
  private static final OracleScriptCheck CHECK = OracleScripts.check();
  private static final Pattern INCLUDED = Pattern.compile("(?m)^@@(\\S+)$");

  static Stream<String> scripts() {
    return OracleScripts.all().keySet().stream();
  }

  static Stream<String> schemaScripts() {
    return scripts().filter(name -> !name.startsWith("admin/") && !name.startsWith("watch/"));
  }

  static Stream<String> questions() {
    return scripts().filter(name -> name.startsWith("watch/"));
  }

  private static List<Statement> statements(String script) {
    return SqlScript.parse(script, OracleScripts.text(script), Dialect.SQLPLUS).statements();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void script_isOfOraclesWordsAndNames(String script) {
    assertThat(CHECK.script(script, OracleScripts.text(script))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          01-ps-txn                       | 2
          01-ps-txn-drop                  | 2
          02-pcoll-control                | 1
          02-pcoll-control-drop           | 1
          03-hr                           | 4
          03-hr-drop                      | 2
          04-fetch-test                   | 2
          04-fetch-test-drop              | 1
          05-bc4j-cleanup                 | 2
          05-bc4j-cleanup-drop            | 1
          06-state-kinds                  | 6
          06-state-kinds-drop             | 3
          admin/01-drcp                   | 1
          admin/01-drcp-undo              | 1
          admin/02-shared-servers         | 7
          admin/02-shared-servers-undo    | 2
          admin/03-services               | 1
          admin/03-services-undo          | 1
          admin/04-monitoring             | 10
          admin/04-monitoring-undo        | 1
          admin/04-monitoring-root        | 8
          admin/04-monitoring-root-undo   | 1
          admin/05-metrics                | 8
          admin/05-metrics-root           | 6
          """)
  void script_isCutIntoSoManyStatements(String script, int number) {
    assertThat(statements(script + ".sql")).hasSize(number);
  }

  @Test
  void everyScript_hasItsWayBack() {
    Set<String> names = OracleScripts.all().keySet();
    for (String name : names) {
      boolean changes = !name.contains("metrics") && !name.startsWith("watch/");
      if (changes && !name.contains("-drop") && !name.contains("-undo")) {
        String back = name.startsWith("admin/") ? "-undo.sql" : "-drop.sql";
        assertThat(names).contains(name.replace(".sql", back));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("schemaScripts")
  void scriptOfTheSchema_canBeRunAgain(String script) {
    for (Statement statement : statements(script)) {
      String text = statement.text().toLowerCase(Locale.ROOT);
      boolean changesTables = text.matches("(?s)^(create|drop)\\b.*");
      assertThat(!changesTables || text.startsWith("create or replace"))
          .as(
              "line %d makes or drops only inside a block that knows of it already",
              statement.line())
          .isTrue();
    }
  }

  /** So that it can be run by whatever reads statements; only the administrator's need SQL*Plus. */
  @ParameterizedTest
  @MethodSource("schemaScripts")
  void scriptOfTheSchema_hasNoCommandOfSqlPlus(String script) {
    assertThat(OracleScripts.text(script).lines())
        .noneMatch(line -> line.matches("(?i)(set|whenever|prompt|exit|define|@).*"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void adminScript_stopsAtTheFirstError(String script) {
    if (script.startsWith("admin/")) {
      assertThat(OracleScripts.text(script)).contains("\nwhenever sqlerror exit failure\n");
    }
  }

  @Test
  void install_runsEachScriptInOrder_andDropBackwards() {
    List<String> create = schemaScripts().filter(name -> !name.contains("-drop")).sorted().toList();
    List<String> back =
        create.stream()
            .sorted((a, b) -> b.compareTo(a))
            .map(name -> name.replace(".sql", "-drop.sql"))
            .toList();

    assertThat(included("install.sql")).isEqualTo(create);
    assertThat(included("drop.sql")).isEqualTo(back);
  }

  private static List<String> included(String script) {
    return INCLUDED.matcher(OracleScripts.text(script)).results().map(r -> r.group(1)).toList();
  }

  /** Least privilege: what the queries read is granted, and nothing besides. */
  @ParameterizedTest
  @CsvSource({"04-monitoring, 05-metrics", "04-monitoring-root, 05-metrics-root"})
  void monitoring_mayReadWhatTheMetricsRead(String grants, String metrics) {
    assertThat(found("v_\\$(\\w+)", "admin/" + grants + ".sql", "grant "))
        .isNotEmpty()
        .isEqualTo(found("v\\$(\\w+)", "admin/" + metrics + ".sql", "from "));
  }

  /** The code asks these alone: the same role must do. */
  @ParameterizedTest
  @MethodSource("questions")
  void monitoring_mayReadWhatTheCodeAsks(String question) {
    assertThat(found("v_\\$(\\w+)", "admin/04-monitoring.sql", "grant "))
        .containsAll(found("v\\$(\\w+)", question, "from "));
  }

  /** Whoever looks by hand sees every figure that a run records, under the same name. */
  @ParameterizedTest
  @CsvSource({
    "watch/statistics.sql",
    "watch/time-model.sql",
    "watch/instance-time-model.sql",
    "watch/settings.sql"
  })
  void metrics_nameWhatTheCodeAsks(String question) {
    assertThat(found("'([^']+)'", "admin/05-metrics.sql", ""))
        .containsAll(found("'([^']+)'", question, ""));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void question_isOneStatement(String question) {
    assertThat(statements(question)).hasSize(1);
  }

  private static Set<String> found(String pattern, String script, String onLinesOf) {
    Set<String> found = new TreeSet<>();
    OracleScripts.text(script)
        .lines()
        .filter(line -> line.startsWith(onLinesOf) && !line.startsWith("--"))
        .flatMap(line -> Pattern.compile(pattern).matcher(line).results())
        .forEach(match -> found.add(match.group(1)));
    return found;
  }

  @Test
  void check_knowsTheTablesOfTheScripts() {
    assertThat(CHECK.tables().get("ps_txn"))
        .containsExactlyInAnyOrder("id", "parentid", "collid", "content", "creation_date");
    assertThat(CHECK.tables().get("fetch_test")).containsExactlyInAnyOrder("id", "data");
    assertThat(CHECK.tables()).containsKeys("state_kinds_rows", "employees", "ps_txn_seq");
  }
}
