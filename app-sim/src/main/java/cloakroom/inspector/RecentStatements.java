package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.platform.Resources;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Recent statements of one borrowed connection, with the stack frames of their first use. */
final class RecentStatements {
  /** Suffix of a recorded JDBC setter call, to distinguish it from an SQL statement. */
  static final String BY_JDBC = " by JDBC";

  private static final String ONE_OF = "one of these statements: ";
  private static final int MAX_STATEMENTS = 128;
  private static final int MAX_CAUSES = 5;
  private static final List<String> EXCLUDED =
      Resources.rows("cloakroom/inspector/frames.txt").stream().map(row -> row.get(0)).toList();

  private final Settings settings;
  private final Map<String, List<String>> uses = new LinkedHashMap<>();
  private final Map<String, Set<HeldItem>> effects;
  private boolean evicted;

  /**
   * Creates a list of no statements.
   *
   * @param effects items that statements are known to leave, by text without values
   */
  RecentStatements(Settings settings, Map<String, Set<HeldItem>> effects) {
    this.settings = settings;
    this.effects = effects;
  }

  synchronized boolean add(String sql) {
    List<String> known = uses.remove(sql);
    uses.put(sql, known == null ? applicationFrames() : known);
    if (uses.size() > MAX_STATEMENTS) {
      evicted = true;
      uses.keySet().remove(oldestWithoutEffect());
    }
    return known == null;
  }

  private String oldestWithoutEffect() {
    return uses.keySet().stream()
        .filter(sql -> uses.size() > 2 * MAX_STATEMENTS || effects(sql).isEmpty())
        .findFirst()
        .orElse("");
  }

  private Set<HeldItem> effects(String sql) {
    return effects.getOrDefault(SqlText.shown(sql), Set.of());
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

  /** Returns the statement that left the state item, or a list of those that may have left it. */
  synchronized CallSite callSite(HeldItem item) {
    List<String> causes = uses.keySet().stream().filter(sql -> score(item, sql) > 0).toList();
    for (int i = causes.size() - 1; i >= 0; i--) {
      String sql = causes.get(i);
      if (score(item, sql) > 1 || effects(sql).contains(item.common())) {
        return callSite(sql);
      }
    }
    if (causes.size() == 1 && !evicted && !isHarmless(item, causes.get(0))) {
      return callSite(causes.get(0));
    }
    causes.forEach(sql -> effects.remove(SqlText.shown(sql)));
    String shown =
        causes.stream()
            .skip(Math.max(0, causes.size() - MAX_CAUSES))
            .map(SqlText::shown)
            .distinct()
            .collect(Collectors.joining("; "));
    String more = evicted || causes.size() > MAX_CAUSES ? "earlier ones; " : "";
    return new CallSite((more + shown).isEmpty() ? "" : ONE_OF + more + shown, List.of(), 0, 0);
  }

  /** Returns whether unseen SQL is more likely to have left the item than this statement. */
  private boolean isHarmless(HeldItem item, String sql) {
    boolean known = effects.containsKey(SqlText.shown(sql)) && !item.kind().isLeftBy(sql);
    return known || SqlText.isBypass(sql);
  }

  /** Returns whether the text of this or another statement explains the item. */
  synchronized boolean isExplained(HeldItem item, String sql) {
    boolean fills = SqlText.fills(sql) && SqlText.names(sql, item.name());
    boolean named = item.kind() == HeldKind.SESSION_SETTING;
    return fills
        || score(item, sql) > 1
        || uses.keySet().stream()
            .filter(other -> !other.equals(sql) && score(item, other) > 0)
            .anyMatch(
                other ->
                    SqlText.isBypass(other)
                        || score(item, other) > 1
                        || (!named && item.kind().isLeftBy(other)));
  }

  /** Returns how likely the SQL left the item: 2 if the SQL names it, 1 if possible, 0 if not. */
  private static int score(HeldItem item, String sql) {
    boolean cause = item.kind().isLeftBy(sql);
    boolean fills = item.kind() == HeldKind.TEMPORARY_TABLE && SqlText.fills(sql);
    boolean named = SqlText.names(sql, item.name()) || item.kind() == HeldKind.OPEN_TRANSACTION;
    if (cause && !fills && named) {
      return 2;
    }
    boolean setter = sql.endsWith(BY_JDBC) && item.kind() != HeldKind.JDBC_PROPERTY;
    return !setter && (cause || SqlText.callsRoutine(sql) || SqlText.isBypass(sql)) ? 1 : 0;
  }

  synchronized CallSite callSite(String sql) {
    return new CallSite(SqlText.shown(sql), uses.getOrDefault(sql, List.of()), 0, 0);
  }
}
