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
import java.util.Optional;

/** Database that the user runs and specifies by its JDBC URL. */
public record UrlDatabase(String url, String user, Password password) implements Database {
  /** Connects once, so that a wrong URL, user or password is reported before any measurement. */
  public static UrlDatabase open(String url, String user, Password password) {
    try {
      connect(url, url, user, password).close();
      return new UrlDatabase(url, user, password);
    } catch (SQLException e) {
      throw explain(url, user, e);
    }
  }

  /**
   * Opens an unpooled connection, which the caller must close.
   *
   * @param networkPath URL that the driver uses: the URL of a relay (TCP proxy), or {@code url}
   */
  public static Connection connect(String url, String networkPath, String user, Password password) {
    requireNoCredentials(url);
    try {
      return JdbcConnector.open(networkPath, user, password, Map.of());
    } catch (SQLException e) {
      throw explain(url, user, e);
    }
  }

  /** Throws EnvironmentException if the URL contains a user or password. */
  public static void requireNoCredentials(String url) {
    if (Urls.hasCredentials(url)) {
      throw new EnvironmentException(
          "the URL %s was given with a user or password in it: give the user apart from it and the password in the environment variable CLOAKROOM_DB_PASSWORD"
              .formatted(Urls.withoutCredentials(url)));
    }
  }

  @Override
  public void close() {}

  static EnvironmentException explain(String url, String user, SQLException failure) {
    String shown = Urls.withoutCredentials(url);
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    SQLException coded = SqlErrors.informative(failure);
    int code = coded == null ? 0 : coded.getErrorCode();
    Concern concern =
        // An unusable URL has the same SQLState as a refused connection; only the message differs.
        message.startsWith("No suitable driver") || message.startsWith("Unable to parse URL")
            ? Concern.URL
            : SqlErrors.concern(failure);
    String form =
        switch (concern) {
          case URL ->
              "no driver understands the URL %1$s: it must be like " + DatabaseKind.urlForms();
          case LOGON ->
              "the database %1$s refuses user %2$s with this password (%3$s): check both; the password comes from CLOAKROOM_DB_PASSWORD";
          case ACCESS ->
              "the database %1$s rejects connections of user %2$s (%3$s): pg_hba.conf must allow this host, user, database and encryption";
          case DATABASE -> "no such database: %1$s (%3$s)";
          case SERVICE ->
              "the listener does not know %4$s at %1$s (ORA-%5$d): check the name, and that the database is open";
          case SERVER_TYPE ->
              "no %4$s at %1$s (ORA-%5$d): the service has no such server; start that type, or request dedicated, shared or pooled, whichever it has";
          case NONE ->
              switch (SqlErrors.classifyConnect(failure)) {
                case POOL_OR_PROCESS_LIMIT ->
                    code == 0
                        ? "the database %1$s has no connection left (%3$s)"
                        : "no %4$s is free at %1$s (ORA-%5$05d)";
                case SERVICE_DOWN ->
                    "the database %1$s cannot be reached (%3$s): check host and port, and that it"
                        + " runs";
                default -> "cannot connect to %1$s: %3$s";
              };
        };
    String text = form.formatted(shown, user, message, target(url), code);
    return new EnvironmentException(text, failure);
  }

  private static String target(String url) {
    Optional<OracleAddress> address = OracleAddress.of(url);
    String type = address.flatMap(OracleAddress::serverType).map(name -> name + " ").orElse("");
    return type
        + address.map(a -> "server of service " + a.service()).orElse("server of this service");
  }
}
