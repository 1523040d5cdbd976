package cloakroom.inspector;

import cloakroom.inspector.Kind.Life;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The matrix policy by state kind, for what was found. */
final class Policies {
  /**
   * One line of policies.txt.
   *
   * @param own how long the connection is the session's own
   * @param outcomes what becomes then of what lives so long
   */
  private record Row(
      List<String> policies, List<String> hygienes, String own, Map<Life, String> outcomes) {
    static Row of(String line) {
      String[] columns = line.split(" \\| ", -1);
      return new Row(
          words(columns[0]),
          words(columns[1]),
          columns[2],
          Map.of(Life.TRANSACTION, columns[3], Life.SESSION, columns[4], Life.JDBC, columns[5]));
    }

    private static List<String> words(String column) {
      return List.of(column.split(", ", -1));
    }
  }

  private static final List<Row> ROWS = Texts.lines("policies.txt").stream().map(Row::of).toList();

  private Policies() {}

  static Set<String> names() {
    Set<String> names = new TreeSet<>();
    ROWS.forEach(row -> names.addAll(row.policies()));
    return names;
  }

  /** For each policy and hygiene what becomes of these kinds: kept, lost, leaked or refused. */
  static List<Map<String, Object>> outcomes(Collection<Kind> kinds) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Row row : ROWS) {
      Map<String, Object> found = new LinkedHashMap<>();
      kinds.forEach(kind -> found.put(kind.key, row.outcomes().get(kind.life)));
      for (String policy : row.policies()) {
        for (String hygiene : row.hygienes()) {
          Map<String, Object> outcome = new LinkedHashMap<>();
          outcome.put("policy", policy);
          outcome.put("hygiene", hygiene);
          outcome.put("connectionIsOwn", row.own());
          outcome.put("outcomes", found);
          all.add(outcome);
        }
      }
    }
    return all;
  }
}
