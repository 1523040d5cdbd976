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

/** Driver properties of the settings and session commands of a kind of database. */
enum Dialect {
  POSTGRESQL,
  ORACLE;

  /**
   * Resets Oracle's session. The package reset keeps the rows of temporary tables; a truncate
   * affects only this session's.
   */
  private static final String RESET_ORACLE =
      "BEGIN"
          + " DBMS_SESSION.MODIFY_PACKAGE_STATE(DBMS_SESSION.REINITIALIZE);"
          + " DBMS_SESSION.CLEAR_IDENTIFIER;"
          + " DBMS_APPLICATION_INFO.SET_CLIENT_INFO(NULL);"
          + " FOR t IN (SELECT table_name FROM user_tables"
          + " WHERE temporary = 'Y' AND duration = 'SYS$SESSION') LOOP"
          + " EXECUTE IMMEDIATE 'TRUNCATE TABLE \"' || t.table_name || '\"';"
          + " END LOOP;"
          + " END;";

  static Dialect of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  /** Returns the driver's properties; the driver prefers parameters of the URL. */
  Properties properties(ConnectionSettings settings) {
    Properties driver = new Properties();
    driver.setProperty("user", settings.user);
    driver.setProperty("password", settings.password.reveal());
    if (this == POSTGRESQL) {
      driver.setProperty("connectTimeout", seconds(settings.login));
      driver.setProperty("loginTimeout", seconds(settings.login));
      driver.setProperty("socketTimeout", seconds(settings.socket));
      driver.setProperty("tcpKeepAlive", "true");
      // makes the name a start-up parameter, which DISCARD ALL keeps
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
      // 0: fixed; 8: the driver adapts it (its default)
      driver.setProperty("oracle.jdbc.fetchSizeTuning", fixed ? "0" : "8");
      driver.setProperty("oracle.jdbc.DRCPConnectionClass", settings.connectionClass);
      driver.setProperty("oracle.jdbc.DRCPConnectionPurity", settings.purity.name());
      // by default the driver may write a trace at the first failure of each connection
      driver.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }
    return driver;
  }

  /** Returns the properties after the URL's parameters, as far as the driver reports them. */
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
   * Labels the session in Oracle's session list with the next call; null as action and client
   * removes the label. No effect on PostgreSQL, where it would cost a round trip.
   */
  void label(Connection session, String module, String action, String client) throws SQLException {
    if (this == ORACLE) {
      session.setClientInfo("OCSID.MODULE", cut(module, 48));
      session.setClientInfo("OCSID.ACTION", cut(action, 32));
      session.setClientInfo("OCSID.CLIENTID", client == null ? null : Lease.shown(client));
    }
  }

  /**
   * Writes the client into a session with autoCommit off, until its reset, in one round trip: on
   * PostgreSQL outside a transaction where possible, because a rollback would undo it; on Oracle as
   * client info, which every account may set and which the label does not use.
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

  /**
   * Resets the session and its temporary tables in one round trip, called outside a transaction
   * with autoCommit off, and leaves it off.
   */
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

  /** Returns whether the driver knows without a round trip that no transaction is open. */
  boolean knowsTransactions() {
    return this == POSTGRESQL;
  }

  /** Returns the round trips of a rollback now; Oracle's driver always sends it. */
  int rollbackRoundTrips(Connection session) throws SQLException {
    return this == POSTGRESQL
            && session.unwrap(BaseConnection.class).getTransactionState() == TransactionState.IDLE
        ? 0
        : 1;
  }

  /** Returns the server's id of the session; empty on Oracle, where it needs a round trip. */
  String sessionId(Connection session) throws SQLException {
    return this == POSTGRESQL
        ? Integer.toString(session.unwrap(BaseConnection.class).getBackendPID())
        : "";
  }

  /** Shortens a text to the column of Oracle's session list. */
  private static String cut(String text, int max) {
    return text == null || text.length() <= max ? text : text.substring(0, max);
  }

  private static void call(Connection session, String sql, String value) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(sql)) {
      statement.setString(1, value);
      statement.execute();
    }
  }

  /** Returns whole seconds, rounded up: 0 would mean no limit. */
  private static String seconds(Duration time) {
    return "" + time.plusMillis(999).toSeconds();
  }
}
