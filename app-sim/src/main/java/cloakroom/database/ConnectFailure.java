package cloakroom.database;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Turns the drivers' many ways of failing to connect into one line that says what to do. */
final class ConnectFailure {
  private static final List<String> NO_DRIVER_WORDS =
      List.of("No suitable driver", "Unable to parse URL");

  private static final int ORACLE_WRONG_URL = 17067;
  private static final int ORACLE_WRONG_PASSWORD = 1017;
  private static final int ORACLE_NO_SUCH_SERVICE = 12514;
  private static final int ORACLE_NO_SUCH_SID = 12505;

  /** The service has no server of the type that was asked for; it may have other types. */
  private static final int ORACLE_NO_SERVER_OF_TYPE = 12520;

  /** The listener has nobody left to hand the connection to; the pool's own limits. */
  private static final Set<Integer> ORACLE_FULL =
      Set.of(18, 20, 12516, 12518, 12519, 12523, 56611, 56614);

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
          case NO_SERVICE ->
              "the listener knows no "
                  + target(url)
                  + " at "
                  + shown
                  + " (ORA-"
                  + vendorCode(failure)
                  + "): check the name, and that the database is open";
          case FULL -> full(url, shown, failure);
          case NO_SERVER ->
              "no "
                  + target(url)
                  + " at "
                  + shown
                  + " (ORA-12520): the service offers no such server; start that type, or ask for"
                  + " dedicated, shared or pooled, whichever it has";
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

  private static String full(String url, String shown, SQLException failure) {
    int code = vendorCode(failure);
    return code == 0
        ? "the database " + shown + " has no connection left"
        : "no " + target(url) + " is free at " + shown + " (ORA-%05d)".formatted(code);
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

  private static int vendorCode(SQLException failure) {
    return failures(failure)
        .mapToInt(SQLException::getErrorCode)
        .filter(code -> code != 0)
        .findFirst()
        .orElse(0);
  }

  private static Stream<SQLException> failures(SQLException failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast);
  }

  private enum Kind {
    NO_DRIVER,
    REFUSED,
    NO_DATABASE,
    NO_SERVICE,
    NO_SERVER,
    FULL,
    UNREACHABLE,
    OTHER
  }

  private static Kind kind(SQLException failure) {
    return failures(failure)
        .map(ConnectFailure::kindOf)
        .filter(kind -> kind != Kind.OTHER)
        .findFirst()
        .orElse(Kind.OTHER);
  }

  /** The driver manager's own failure carries 08001, like a refused connection. */
  private static Kind kindOf(SQLException failure) {
    String state = Objects.requireNonNullElse(failure.getSQLState(), "");
    String message = Objects.requireNonNullElse(failure.getMessage(), "");
    int code = failure.getErrorCode();
    if (code == ORACLE_WRONG_URL || NO_DRIVER_WORDS.stream().anyMatch(message::startsWith)) {
      return Kind.NO_DRIVER;
    }
    Kind oracle = ofOracle(code);
    return oracle == Kind.OTHER ? ofState(state) : oracle;
  }

  private static Kind ofOracle(int code) {
    if (ORACLE_FULL.contains(code)) {
      return Kind.FULL;
    }
    return switch (code) {
      case ORACLE_WRONG_PASSWORD -> Kind.REFUSED;
      case ORACLE_NO_SUCH_SERVICE, ORACLE_NO_SUCH_SID -> Kind.NO_SERVICE;
      case ORACLE_NO_SERVER_OF_TYPE -> Kind.NO_SERVER;
      default ->
          code >= ORACLE_FIRST_NET_CODE && code <= ORACLE_LAST_NET_CODE
              ? Kind.UNREACHABLE
              : Kind.OTHER;
    };
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
