package cloakroom.inspector;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be read from the text of a statement, and as much of it as may be shown. */
final class SqlText {
  private static final int LONGEST_READ = 10_000;
  private static final int LONGEST_SHOWN = 300;

  /** Comments, which are group 1, and values: strings of PostgreSQL and of Oracle, numbers. */
  private static final Pattern NOT_SHOWN =
      Pattern.compile(
          "(/\\*.*?(?:\\*/|\\z)|--[^\\r\\n]*)"
              + "|\\b[eE]'(?:[^'\\\\]++|\\\\.|'')*+(?:'|\\z)"
              + "|\\b[nN]?[qQ]'(?:\\[.*?\\]|\\{.*?\\}|\\(.*?\\)|<.*?>|([^\\s\\w]).*?\\2)'"
              + "|'(?:[^']++|'')*+(?:'|\\z)"
              + "|\\$(\\w*)\\$.*?(?:\\$\\3\\$|\\z)"
              + "|\\b\\d+(?:\\.\\d+)?\\b",
          Pattern.DOTALL);

  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** A setting with a name of the application's own, which no catalogue of PostgreSQL lists. */
  private static final Pattern OWN_SETTING =
      Pattern.compile(
          "\\bset_config\\s*\\(\\s*'(\\w+\\.[\\w.]+)'\\s*,"
              + "|\\bset\\s+(?:session\\s+)?([a-z_]\\w*\\.[\\w.]+)\\s*(?:=|\\bto\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern MAKES_ANEW =
      Pattern.compile(
          "\\A\\W*(?:create|drop|truncate|delete|set|reset|discard|prepare|deallocate|declare|close"
              + "|alter)\\b|\\bset_config\\b",
          Pattern.CASE_INSENSITIVE);

  private SqlText() {}

  /** On one line, short, every value and comment left out. */
  static String shown(String sql) {
    String bare =
        NOT_SHOWN
            .matcher(beginning(sql))
            .replaceAll(found -> Matcher.quoteReplacement(found.group(1) == null ? "?" : " "));
    String line = SPACE.matcher(bare).replaceAll(" ").strip();
    return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
  }

  /** Names of the application's own settings that a statement sets for the session. */
  static List<String> ownSettings(String sql) {
    List<String> names = new ArrayList<>();
    Matcher found = OWN_SETTING.matcher(beginning(sql));
    while (found.find()) {
      names.add(found.group(1) == null ? found.group(2) : found.group(1));
    }
    return names;
  }

  /** Whether the name stands in the statement as a word. */
  static boolean names(String sql, String name) {
    return !name.isEmpty()
        && Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)", Pattern.CASE_INSENSITIVE)
            .matcher(beginning(sql))
            .find();
  }

  /** Whether a statement gives what it names a new value, or ends it, and so reads nobody's. */
  static boolean makesAnew(String sql) {
    return MAKES_ANEW.matcher(beginning(sql)).find();
  }

  private static String beginning(String sql) {
    return sql.substring(0, Math.min(sql.length(), LONGEST_READ));
  }
}
