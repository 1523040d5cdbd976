package cloakroom.database;

import cloakroom.contract.DatabaseKind;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

public final class JdbcConnector {
  private static final String SECONDS = "10";
  // Oracle needs two properties, because its login time-out starts only after the TCP connect.
  private static final Map<DatabaseKind, Map<String, String>> DEFAULTS =
      Map.of(
          DatabaseKind.POSTGRESQL,
          Map.of("connectTimeout", SECONDS, "loginTimeout", SECONDS),
          DatabaseKind.ORACLE,
          Map.of(
              "oracle.net.OUTBOUND_CONNECT_TIMEOUT", SECONDS,
              "oracle.jdbc.loginTimeout", SECONDS,
              "oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false"));

  private JdbcConnector() {}

  public static Connection open(
      String url, String user, Password password, Map<String, String> further) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password.reveal());
    DatabaseKind.find(url).map(DEFAULTS::get).ifPresent(properties::putAll);
    properties.putAll(further);
    return DriverManager.getConnection(url, properties);
  }
}
