package cloakroom.inspector;

import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.platform.Resources;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The latest statements of one borrower, each with where the application first called it. */
final class RecentStatements {
  /** What the note of a call of one of JDBC's setters ends with. */
  static final String BY_JDBC = " by JDBC";

  private static final int MOST = 128;

  /** Beginnings of the names of classes that are the JDK's, a pool's, a driver's or ours. */
  private static final List<String> OTHERS =
      Resources.rows("cloakroom/inspector/frames.txt").stream().map(row -> row.get(0)).toList();

  private static final StackWalker WALKER = StackWalker.getInstance();

  private final Settings settings;
  private final Map<String, List<String>> uses = new LinkedHashMap<>();

  RecentStatements(Settings settings) {
    this.settings = settings;
  }

  /** Makes it the latest. */
  synchronized void add(String sql) {
    List<String> known = uses.remove(sql);
    uses.put(sql, known == null ? here() : known);
    if (uses.size() > MOST) {
      uses.remove(uses.keySet().iterator().next());
    }
  }

  /** The innermost frames of the application, as it was told or as can be guessed. */
  private List<String> here() {
    List<String> own = frames(name -> begins(name, settings.application()));
    return own.isEmpty() ? frames(name -> !begins(name, OTHERS)) : own;
  }

  private List<String> frames(Predicate<String> counts) {
    return WALKER.walk(
        stack ->
            stack
                .filter(frame -> counts.test(frame.getClassName()))
                .limit(settings.frames())
                .map(RecentStatements::text)
                .toList());
  }

  private static boolean begins(String name, List<String> beginnings) {
    return beginnings.stream().anyMatch(name::startsWith);
  }

  private static String text(StackFrame frame) {
    String place = frame.getFileName() + ":" + frame.getLineNumber();
    return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
  }

  /** The latest of those that fit best: of the sort that leaves such a thing, and naming it. */
  synchronized CallSite culprit(HeldItem item) {
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
  private static int fit(HeldItem item, String sql) {
    if (!item.kind().isLeftBy(sql)) {
      return 0;
    } else if (SqlText.names(sql, item.name())) {
      return 2;
    }
    return sql.endsWith(BY_JDBC) ? 0 : 1;
  }

  /** That statement without its values, empty if none was seen, and its frames; not counted yet. */
  synchronized CallSite culprit(String sql) {
    return new CallSite(SqlText.shown(sql), uses.getOrDefault(sql, List.of()), 0, 0);
  }
}
