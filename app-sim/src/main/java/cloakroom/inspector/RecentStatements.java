package cloakroom.inspector;

import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.platform.Resources;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Latest statements of one borrower with the stack frames of their first call. */
final class RecentStatements {
  /** Suffix of a recorded JDBC setter. */
  static final String BY_JDBC = " by JDBC";

  private static final int MAX_STATEMENTS = 128;
  private static final List<String> EXCLUDED =
      Resources.rows("cloakroom/inspector/frames.txt").stream().map(row -> row.get(0)).toList();

  private static final StackWalker WALKER = StackWalker.getInstance();

  private final Settings settings;
  private final Map<String, List<String>> uses = new LinkedHashMap<>();

  RecentStatements(Settings settings) {
    this.settings = settings;
  }

  synchronized void add(String sql) {
    List<String> known = uses.remove(sql);
    uses.put(sql, known == null ? applicationFrames() : known);
    if (uses.size() > MAX_STATEMENTS) {
      uses.remove(uses.keySet().iterator().next());
    }
  }

  /** Returns the innermost frames of the configured classes, else of those not excluded. */
  private List<String> applicationFrames() {
    List<String> own = frames(name -> hasPrefix(name, settings.application()));
    return own.isEmpty() ? frames(name -> !hasPrefix(name, EXCLUDED)) : own;
  }

  private List<String> frames(Predicate<String> included) {
    return WALKER.walk(
        stack ->
            stack
                .filter(frame -> included.test(frame.getClassName()))
                .limit(settings.frames())
                .map(RecentStatements::text)
                .toList());
  }

  private static boolean hasPrefix(String name, List<String> prefixes) {
    return prefixes.stream().anyMatch(name::startsWith);
  }

  private static String text(StackFrame frame) {
    String place = frame.getFileName() + ":" + frame.getLineNumber();
    return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
  }

  /** Returns the latest statement that most likely left the item: by its kind and name. */
  synchronized CallSite callSite(HeldItem item) {
    String best = "";
    int bestScore = 0;
    for (String sql : uses.keySet()) {
      int score = score(item, sql);
      if (score >= bestScore) {
        best = sql;
        bestScore = score;
      }
    }
    return callSite(best);
  }

  /** A statement may change items that it does not name; a setter cannot. */
  private static int score(HeldItem item, String sql) {
    if (!item.kind().isLeftBy(sql)) {
      return 0;
    } else if (SqlText.names(sql, item.name())) {
      return 2;
    }
    return sql.endsWith(BY_JDBC) ? 0 : 1;
  }

  /** Returns the statement without its values, with its frames and the count 0. */
  synchronized CallSite callSite(String sql) {
    return new CallSite(SqlText.shown(sql), uses.getOrDefault(sql, List.of()), 0, 0);
  }
}
