package cloakroom.inspector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The latest statements of one borrower, each with where the application first called it. */
final class Recent {
  private static final int MOST = 128;

  /**
   * Who left something, or read it.
   *
   * @param statement without its values; empty if none was seen
   * @param frames the application's own, the innermost first
   */
  record Culprit(String statement, List<String> frames) {}

  /** What the note of a call of one of JDBC's setters ends with. */
  static final String BY_JDBC = " by JDBC";

  private final Map<String, List<String>> uses = new LinkedHashMap<>();

  /** Makes it the latest; whether it is new. */
  synchronized boolean add(String sql, Supplier<List<String>> frames) {
    List<String> known = uses.remove(sql);
    uses.put(sql, known == null ? frames.get() : known);
    if (uses.size() > MOST) {
      uses.remove(uses.keySet().iterator().next());
    }
    return known == null;
  }

  /** The latest of those that fit best: of the sort that leaves such a thing, and naming it. */
  synchronized Culprit culprit(Item item) {
    String best = "";
    int most = 0;
    for (String sql : uses.keySet()) {
      int fits = fit(item, sql);
      if (fits >= most) {
        best = sql;
        most = fits;
      }
    }
    return culprit(best);
  }

  /** Statements can do more than they say, setters cannot. */
  private static int fit(Item item, String sql) {
    if (!item.kind().isLeftBy(sql)) {
      return 0;
    } else if (SqlText.names(sql, item.name())) {
      return 2;
    }
    return sql.endsWith(BY_JDBC) ? 0 : 1;
  }

  /** That statement and its frames. */
  synchronized Culprit culprit(String sql) {
    return new Culprit(SqlText.shown(sql), uses.getOrDefault(sql, List.of()));
  }
}
