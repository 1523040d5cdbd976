package cloakroom.standin;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to execute a statement.
 *
 * @param cursor number under which the session knows the statement; 0 for a new one
 * @param sql its text; empty if the session knows it
 * @param rows of a query that the answer may bring along
 * @param commits whether the statement is to be committed at once
 */
record Execute(int cursor, String sql, int rows, boolean commits) {
  private static final int COMMIT_ON_SUCCESS = 0x100;

  private static final Pattern FIRST_WORD =
      Pattern.compile(
          "(?i)(?:/\\*|--|\\b(?:select|insert|update|delete|merge|begin|declare|create|alter|drop"
              + "|with|call|truncate|grant|lock|set|comment|savepoint|rollback)\\b)");

  /** Reads the request from behind its number. */
  static Execute read(TtcReader request) {
    long options = request.number();
    int cursor = (int) request.number();
    request.skip(1);
    int length = (int) request.number();
    request.skip(1);
    request.number();
    request.skip(2);
    request.number();
    int rows = (int) request.number();
    String sql = length == 0 ? "" : text(request.rest(), length);
    return new Execute(cursor, sql, rows, (options & COMMIT_ON_SUCCESS) != 0);
  }

  /**
   * Many fields stand before the text, and which depends on the driver's release; so its first word
   * is looked for.
   */
  private static String text(String rest, int length) {
    Matcher word = FIRST_WORD.matcher(rest);
    if (!word.find() || word.start() + length > rest.length()) {
      throw new AssertionError("the stand-in finds no statement of " + length + " characters");
    }
    return rest.substring(word.start(), word.start() + length);
  }
}
