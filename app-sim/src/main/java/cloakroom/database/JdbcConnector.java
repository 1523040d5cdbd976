package cloakroom.database;

import cloakroom.contract.DatabaseKind;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

/** Opens single connections, with limits to how long that may take. */
public final class JdbcConnector {
  private static final String SECONDS = "10";

  /** By kind of database. The time of Oracle's log-on begins where that of the connect ends. */
  private static final Map<DatabaseKind, Map<String, String>> LIMITS =
      Map.of(
          DatabaseKind.POSTGRESQL,
          Map.of("connectTimeout", SECONDS, "loginTimeout", SECONDS),
          DatabaseKind.ORACLE,
          Map.of(
              "oracle.net.OUTBOUND_CONNECT_TIMEOUT",
              SECONDS,
              "oracle.jdbc.loginTimeout",
              SECONDS,
              "oracle.jdbc.diagnostic.enableDiagnoseFirstFailure",
              "false"));

  private JdbcConnector() {}

  /** Opens a connection; the caller closes it. */
  public static Connection open(String url, String user, Password password) throws SQLException {
    return open(url, user, password, Map.of());
  }

  /** Opens a connection with more properties of the driver; the caller closes it. */
  public static Connection open(
      String url, String user, Password password, Map<String, String> more) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password.reveal());
    DatabaseKind.find(url).map(LIMITS::get).ifPresent(properties::putAll);
    properties.putAll(more);
    return DriverManager.getConnection(url, properties);
  }
}
