package cloakroom.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class OracleScriptsTest {
  static Stream<String> scripts() {
    return OracleScripts.all().keySet().stream();
  }

  static Stream<String> schemaScripts() {
    return scripts().filter(name -> name.matches("\\d.*"));
  }

  static Stream<String> questions() {
    return scripts().filter(name -> name.matches("watch/(?!rights|table-rights).*"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void script_parses(String script) {
    assertThat(OracleScripts.statements(script))
        .allSatisfy(statement -> assertThat(OracleSyntax.errors(statement.text())).isEmpty());
  }

  /** A typo in a statement, in a literal of a block and in a package. */
  @ParameterizedTest
  @CsvSource({
    "05-bc4j-cleanup.sql, for update skip locked, for update skip loked",
    "01-ps-txn.sql, create table ps_txn, create tabel ps_txn",
    "06-state-kinds.sql, RETURN g_variable, RETRUN g_variable"
  })
  void typo_isFound(String script, String right, String wrong) {
    String text = OracleScripts.text(script);
    assertThat(text).contains(right);
    assertThat(
            SqlScript.parse(script, text.replace(right, wrong), DatabaseKind.ORACLE)
                .statements()
                .stream()
                .flatMap(statement -> OracleSyntax.errors(statement.text()).stream()))
        .isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("questions")
  void question_isOneStatement(String question) {
    assertThat(OracleScripts.statements(question)).hasSize(1);
  }

  /** Tables are created in blocks, each of which the list names afterwards. */
  @ParameterizedTest
  @MethodSource("schemaScripts")
  void scriptOfTheSchema_listsWhatItCreates(String script) {
    String text = OracleScripts.text(script);
    assertThat(text.lines())
        .noneMatch(
            line ->
                line.matches("(?i)(drop|create (?!(or replace )?package)|set |whenever|exit|@).*"));
    assertThat(
            names(
                "(?i)create (?:global temporary )?(?:table|sequence|package) (?!body)(\\w+)", text))
        .isNotEmpty()
        .isEqualTo(names("values \\('(\\w+)', '(?:table|sequence|package)'\\);", text));
  }

  private static Set<String> names(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1).toUpperCase(Locale.ROOT))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyAdminScript_hasItsWayBack() {
    Set<String> names = OracleScripts.all().keySet();
    assertThat(names)
        .filteredOn(name -> name.matches("admin/(?!.*metrics).*(?<!-undo).sql"))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(names).contains(name.replace(".sql", "-undo.sql")));
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
  void install_runsEachScriptInOrder() {
    assertThat(found("^@@(\\S+)$", "install.sql", "@@"))
        .containsExactlyElementsOf(schemaScripts().toList());
  }

  /** Least privilege: what the queries read is granted, and nothing besides. */
  @ParameterizedTest
  @CsvSource({"04-monitoring, 05-metrics", "04-monitoring-root, 05-metrics-root"})
  void monitoring_mayReadWhatTheMetricsRead(String grants, String metrics) {
    assertThat(found("v_\\$(\\w+)", "admin/" + grants + ".sql", "grant "))
        .isNotEmpty()
        .isEqualTo(found("v\\$(\\w+)", "admin/" + metrics + ".sql", "from "));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void monitoring_mayReadWhatTheCodeAsks(String question) {
    assertThat(found("v_\\$(\\w+)", "admin/04-monitoring.sql", "grant "))
        .containsAll(found("v\\$(\\w+)", question, "from "));
  }

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
