package cloakroom.connection.link;

import cloakroom.database.EnvironmentException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The host and port in a JDBC URL, where it names exactly one.
 *
 * @param host name or address, IPv6 without its brackets
 * @param port its port, or the database's usual one
 */
record JdbcAddress(String before, String host, int port, String after) {
  private static final String HOST = "(\\[[^]]+]|[^:/,@?()\\[\\] ]+)";
  private static final Pattern POSTGRESQL =
      Pattern.compile("(jdbc:postgresql://)" + HOST + "(?::(\\d{1,5}))?((?:[/?].*)?)");
  private static final Pattern ORACLE =
      Pattern.compile("(jdbc:oracle:thin:@(?:tcp:)?//)" + HOST + "(?::(\\d{1,5}))?(/.*)");
  private static final Pattern ORACLE_PLAIN =
      Pattern.compile("(jdbc:oracle:thin:@)" + HOST + ":(\\d{1,5})([:/].*)");
  private static final int POSTGRESQL_PORT = 5432;
  private static final int ORACLE_PORT = 1521;

  /**
   * Reads a URL.
   *
   * @throws EnvironmentException if it does not name one host
   */
  static JdbcAddress of(String url) {
    for (Pattern pattern : new Pattern[] {POSTGRESQL, ORACLE, ORACLE_PLAIN}) {
      Matcher found = pattern.matcher(url);
      if (found.matches()) {
        return new JdbcAddress(
            found.group(1),
            found.group(2).replaceAll("[\\[\\]]", ""),
            port(found.group(3), pattern == POSTGRESQL ? POSTGRESQL_PORT : ORACLE_PORT),
            found.group(4));
      }
    }
    throw new EnvironmentException(
        "no relay for "
            + shown(url)
            + ": it must name one host, as in jdbc:postgresql://HOST:PORT/DATABASE or"
            + " jdbc:oracle:thin:@//HOST:PORT/SERVICE");
  }

  private static int port(String digits, int usual) {
    return digits == null ? usual : Integer.parseInt(digits);
  }

  /** Without parameters, user and password. */
  private static String shown(String url) {
    return url.replaceFirst("[?;].*$", "")
        .replaceFirst("^(jdbc:oracle:\\w+:)[^@]*@", "$1@")
        .replaceFirst("^(jdbc:postgresql://)[^@]*@", "$1");
  }

  /** The same URL with another address. */
  String at(String otherHost, int otherPort) {
    return before + otherHost + ":" + otherPort + after;
  }
}
