package cloakroom.link;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JDBC URL with one host, in four parts. A missing port becomes the database's default port. */
record JdbcAddress(String before, String host, int port, String after) {
  private static final String HOST = "(\\[[^]]+]|[^:/,@?()\\[\\] ]+)";
  private static final String PG = DatabaseKind.POSTGRESQL.urlPrefix();
  private static final String THIN = DatabaseKind.ORACLE.urlPrefix() + "thin:@";
  private static final Pattern POSTGRESQL =
      Pattern.compile("(" + PG + "//)" + HOST + "(?::(\\d{1,5}))?((?:[/?].*)?)");
  private static final Pattern ORACLE =
      Pattern.compile("(" + THIN + "(?:tcp:)?//)" + HOST + "(?::(\\d{1,5}))?(/.*)");
  private static final Pattern ORACLE_PLAIN =
      Pattern.compile("(" + THIN + ")" + HOST + ":(\\d{1,5})([:/].*)");

  static JdbcAddress of(String url) {
    for (Pattern pattern : new Pattern[] {POSTGRESQL, ORACLE, ORACLE_PLAIN}) {
      Matcher found = pattern.matcher(url);
      if (found.matches()) {
        String host = found.group(2).replaceAll("[\\[\\]]", "");
        String port =
            found.group(3) != null ? found.group(3) : pattern == POSTGRESQL ? "5432" : "1521";
        return new JdbcAddress(found.group(1), host, Integer.parseInt(port), found.group(4));
      }
    }
    throw new EnvironmentException(
        "no relay for %s: it must name one host, as in %s"
            .formatted(Urls.withoutCredentials(url), DatabaseKind.urlForms()));
  }

  String at(String otherHost, int otherPort) {
    return before + otherHost + ":" + otherPort + after;
  }
}
