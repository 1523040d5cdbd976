package cloakroom.database;

import cloakroom.contract.DatabaseKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Opens single connections, with limits to how long that may take. */
final class Connecting {
  private static final String SECONDS = "10";

  private Connecting() {}

  static Connection open(String url, String user, Password password) throws SQLException {
    return DriverManager.getConnection(url, properties(url, user, password));
  }

  static Connection open(String url, String user, Password password, OracleLogon.Role role)
      throws SQLException {
    Properties properties = properties(url, user, password);
    if (role == OracleLogon.Role.SYSDBA) {
      properties.setProperty("internal_logon", "sysdba");
    }
    return DriverManager.getConnection(url, properties);
  }

  private static Properties properties(String url, String user, Password password) {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password.reveal());
    if (DatabaseKind.POSTGRESQL.isOf(url)) {
      properties.setProperty("connectTimeout", SECONDS);
      properties.setProperty("loginTimeout", SECONDS);
    } else if (DatabaseKind.ORACLE.isOf(url)) {
      properties.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", SECONDS);
      // the other ends where the log-on begins
      properties.setProperty("oracle.jdbc.loginTimeout", SECONDS);
      properties.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }
    return properties;
  }
}
