package cloakroom.database.url;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.database.errors.ErrorCode.Concern;
import cloakroom.database.errors.SqlErrors;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Turns the drivers' many ways of failing to connect into one line that says what to do. */
final class ConnectFailure {
  /** The driver manager's own failure has the state of a refused connection. */
  private static final List<String> NO_DRIVER_WORDS =
      List.of("No suitable driver", "Unable to parse URL");

  private final String url;
  private final String shown;
  private final SQLException failure;

  private ConnectFailure(String url, SQLException failure) {
    this.url = url;
    this.shown = Urls.withoutCredentials(url);
    this.failure = failure;
  }

  static EnvironmentException explain(String url, String user, SQLException failure) {
    return new EnvironmentException(new ConnectFailure(url, failure).line(user), failure);
  }

  private String line(String user) {
    Optional<Concern> concern =
        fromDriverManager() ? Optional.of(Concern.URL) : SqlErrors.concern(failure);
    return concern.map(known -> line(known, user)).orElseGet(this::line);
  }

  private boolean fromDriverManager() {
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    return NO_DRIVER_WORDS.stream().anyMatch(message::startsWith);
  }

  private String line(Concern concern, String user) {
    return switch (concern) {
      case URL ->
          "no driver understands the URL " + shown + ": it must be like " + DatabaseKind.urlForms();
      case LOGON ->
          "the database %s refuses user %s with this password (%s): check both; the password comes from CLOAKROOM_DB_PASSWORD"
              .formatted(shown, user, failure.getMessage());
      case DATABASE -> "no such database: %s (%s)".formatted(shown, failure.getMessage());
      case SERVICE ->
          "the listener knows no %s at %s (ORA-%d): check the name, and that the database is open"
              .formatted(target(), shown, vendorCode());
      case SERVER_TYPE ->
          "no %s at %s (ORA-%d): the service offers no such server; start that type, or ask for dedicated, shared or pooled, whichever it has"
              .formatted(target(), shown, vendorCode());
    };
  }

  private String line() {
    return switch (SqlErrors.connecting(failure)) {
      case POOL_OR_PROCESS_LIMIT -> full();
      case SERVICE_DOWN ->
          "the database %s cannot be reached (%s): check host and port, and that it runs"
              .formatted(shown, failure.getMessage());
      default -> "cannot connect to %s: %s".formatted(shown, failure.getMessage());
    };
  }

  private String full() {
    int code = vendorCode();
    return code == 0
        ? "the database " + shown + " has no connection left"
        : "no " + target() + " is free at " + shown + " (ORA-%05d)".formatted(code);
  }

  /** For instance "pooled server of service sales". */
  private String target() {
    return OracleAddress.of(url)
        .map(
            address ->
                address.serverType().map(type -> type + " server").orElse("server")
                    + " of service "
                    + address.service())
        .orElse("server of this service");
  }

  private int vendorCode() {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .mapToInt(thrown -> ((SQLException) thrown).getErrorCode())
        .filter(code -> code != 0)
        .findFirst()
        .orElse(0);
  }
}
