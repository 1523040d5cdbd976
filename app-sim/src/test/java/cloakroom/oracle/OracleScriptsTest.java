package cloakroom.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
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

  static Stream<String> scripts() {
    return OracleScripts.all().keySet().stream();
  }

  static Stream<String> schemaScripts() {
    return scripts().filter(name -> !name.contains("/"));
  }

  static Stream<String> questions() {
    return scripts().filter(name -> name.matches("watch/(?!rights).*"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void script_parsesAndNamesWhatExists(String script) {
    assertThat(CHECK.script(script, OracleScripts.text(script))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          01-ps-txn.sql        | create table ps_txn        | create tabel ps_txn      | syntax
          05-bc4j-cleanup.sql  | for update skip locked     | for update skip loked    | syntax
          06-state-kinds.sql   | RETURN g_variable          | RETRUN g_variable        | syntax
          05-bc4j-cleanup.sql  | where creation_date <      | where created <          | no column created
          05-bc4j-cleanup.sql  | from pcoll_control         | from pcol_control        | no table or view pcol_control
          admin/05-metrics.sql | n.name, n.value            | n.name, n.valu           | n has no column valu
          watch/drcp.sql       | from v$cpool_stats p       | from v$cpool_stat p      | no table or view v$cpool_stat
          """)
  void slip_isFound(String script, String right, String wrong, String problem) {
    String text = OracleScripts.text(script);
    assertThat(text).contains(right);
    assertThat(String.join("\n", CHECK.script(script, text.replace(right, wrong))))
        .contains(problem);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void question_isOneStatement(String question) {
    assertThat(OracleScriptCheck.statements(question, OracleScripts.text(question))).hasSize(1);
  }

  /** Tables are made and dropped only inside blocks, which know of those that are there. */
  @ParameterizedTest
  @MethodSource("schemaScripts")
  void scriptOfTheSchema_canBeRunAgainAndNeedsNoSqlPlus(String script) {
    assertThat(OracleScripts.text(script).lines())
        .noneMatch(line -> line.matches("(?i)(drop|create (?!or replace)|set |whenever|exit|@).*"));
  }

  @Test
  void everyScript_hasItsWayBack() {
    Set<String> names = OracleScripts.all().keySet();
    assertThat(names)
        .filteredOn(name -> !name.matches("watch/.*|.*metrics.*|.*-(drop|undo).sql"))
        .allSatisfy(
            name ->
                assertThat(names)
                    .contains(
                        name.replace(
                            ".sql", name.startsWith("admin/") ? "-undo.sql" : "-drop.sql")));
  }

  @Test
  void adminScripts_stopAtTheFirstError() {
    assertThat(scripts().filter(name -> name.startsWith("admin/")))
        .allSatisfy(
            name ->
                assertThat(OracleScripts.text(name))
                    .contains("\nwhenever sqlerror exit failure\n"));
  }

  @Test
  void install_runsEachScriptInOrder_andDropBackwards() {
    List<String> create = schemaScripts().filter(name -> !name.contains("-drop")).toList();
    assertThat(found("^@@(\\S+)$", "install.sql", "@@")).containsExactlyElementsOf(create);
    assertThat(OracleScripts.text("drop.sql").lines().filter(line -> line.startsWith("@@")))
        .containsExactlyElementsOf(
            create.stream()
                .sorted(Comparator.reverseOrder())
                .map(name -> "@@" + name.replace(".sql", "-drop.sql"))
                .toList());
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
  @CsvSource({"statistics", "time-model", "instance-time-model", "settings"})
  void metrics_nameWhatTheCodeAsks(String question) {
    assertThat(found("'([^']+)'", "admin/05-metrics.sql", ""))
        .containsAll(found("'([^']+)'", "watch/" + question + ".sql", ""));
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
}
