package cloakroom.inspector;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Analysis and masking of statement texts. */
final class SqlText {
  private static final int MAX_ANALYZED = 10_000;
  private static final int MAX_SHOWN = 300;

  /** Comments (group 1) and values: strings of PostgreSQL and Oracle, numbers. */
  private static final Pattern MASKED =
      Pattern.compile(
          "(/\\*.*?(?:\\*/|\\z)|--[^\\r\\n]*)"
              + "|\\b[eE]'(?:[^'\\\\]++|\\\\.|'')*+(?:'|\\z)"
              + "|\\b[nN]?[qQ]'(?:\\[.*?\\]|\\{.*?\\}|\\(.*?\\)|<.*?>|([^\\s\\w]).*?\\2)'"
              + "|'(?:[^']++|'')*+(?:'|\\z)"
              + "|\\$(\\w*)\\$.*?(?:\\$\\3\\$|\\z)"
              + "|\\b\\d+(?:\\.\\d+)?\\b",
          Pattern.DOTALL);

  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** Setting of the application, which no catalogue of PostgreSQL lists. */
  private static final Pattern OWN_SETTING =
      Pattern.compile(
          "\\bset_config\\s*\\(\\s*'(\\w+\\.[\\w.]+)'\\s*,"
              + "|\\bset\\s+(?:session\\s+)?([a-z_]\\w*\\.[\\w.]+)\\s*(?:=|\\bto\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern REPLACES =
      Pattern.compile(
          "\\A\\W*(?:create|drop|truncate|delete|set|reset|discard|prepare|deallocate|declare|close"
              + "|alter)\\b|\\bset_config\\b",
          Pattern.CASE_INSENSITIVE);

  private SqlText() {}

  /** Returns the statement on one short line without values and comments. */
  static String shown(String sql) {
    String masked =
        MASKED
            .matcher(prefix(sql))
            .replaceAll(found -> Matcher.quoteReplacement(found.group(1) == null ? "?" : " "));
    String line = SPACE.matcher(masked).replaceAll(" ").strip();
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…";
  }

  /** Returns the names of the application's settings that a statement sets for the session. */
  static List<String> ownSettings(String sql) {
    List<String> names = new ArrayList<>();
    Matcher found = OWN_SETTING.matcher(prefix(sql));
    while (found.find()) {
      names.add(found.group(1) == null ? found.group(2) : found.group(1));
    }
    return names;
  }

  static boolean names(String sql, String name) {
    return !name.isEmpty()
        && Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)", Pattern.CASE_INSENSITIVE)
            .matcher(prefix(sql))
            .find();
  }

  /** Returns whether a statement sets or ends the items that it names, and so reads none. */
  static boolean replaces(String sql) {
    return REPLACES.matcher(prefix(sql)).find();
  }

  private static String prefix(String sql) {
    return sql.substring(0, Math.min(sql.length(), MAX_ANALYZED));
  }
}
