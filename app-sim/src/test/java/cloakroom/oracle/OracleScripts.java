package cloakroom.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

public final class OracleScripts {
  private static final Path FOLDER = Path.of("..", "sql", "oracle");

  private static final Map<String, String> TABLE =
      Map.of(
          "table", "departments",
          "tables", ", 'DEPARTMENTS'",
          "label", "departments",
          "key", "department_id",
          "watched", "department_name",
          "columns", "department_id, department_name",
          "changes", "department_name = null",
          "rows", "where t.department_id in (1, 2)",
          "sequence", "departments_seq");

  private OracleScripts() {}

  /** Text by path below sql/oracle, of those that are made of statements. */
  static Map<String, String> all() {
    Map<String, String> scripts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      files
          .filter(path -> path.toString().endsWith(".sql"))
          .map(path -> FOLDER.relativize(path).toString().replace('\\', '/'))
          .forEach(name -> scripts.put(name, text(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    scripts.remove("install.sql"); // commands of SQL*Plus
    return scripts;
  }

  static List<SqlScript.Statement> statements(String script) {
    return SqlScript.parse(script, text(script), DatabaseKind.ORACLE).statements();
  }

  /** Returns the statements that the blocks of a script execute from literals. */
  public static List<String> dynamicStatements(String script) {
    return statements(script).stream()
        .flatMap(block -> OracleSyntax.dynamicStatements(block.text()))
        .toList();
  }

  /** Returns a script with a table in place of the names in braces. */
  static String text(String name) {
    try {
      String text = Files.readString(FOLDER.resolve(name));
      for (Map.Entry<String, String> each : TABLE.entrySet()) {
        text = text.replace("{" + each.getKey() + "}", each.getValue());
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
