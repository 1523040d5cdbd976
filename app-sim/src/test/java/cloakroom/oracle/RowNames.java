package cloakroom.oracle;

import cloakroom.oracle.OracleTokens.Token;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Names that are values of a view: statistics, times, wait classes. A query for one that does not
 * exist is right in every other respect, and gives nothing.
 */
final class RowNames {
  static final String LIST = "oracle/statistics.txt";

  private static final Map<String, Set<String>> ROWS = new HashMap<>();

  static {
    Set<String> names = Set.of();
    for (String line : OracleNames.lines(LIST)) {
      if (line.startsWith("[")) {
        names = new TreeSet<>();
        for (String view : line.substring(1, line.indexOf(']')).split(" ", -1)) {
          ROWS.put(view, names);
        }
      } else {
        names.add(line);
      }
    }
  }

  private RowNames() {}

  /** Checks the literals of a query of such a view; a block may hold others. */
  static void check(String text, Consumer<Finding> findings) {
    if (!text.stripLeading().regionMatches(true, 0, "select", 0, 6)) {
      return;
    }
    for (Token view : OracleTokens.of(text)) {
      Set<String> rows = ROWS.get(view.text());
      if (rows != null) {
        OracleTokens.of(text).stream()
            .filter(token -> token.isLiteral() && !rows.contains(token.text()))
            .forEach(
                token ->
                    findings.accept(
                        Finding.at(
                            text,
                            token.offset(),
                            view.text() + " has no row " + token.text() + " in " + LIST)));
      }
    }
  }
}
