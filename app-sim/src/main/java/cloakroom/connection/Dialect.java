package cloakroom.connection;

import cloakroom.contract.DatabaseKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/** Kind of database, with its JDBC driver properties and its session commands. */
enum Dialect {
  POSTGRESQL,
  ORACLE;

  /** Reset of an Oracle session. Truncates temporary tables: a package reset keeps their rows. */
  private static final String RESET_ORACLE =
      "BEGIN DBMS_SESSION.MODIFY_PACKAGE_STATE(DBMS_SESSION.REINITIALIZE);"
          + " DBMS_SESSION.CLEAR_IDENTIFIER; DBMS_APPLICATION_INFO.SET_CLIENT_INFO(NULL);"
          + " FOR t IN (SELECT table_name FROM user_tables"
          + " WHERE temporary = 'Y' AND duration = 'SYS$SESSION') LOOP"
          + " EXECUTE IMMEDIATE 'TRUNCATE TABLE \"' || t.table_name || '\"';"
          + " END LOOP; END;";

  static Dialect of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  Properties properties(ConnectionSettings settings) {
    Properties driver = new Properties();
    driver.setProperty("user", settings.user);
    driver.setProperty("password", settings.password.reveal());
    if (this == POSTGRESQL) {
      driver.setProperty("connectTimeout", seconds(settings.login));
      driver.setProperty("loginTimeout", seconds(settings.login));
      driver.setProperty("socketTimeout", seconds(settings.socket));
      driver.setProperty("tcpKeepAlive", "true");
      // from version 10 the driver sends the application name at connect; DISCARD ALL then keeps it
      driver.setProperty("assumeMinServerVersion", "10");
      driver.setProperty("ApplicationName", settings.applicationName);
      driver.setProperty("prepareThreshold", settings.statementCache == 0 ? "0" : "5");
      driver.setProperty("preparedStatementCacheQueries", "" + settings.statementCache);
      driver.setProperty("defaultRowFetchSize", "" + settings.fetchSize);
    } else {
      driver.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", seconds(settings.login));
      driver.setProperty("oracle.jdbc.loginTimeout", seconds(settings.login));
      driver.setProperty("oracle.jdbc.ReadTimeout", "" + settings.socket.toMillis());
      driver.setProperty("oracle.net.keepAlive", "true");
      driver.setProperty("v$session.program", cut(settings.applicationName, 48));
      driver.setProperty("oracle.jdbc.implicitStatementCacheSize", "" + settings.statementCache);
      boolean fixed = settings.fetchSize > 0;
      driver.setProperty("defaultRowPrefetch", fixed ? "" + settings.fetchSize : "10");
      // 0 keeps the fetch size fixed; with 8, the default, the driver adapts it.
      driver.setProperty("oracle.jdbc.fetchSizeTuning", fixed ? "0" : "8");
      driver.setProperty("oracle.jdbc.DRCPConnectionClass", settings.connectionClass);
      driver.setProperty("oracle.jdbc.DRCPConnectionPurity", settings.purity.name());
      // Otherwise the driver could write a trace file at the first failure of each connection.
      driver.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }
    return driver;
  }

  /**
   * Returns the driver properties; parameters in the URL override them. On Oracle returns {@code
   * driver} unchanged, because the driver does not report URL parameters.
   */
  Properties effective(String url, Properties driver) throws SQLException {
    if (this == ORACLE) {
      return driver;
    }
    Properties effective = new Properties();
    effective.putAll(driver);
    for (DriverPropertyInfo info : DriverManager.getDriver(url).getPropertyInfo(url, driver)) {
      effective.computeIfPresent(info.name, (name, value) -> info.value);
    }
    return effective;
  }

  /**
   * Sets module, action and client id in Oracle's session list; null clears action and client. The
   * driver sends the values with its next call to the database. Does nothing on PostgreSQL, where a
   * label costs a round trip.
   */
  void label(Connection session, String module, String action, String client) throws SQLException {
    if (this == ORACLE) {
      session.setClientInfo("OCSID.MODULE", cut(module, 48));
      session.setClientInfo("OCSID.ACTION", cut(action, 32));
      session.setClientInfo("OCSID.CLIENTID", client == null ? null : Lease.shown(client));
    }
  }

  /**
   * Writes the client id into the database session, in one round trip. On PostgreSQL, writes it
   * outside a transaction if none is open, because a rollback would undo the setting. On Oracle,
   * writes it to the client info, which needs no privilege.
   */
  void context(Connection session, String client) throws SQLException {
    if (this == ORACLE) {
      call(session, "begin dbms_application_info.set_client_info(?); end;", Lease.shown(client));
    } else {
      session.setAutoCommit(rollbackRoundTrips(session) == 0);
      call(session, "select set_config('cloakroom.session', ?, false)", client);
      session.setAutoCommit(false);
    }
  }

  /** Resets the database session in one round trip. The caller must have ended the transaction. */
  void reset(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      if (this == ORACLE) {
        statement.execute(RESET_ORACLE);
      } else {
        session.setAutoCommit(true); // DISCARD ALL cannot run in a transaction; no round trip
        statement.execute("DISCARD ALL");
        session.setAutoCommit(false);
      }
    }
  }

  /**
   * Returns how many round trips a rollback would take now. PostgreSQL takes none if no transaction
   * is open; Oracle's driver always takes one.
   */
  int rollbackRoundTrips(Connection session) throws SQLException {
    return this == POSTGRESQL
            && session.unwrap(BaseConnection.class).getTransactionState() == TransactionState.IDLE
        ? 0
        : 1;
  }

  /**
   * Returns the id that the database gave the session; empty on Oracle, where reading it costs a
   * round trip.
   */
  String sessionId(Connection session) throws SQLException {
    return this == POSTGRESQL
        ? Integer.toString(session.unwrap(BaseConnection.class).getBackendPID())
        : "";
  }

  private static String cut(String text, int max) {
    return text == null || text.length() <= max ? text : text.substring(0, max);
  }

  private static void call(Connection session, String sql, String value) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(sql)) {
      statement.setString(1, value);
      statement.execute();
    }
  }

  /** Formats a duration in whole seconds, rounded up because drivers interpret 0 as no limit. */
  private static String seconds(Duration time) {
    return "" + time.plusMillis(999).toSeconds();
  }
}
