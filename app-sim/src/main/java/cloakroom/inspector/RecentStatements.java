package cloakroom.inspector;

import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.platform.Resources;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Recent statements of one borrowed connection, with the stack frames of their first use. */
final class RecentStatements {
  /** Suffix of a recorded JDBC setter call, to distinguish it from an SQL statement. */
  static final String BY_JDBC = " by JDBC";

  private static final int MAX_STATEMENTS = 128;
  private static final List<String> EXCLUDED =
      Resources.rows("cloakroom/inspector/frames.txt").stream().map(row -> row.get(0)).toList();

  private final Settings settings;
  private final Map<String, List<String>> uses = new LinkedHashMap<>();

  RecentStatements(Settings settings) {
    this.settings = settings;
  }

  synchronized boolean add(String sql) {
    List<String> known = uses.remove(sql);
    uses.put(sql, known == null ? applicationFrames() : known);
    return uses.size() > MAX_STATEMENTS && uses.keySet().remove(uses.keySet().iterator().next());
  }

  private List<String> applicationFrames() {
    List<String> own = frames(name -> hasPrefix(name, settings.application()));
    return own.isEmpty() ? frames(name -> !hasPrefix(name, EXCLUDED)) : own;
  }

  private List<String> frames(Predicate<String> included) {
    return StackWalker.getInstance()
        .walk(
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

  /** Returns the statement most likely to have left the state item; of several, the latest. */
  synchronized CallSite callSite(HeldItem item) {
    return callSite(
        uses.keySet().stream()
            .reduce("", (best, sql) -> score(item, sql) < score(item, best) ? best : sql));
  }

  /** Returns how likely the SQL left the item: 2 if the SQL names it, 1 if possible, 0 if not. */
  private static int score(HeldItem item, String sql) {
    if (!item.kind().isLeftBy(sql)) {
      return 0;
    } else if (SqlText.names(sql, item.name())) {
      return 2;
    }
    return sql.endsWith(BY_JDBC) ? 0 : 1;
  }

  synchronized CallSite callSite(String sql) {
    return new CallSite(SqlText.shown(sql), uses.getOrDefault(sql, List.of()), 0, 0);
  }
}
