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
      int fits = !item.kind().isLeftBy(sql) ? 0 : SqlText.names(sql, item.name()) ? 2 : 1;
      if (fits >= most) {
        best = sql;
        most = fits;
      }
    }
    return culprit(best);
  }

  /** That statement and its frames. */
  synchronized Culprit culprit(String sql) {
    return new Culprit(SqlText.shown(sql), uses.getOrDefault(sql, List.of()));
  }
}
