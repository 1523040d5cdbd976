package cloakroom.http;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Request;

/** The number of a user in a request's query. */
final class UserNumber {
  private static final String NAME = "user";
  private static final String ALONE = NAME + "=";
  private static final int MOST_DIGITS = 9;

  private UserNumber() {}

  /**
   * What the query says, whether it is a number or not. A query that is nothing but a number of a
   * user, as clients send it, needs no decoding.
   *
   * @return null if it says nothing
   */
  static String in(Request request) {
    String query = request.getHttpURI().getQuery();
    if (query == null) {
      return null;
    }
    if (query.startsWith(ALONE)) {
      String number = query.substring(ALONE.length());
      if (isOne(number)) {
        return number;
      }
    }
    return new FormText("query", query.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        .value(NAME);
  }

  /** Whether it is a whole number from 1 to 999999999, without a sign or leading zeros. */
  static boolean isOne(String text) {
    if (text.isEmpty() || text.length() > MOST_DIGITS || text.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
