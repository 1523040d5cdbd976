package cloakroom.database.url;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.JdbcConnector;
import cloakroom.database.Urls;
import cloakroom.database.errors.ErrorCode.Concern;
import cloakroom.database.errors.SqlErrors;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/** A database that somebody else runs, reached by its JDBC URL. */
public record UrlDatabase(String url, String user, Password password) implements Database {
  /** Connects once, to learn early what is wrong; reports show the URL. */
  public static UrlDatabase open(String url, String user, Password password) {
    try {
      connect(url, url, user, password).close();
      return new UrlDatabase(url, user, password);
    } catch (SQLException e) {
      throw explain(url, user, e);
    }
  }

  /**
   * One connection outside any pool, refused as by {@link #open}; the caller closes it.
   *
   * @param way the URL by which the database is reached, a relay's for instance, of which messages
   *     say nothing
   */
  public static Connection connect(String url, String way, String user, Password password) {
    requireNoCredentials(url);
    try {
      return JdbcConnector.open(way, user, password);
    } catch (SQLException e) {
      throw explain(url, user, e);
    }
  }

  /** Refuses a URL that everybody can read a password in; for those who would ask for one first. */
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

  /** Turns the drivers' many ways of failing to connect into one line that says what to do. */
  static EnvironmentException explain(String url, String user, SQLException failure) {
    return new EnvironmentException(line(url, user, failure), failure);
  }

  private static String line(String url, String user, SQLException failure) {
    String shown = Urls.withoutCredentials(url);
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    SQLException told = SqlErrors.informative(failure);
    int code = told == null ? 0 : told.getErrorCode();
    Optional<Concern> concern =
        // the driver manager's own failure has the state of a refused connection
        message.startsWith("No suitable driver") || message.startsWith("Unable to parse URL")
            ? Optional.of(Concern.URL)
            : SqlErrors.concern(failure);
    if (concern.isEmpty()) {
      return line(SqlErrors.connecting(failure), url, shown, code, message);
    }
    return switch (concern.get()) {
      case URL ->
          "no driver understands the URL " + shown + ": it must be like " + DatabaseKind.urlForms();
      case LOGON ->
          "the database %s refuses user %s with this password (%s): check both; the password comes from CLOAKROOM_DB_PASSWORD"
              .formatted(shown, user, message);
      case ACCESS ->
          "the database %s rejects connections of user %s (%s): pg_hba.conf has to allow this host, user, database and encryption"
              .formatted(shown, user, message);
      case DATABASE -> "no such database: %s (%s)".formatted(shown, message);
      case SERVICE ->
          "the listener knows no %s at %s (ORA-%d): check the name, and that the database is open"
              .formatted(target(url), shown, code);
      case SERVER_TYPE ->
          "no %s at %s (ORA-%d): the service offers no such server; start that type, or ask for dedicated, shared or pooled, whichever it has"
              .formatted(target(url), shown, code);
    };
  }

  private static String line(ErrorClass type, String url, String shown, int code, String message) {
    return switch (type) {
      case POOL_OR_PROCESS_LIMIT ->
          code == 0
              ? "the database %s has no connection left (%s)".formatted(shown, message)
              : "no %s is free at %s (ORA-%05d)".formatted(target(url), shown, code);
      case SERVICE_DOWN ->
          "the database %s cannot be reached (%s): check host and port, and that it runs"
              .formatted(shown, message);
      default -> "cannot connect to %s: %s".formatted(shown, message);
    };
  }

  /** For instance "pooled server of service sales". */
  private static String target(String url) {
    return OracleAddress.of(url)
        .map(
            address ->
                address.serverType().map(type -> type + " server").orElse("server")
                    + " of service "
                    + address.service())
        .orElse("server of this service");
  }
}
