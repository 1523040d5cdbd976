package cloakroom.inspector;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Analyzer of SQL texts, which also masks literal values. */
final class SqlText {
  private static final int MAX_ANALYZED = 10_000;
  private static final int MAX_SHOWN = 300;
  private static final String BYPASS = "unseen SQL through ";

  /** Parts of an SQL text to mask: comments (group 1), string literals and numbers. */
  private static final Pattern MASKED =
      Pattern.compile(
          "(/\\*.*?(?:\\*/|\\z)|--[^\\r\\n]*)"
              + "|\\b[eE]'(?:[^'\\\\]++|\\\\.|'')*+(?:'|\\z)"
              + "|\\b[nN]?[qQ]'(?:\\[.*?\\]|\\{.*?\\}|\\(.*?\\)|<.*?>|([^\\s\\w]).*?\\2)'"
              + "|'(?:[^']++|'')*+(?:'|\\z)"
              + "|\\$(\\w*)\\$.*?(?:\\$\\3\\$|\\z)"
              + "|\\b\\d+(?:\\.\\d+)?\\b",
          Pattern.DOTALL);

  /** Statement that sets an application-defined setting, such as {@code app.user}. */
  private static final Pattern OWN_SETTING =
      Pattern.compile(
          "\\bset_config\\s*\\(\\s*'(\\w+\\.[\\w.]+)'\\s*,"
              + "|\\bset\\s+(?:session\\s+)?\"?([a-z_]\\w*\"?\\.\"?[\\w.]+)\"?\\s*(?:=|\\bto\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern REPLACES =
      Pattern.compile(
          "\\A\\W*(?:create|drop|truncate|delete|set|reset|discard|prepare|deallocate|declare|close"
              + "|alter)\\b|\\bset_config\\b",
          Pattern.CASE_INSENSITIVE);

  /** Statement that may execute functions or triggers, whose effects its text does not show. */
  private static final Pattern ROUTINE =
      Pattern.compile(
          "\\A[\\s({?=]*(?:(?:select|with|call)\\b.*\\(|(?:do|execute|insert|update|delete|merge)\\b)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** SQL syntax of settings whose statement does not contain their name, by name. */
  private static final Map<String, String> SYNTAX =
      Map.of(
          "TimeZone", "time\\s+zone",
          "search_path", "set\\s+schema",
          "role", "session\\s+authorization",
          "session_authorization", "session\\s+authorization",
          "default_transaction_isolation", "characteristics\\b.*\\bisolation",
          "default_transaction_read_only", "characteristics\\b.*\\bread");

  private static final Pattern FILLS =
      Pattern.compile("\\A\\W*(?:insert|copy|merge)\\b", Pattern.CASE_INSENSITIVE);

  private SqlText() {}

  static boolean callsRoutine(String sql) {
    return ROUTINE.matcher(prefix(sql)).find();
  }

  /** Returns whether the statement fills a table that exists. */
  static boolean fills(String sql) {
    return FILLS.matcher(prefix(sql)).find();
  }

  /** Returns the text for a call of the driver's own API, which may execute unseen SQL. */
  static String bypass(String method) {
    return BYPASS + method + "()";
  }

  static boolean isBypass(String sql) {
    return sql.startsWith(BYPASS);
  }

  /** Returns the statement as one short line, without comments and literal values. */
  static String shown(String sql) {
    String masked =
        MASKED
            .matcher(prefix(sql))
            .replaceAll(found -> Matcher.quoteReplacement(found.group(1) == null ? "?" : " "));
    String line = masked.replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…";
  }

  /** Returns the application-defined settings that the statement sets in the session. */
  static List<String> ownSettings(String sql) {
    return OWN_SETTING
        .matcher(prefix(sql))
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .map(name -> name.replace("\"", ""))
        .toList();
  }

  static boolean names(String sql, String name) {
    return !name.isEmpty()
        && Pattern.compile(
                "(?<!\\w)(?:%s|%s)(?!\\w)"
                    .formatted(Pattern.quote(name), SYNTAX.getOrDefault(name, "(?!)")),
                Pattern.CASE_INSENSITIVE)
            .matcher(prefix(sql).replace("\"", ""))
            .find();
  }

  /** Returns whether the statement replaces or ends session state instead of reading it. */
  static boolean replaces(String sql) {
    return REPLACES.matcher(prefix(sql)).find();
  }

  private static String prefix(String sql) {
    return sql.substring(0, Math.min(sql.length(), MAX_ANALYZED));
  }
}
