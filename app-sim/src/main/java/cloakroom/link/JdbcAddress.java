package cloakroom.link;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
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
  private static final String THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern POSTGRESQL =
      Pattern.compile(
          "("
              + DatabaseKind.POSTGRESQL.urlPrefix()
              + "//)"
              + HOST
              + "(?::(\\d{1,5}))?((?:[/?].*)?)");
  private static final Pattern ORACLE =
      Pattern.compile("(" + THIN + "(?:tcp:)?//)" + HOST + "(?::(\\d{1,5}))?(/.*)");
  private static final Pattern ORACLE_PLAIN =
      Pattern.compile("(" + THIN + ")" + HOST + ":(\\d{1,5})([:/].*)");
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
        "no relay for %s: it must name one host, as in %s"
            .formatted(Urls.withoutCredentials(url), DatabaseKind.urlForms()));
  }

  private static int port(String digits, int usual) {
    return digits == null ? usual : Integer.parseInt(digits);
  }

  String at(String otherHost, int otherPort) {
    return before + otherHost + ":" + otherPort + after;
  }
}
