package cloakroom.database;

import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;

/** Turns the drivers' many ways of failing to connect into one line that says what to do. */
final class ConnectFailure {
  private static final int ORACLE_WRONG_PASSWORD = 1017;
  private static final int ORACLE_FIRST_NET_CODE = 12150;
  private static final int ORACLE_LAST_NET_CODE = 12699;

  private ConnectFailure() {}

  static EnvironmentException explain(String url, String user, SQLException failure) {
    String shown = Urls.withoutCredentials(url);
    return new EnvironmentException(
        switch (kind(failure)) {
          case NO_DRIVER ->
              "no driver understands the URL "
                  + shown
                  + ": it must be like jdbc:postgresql://HOST:PORT/DATABASE or"
                  + " jdbc:oracle:thin:@//HOST:PORT/SERVICE";
          case REFUSED ->
              "the database "
                  + shown
                  + " refuses user "
                  + user
                  + " with this password ("
                  + failure.getMessage()
                  + "): check both; the password comes from CLOAKROOM_DB_PASSWORD";
          case NO_DATABASE -> "no such database: " + shown + " (" + failure.getMessage() + ")";
          case FULL -> "the database " + shown + " has no connection left";
          case UNREACHABLE ->
              "the database "
                  + shown
                  + " cannot be reached ("
                  + failure.getMessage()
                  + "): check host and port, and that it runs";
          case OTHER -> "cannot connect to " + shown + ": " + failure.getMessage();
        },
        failure);
  }

  private enum Kind {
    NO_DRIVER,
    REFUSED,
    NO_DATABASE,
    FULL,
    UNREACHABLE,
    OTHER
  }

  private static Kind kind(SQLException failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(cause -> kindOf((SQLException) cause))
        .filter(kind -> kind != Kind.OTHER)
        .findFirst()
        .orElse(Kind.OTHER);
  }

  /** The driver manager's own failure carries 08001, like a refused connection. */
  private static Kind kindOf(SQLException failure) {
    String state = Objects.requireNonNullElse(failure.getSQLState(), "");
    int code = failure.getErrorCode();
    if (Objects.requireNonNullElse(failure.getMessage(), "").startsWith("No suitable driver")) {
      return Kind.NO_DRIVER;
    }
    if (code == ORACLE_WRONG_PASSWORD) {
      return Kind.REFUSED;
    }
    if (code >= ORACLE_FIRST_NET_CODE && code <= ORACLE_LAST_NET_CODE) {
      return Kind.UNREACHABLE;
    }
    return ofState(state);
  }

  private static Kind ofState(String state) {
    return switch (state) {
      case "28000", "28P01", "08004" -> Kind.REFUSED;
      case "3D000" -> Kind.NO_DATABASE;
      case "53300" -> Kind.FULL;
      default -> state.startsWith("08") ? Kind.UNREACHABLE : Kind.OTHER;
    };
  }
}
