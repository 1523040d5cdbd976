package cloakroom.database.url;

import cloakroom.database.Connecting;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import cloakroom.database.Urls;
import java.sql.Connection;
import java.sql.SQLException;

/** A database that somebody else runs, reached by its JDBC URL. */
public record UrlDatabase(String url, String user, Password password) implements Database {
  /**
   * Connects once, to learn early what is wrong.
   *
   * @param url for PostgreSQL or Oracle, without user and password: reports show it
   * @throws EnvironmentException when the URL is of no use, the database out of reach, or the user
   *     or password wrong
   */
  public static UrlDatabase open(String url, String user, Password password) {
    try {
      connect(url, user, password).close();
      return new UrlDatabase(url, user, password);
    } catch (SQLException e) {
      throw ConnectFailure.explain(url, user, e);
    }
  }

  /**
   * One connection outside any pool; the caller closes it.
   *
   * @param url as for {@link #open}
   * @throws EnvironmentException as {@link #open}
   */
  public static Connection connect(String url, String user, Password password) {
    requireNoCredentials(url);
    try {
      return Connecting.open(url, user, password);
    } catch (SQLException e) {
      throw ConnectFailure.explain(url, user, e);
    }
  }

  /**
   * Refuses a URL that everybody can read a password in; for those who would ask for one first.
   *
   * @throws EnvironmentException in one line without it
   */
  public static void requireNoCredentials(String url) {
    if (Urls.hasCredentials(url)) {
      throw new EnvironmentException(
          "the URL %s was given with a user or password in it: give the user apart from it and the password in the environment variable CLOAKROOM_DB_PASSWORD"
              .formatted(Urls.withoutCredentials(url)));
    }
  }

  @Override
  public void close() {
    // nothing of it is ours
  }
}
