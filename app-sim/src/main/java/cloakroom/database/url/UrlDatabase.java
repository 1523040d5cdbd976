package cloakroom.database.url;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.JdbcConnector;
import cloakroom.database.Urls;
import cloakroom.database.errors.ErrorCode.Concern;
import cloakroom.database.errors.SqlErrors;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;

/** Running database, reached by its JDBC URL. */
public record UrlDatabase(String url, String user, Password password) implements Database {
  /** Connects once to detect a wrong URL, user or password early. */
  public static UrlDatabase open(String url, String user, Password password) {
    try {
      connect(url, url, user, password).close();
      return new UrlDatabase(url, user, password);
    } catch (SQLException e) {
      throw explain(url, user, e);
    }
  }

  /**
   * Opens one connection outside any pool; the caller closes it.
   *
   * @param url the database's URL, for messages
   * @param networkPath the URL to connect to: that of a relay, or {@code url}
   * @throws EnvironmentException if the URL contains credentials or the connect fails
   */
  public static Connection connect(String url, String networkPath, String user, Password password) {
    requireNoCredentials(url);
    try {
      return JdbcConnector.open(networkPath, user, password, Map.of());
    } catch (SQLException e) {
      throw explain(url, user, e);
    }
  }

  /** Rejects a URL with credentials, for callers that would prompt for a password first. */
  public static void requireNoCredentials(String url) {
    if (Urls.hasCredentials(url)) {
      throw new EnvironmentException(
          "the URL %s was given with a user or password in it: give the user apart from it and the password in the environment variable CLOAKROOM_DB_PASSWORD"
              .formatted(Urls.withoutCredentials(url)));
    }
  }

  @Override
  public void close() {
    // the database was not started here
  }

  /** Returns an exception that names the cause of a failed connect and the remedy. */
  static EnvironmentException explain(String url, String user, SQLException failure) {
    String shown = Urls.withoutCredentials(url);
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    SQLException coded = SqlErrors.informative(failure);
    int code = coded == null ? 0 : coded.getErrorCode();
    Concern concern =
        // the driver manager's own failure has the SQLState of a refused connection
        message.startsWith("No suitable driver") || message.startsWith("Unable to parse URL")
            ? Concern.URL
            : SqlErrors.concern(failure);
    String text =
        switch (concern) {
          case URL ->
              "no driver understands the URL %s: it must be like %s"
                  .formatted(shown, DatabaseKind.urlForms());
          case LOGON ->
              "the database %s refuses user %s with this password (%s): check both; the password comes from CLOAKROOM_DB_PASSWORD"
                  .formatted(shown, user, message);
          case ACCESS ->
              "the database %s rejects connections of user %s (%s): pg_hba.conf must allow this host, user, database and encryption"
                  .formatted(shown, user, message);
          case DATABASE -> "no such database: %s (%s)".formatted(shown, message);
          case SERVICE ->
              "the listener does not know %s at %s (ORA-%d): check the name, and that the database is open"
                  .formatted(target(url), shown, code);
          case SERVER_TYPE ->
              "no %s at %s (ORA-%d): the service has no such server; start that type, or request dedicated, shared or pooled, whichever it has"
                  .formatted(target(url), shown, code);
          case NONE ->
              switch (SqlErrors.classifyConnect(failure)) {
                case POOL_OR_PROCESS_LIMIT ->
                    code == 0
                        ? "the database %s has no connection left (%s)".formatted(shown, message)
                        : "no %s is free at %s (ORA-%05d)".formatted(target(url), shown, code);
                case SERVICE_DOWN ->
                    "the database %s cannot be reached (%s): check host and port, and that it runs"
                        .formatted(shown, message);
                default -> "cannot connect to %s: %s".formatted(shown, message);
              };
        };
    return new EnvironmentException(text, failure);
  }

  private static String target(String url) {
    return OracleAddress.of(url)
        .map(
            address ->
                address.serverType().map(type -> type + " ").orElse("")
                    + "server of service "
                    + address.service())
        .orElse("server of this service");
  }
}
