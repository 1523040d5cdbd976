package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A way to come by a connection. Pools are used as they come, behind their own DataSource, with
 * equal settings where they have them ({@link SubjectSettings}); what is left different is what
 * they are.
 */
public enum Subject {
  /** A new connection for every borrow. */
  UNPOOLED("unpooled", Unpooled::open),
  HIKARI("HikariCP", HikariSubject::open),
  UCP("UCP", UcpSubject::open),
  /** Run only when it is asked for, as are those below. */
  AGROAL("Agroal", AgroalSubject::open),
  DBCP2("DBCP 2", Dbcp2Subject::open),
  TOMCAT("Tomcat", TomcatSubject::open);

  private final String product;

  @SuppressWarnings("ImmutableEnumChecker") // a method, which keeps nothing
  private final Opening opening;

  Subject(String product, Opening opening) {
    this.product = product;
    this.opening = opening;
  }

  private interface Opening {
    Connections open(Database database, SubjectSettings settings) throws SQLException;
  }

  /** As texts name it. */
  public String product() {
    return product;
  }

  /**
   * The subject of a name, in any case.
   *
   * @throws IllegalArgumentException naming the choices
   */
  public static Subject named(String name) {
    return Arrays.stream(values())
        .filter(subject -> subject.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal(name)));
  }

  private static String refusal(String name) {
    return "unknown pool '"
        + name
        + "': choose of "
        + Arrays.stream(values())
            .map(subject -> subject.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
  }

  /**
   * Opens it; with a minimum of n connections it has n when this returns.
   *
   * @throws SQLException if the database refuses
   */
  public Connections open(Database database, SubjectSettings settings) throws SQLException {
    return opening.open(database, settings);
  }
}
