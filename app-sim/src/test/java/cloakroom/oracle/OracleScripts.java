package cloakroom.oracle;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.script.SqlScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The scripts of sql/oracle. */
public final class OracleScripts {
  private static final Path FOLDER = Path.of("..", "sql", "oracle");
  private static final Path VIEWS = Path.of("src", "test", "resources", "oracle", "views.txt");

  private static final OracleScriptCheck CHECK = OracleScriptCheck.knowing(all(), views());

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

  /** A check that knows the tables of all scripts. */
  public static OracleScriptCheck check() {
    return CHECK;
  }

  /** Each line is a name with its columns in brackets, or a comment. */
  private static Map<String, Set<String>> views() {
    Map<String, Set<String>> views = new HashMap<>();
    read(VIEWS)
        .lines()
        .filter(line -> line.endsWith(")") && !line.startsWith("--"))
        .map(line -> line.split("[(), ]+"))
        .forEach(words -> views.put(words[0], Set.copyOf(List.of(words).subList(1, words.length))));
    return views;
  }

  /** The statements that a script's blocks keep in literals. */
  public static List<String> dynamicStatements(String script) {
    return SqlScript.parse(script, text(script), DatabaseKind.ORACLE).statements().stream()
        .flatMap(block -> OracleGrammar.parse(block.text(), problem -> {}).dynamic().stream())
        .toList();
  }

  static String text(String name) {
    return read(FOLDER.resolve(name));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
