package cloakroom.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The names that scripts may use of Oracle's own packages and views: lists taken from its manuals,
 * which each list names.
 */
final class OracleNames {
  /** Where a message sends its reader. */
  static final String PACKAGES = "oracle/packages.txt";

  static final String VIEWS = "oracle/views.txt";

  private static final Map<String, List<List<String>>> CALLS = new TreeMap<>();
  private static final Map<String, Set<String>> COLUMNS = new TreeMap<>();
  private static final Set<String> RESERVED = new HashSet<>();
  private static final Set<String> PARAMETERS = new HashSet<>();

  static {
    lines(PACKAGES)
        .forEach(
            line -> CALLS.computeIfAbsent(head(line), name -> new ArrayList<>()).add(parts(line)));
    lines(VIEWS).forEach(line -> COLUMNS.put(head(line), Set.copyOf(parts(line))));
    lines("oracle/reserved.txt").forEach(line -> RESERVED.addAll(List.of(line.split(" "))));
    PARAMETERS.addAll(lines("oracle/parameters.txt"));
  }

  private OracleNames() {}

  /**
   * The ways to call it, each with its parameters; an optional one ends in a question mark. A
   * constant has one way, without any. Empty if there is no such name.
   */
  static List<List<String>> calls(String packageAndName) {
    return CALLS.getOrDefault(packageAndName, List.of());
  }

  /** The names of a package, without its own; empty if there is no such package. */
  static List<String> namesIn(String packageName) {
    return CALLS.keySet().stream()
        .filter(name -> name.startsWith(packageName + "."))
        .map(name -> name.substring(packageName.length() + 1))
        .toList();
  }

  static Set<String> packages() {
    Set<String> packages = new HashSet<>();
    CALLS.keySet().forEach(name -> packages.add(name.substring(0, name.indexOf('.'))));
    return packages;
  }

  /** The columns of each view. */
  static Map<String, Set<String>> columns() {
    return COLUMNS;
  }

  static boolean isReserved(String word) {
    return RESERVED.contains(word);
  }

  static boolean isInstanceParameter(String name) {
    return PARAMETERS.contains(name);
  }

  private static String head(String line) {
    return line.substring(0, line.indexOf('(')).strip();
  }

  private static List<String> parts(String line) {
    String list = line.substring(line.indexOf('(') + 1, line.lastIndexOf(')'));
    return Arrays.stream(list.split("[,\\s]+")).filter(part -> !part.isEmpty()).toList();
  }

  /** What is neither empty nor a comment. */
  static List<String> lines(String resource) {
    InputStream in = OracleNames.class.getClassLoader().getResourceAsStream(resource);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(in, resource), StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.isBlank() && !line.startsWith("--")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
