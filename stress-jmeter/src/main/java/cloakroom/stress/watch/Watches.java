package cloakroom.stress.watch;

import java.util.function.Consumer;

/** The watch for a database, by its URL. */
public final class Watches {
  private Watches() {}

  /**
   * Connects.
   *
   * @param url a JDBC URL of PostgreSQL or Oracle, free of credentials
   * @param notes gets a line about each thing that could not be done but does not matter much
   * @throws cloakroom.stress.process.StressFailure in one line, if the database cannot be watched
   */
  public static DatabaseWatch open(
      String url, String user, String password, Consumer<String> notes) {
    return switch (Access.of(url)) {
      case POSTGRESQL -> PostgresWatch.open(url, user, password, notes);
      case ORACLE -> OracleWatch.open(url, user, password, notes);
    };
  }
}
