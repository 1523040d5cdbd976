package cloakroom.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The scripts of sql/oracle. */
public final class OracleScripts {
  /** Those that call others, by commands that only SQL*Plus knows. */
  static final Set<String> FOR_SQLPLUS_ALONE = Set.of("install.sql", "drop.sql");

  private OracleScripts() {}

  /** Text by path below sql/oracle, of those that are made of statements. */
  static Map<String, String> all() {
    Map<String, String> scripts = new TreeMap<>();
    Path folder = folder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".sql")).toList()) {
        scripts.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    scripts.keySet().removeAll(FOR_SQLPLUS_ALONE);
    return scripts;
  }

  /** A check that knows the tables of all scripts. */
  public static OracleScriptCheck check() {
    return OracleScriptCheck.knowing(all());
  }

  /** The statements that a script's blocks keep in literals. */
  public static List<String> dynamicStatements(String script) {
    return DynamicSql.in(text(script)).stream().map(DynamicSql::statement).toList();
  }

  static String text(String name) {
    try {
      return Files.readString(folder().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      URI one =
          OracleScripts.class.getClassLoader().getResource("sql/oracle/01-ps-txn.sql").toURI();
      return Path.of(one).getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
