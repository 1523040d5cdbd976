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

/**
 * What differs between databases: the driver's names for our settings, and how a session is reset.
 */
enum Dialect {
  POSTGRESQL {
    @Override
    void describe(ConnectionSettings settings, Properties driver) {
      driver.setProperty("connectTimeout", seconds(settings.login));
      driver.setProperty("loginTimeout", seconds(settings.login));
      driver.setProperty("socketTimeout", seconds(settings.socket));
      driver.setProperty("tcpKeepAlive", "true");
      // from this version on the name is a start-up parameter, which DISCARD ALL does not wipe
      driver.setProperty("assumeMinServerVersion", "10");
      driver.setProperty("ApplicationName", settings.applicationName);
      driver.setProperty("prepareThreshold", settings.statementCache == 0 ? "0" : "5");
      driver.setProperty("preparedStatementCacheQueries", "" + settings.statementCache);
      driver.setProperty("defaultRowFetchSize", "" + settings.fetchSize);
    }

    @Override
    Properties inForce(String url, Properties driver) throws SQLException {
      Properties counting = new Properties();
      counting.putAll(driver);
      for (DriverPropertyInfo info : DriverManager.getDriver(url).getPropertyInfo(url, driver)) {
        counting.computeIfPresent(info.name, (name, ours) -> info.value);
      }
      return counting;
    }

    /** Would cost a round trip: the name given at the connect has to do. */
    @Override
    void label(Connection session, String module, String action, String client) {}

    /** A transaction that ends takes what was set in it along, so it is set outside of one. */
    @Override
    void context(Connection session, String client) throws SQLException {
      boolean outside = rollbackRoundTrips(session) == 0;
      session.setAutoCommit(outside);
      call(session, "select set_config('cloakroom.session', ?, false)", client);
      session.setAutoCommit(false);
    }

    @Override
    void reset(Connection session) throws SQLException {
      session.setAutoCommit(true); // DISCARD ALL refuses to run in a transaction; no round trip
      execute(session, "DISCARD ALL");
      session.setAutoCommit(false);
    }

    /** The driver knows from the server whether a transaction is open, and asks only then. */
    @Override
    int rollbackRoundTrips(Connection session) throws SQLException {
      BaseConnection driver = session.unwrap(BaseConnection.class);
      return driver.getTransactionState() == TransactionState.IDLE ? 0 : 1;
    }

    @Override
    String number(Connection session) throws SQLException {
      return Integer.toString(session.unwrap(BaseConnection.class).getBackendPID());
    }
  },

  ORACLE {
    @Override
    void describe(ConnectionSettings settings, Properties driver) {
      driver.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", seconds(settings.login));
      driver.setProperty("oracle.jdbc.loginTimeout", seconds(settings.login));
      driver.setProperty("oracle.jdbc.ReadTimeout", "" + settings.socket.toMillis());
      driver.setProperty("oracle.net.keepAlive", "true");
      driver.setProperty("v$session.program", cut(settings.applicationName, 48));
      driver.setProperty("oracle.jdbc.implicitStatementCacheSize", "" + settings.statementCache);
      boolean ours = settings.fetchSize > 0;
      driver.setProperty("defaultRowPrefetch", ours ? "" + settings.fetchSize : "10");
      // 0: it stays as it is; 8: the driver adapts it, which is its own way
      driver.setProperty("oracle.jdbc.fetchSizeTuning", ours ? "0" : "8");
      driver.setProperty("oracle.jdbc.DRCPConnectionClass", settings.connectionClass);
      driver.setProperty("oracle.jdbc.DRCPConnectionPurity", settings.purity.name());
      // else the driver may write its own trace at the first failure of each connection
      driver.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    }

    @Override
    Properties inForce(String url, Properties driver) {
      return driver;
    }

    /** Rides on the session's next call. */
    @Override
    void label(Connection session, String module, String action, String client)
        throws SQLException {
      session.setClientInfo("OCSID.MODULE", cut(module, 48));
      session.setClientInfo("OCSID.ACTION", cut(action, 32));
      session.setClientInfo("OCSID.CLIENTID", client == null ? null : Lease.shown(client));
    }

    /**
     * Allowed to everybody, and not the client identifier, which is the label's. Every monitor can
     * read it.
     */
    @Override
    void context(Connection session, String client) throws SQLException {
      call(session, "begin dbms_application_info.set_client_info(?); end;", Lease.shown(client));
    }

    @Override
    void reset(Connection session) throws SQLException {
      execute(
          session,
          "BEGIN"
              + " DBMS_SESSION.MODIFY_PACKAGE_STATE(DBMS_SESSION.REINITIALIZE);"
              + " DBMS_SESSION.CLEAR_IDENTIFIER;"
              + " DBMS_APPLICATION_INFO.SET_CLIENT_INFO(NULL);"
              + " FOR t IN (SELECT table_name FROM user_tables"
              + " WHERE temporary = 'Y' AND duration = 'SYS$SESSION') LOOP"
              + " EXECUTE IMMEDIATE 'TRUNCATE TABLE \"' || t.table_name || '\"';"
              + " END LOOP;"
              + " END;");
    }

    @Override
    int rollbackRoundTrips(Connection session) {
      return 1; // the driver sends it even when there is nothing to roll back
    }
  };

  /** Our settings in the driver's words; what the URL says wins inside the driver. */
  abstract void describe(ConnectionSettings settings, Properties driver);

  /** What counts of these properties when the driver has read the URL, as far as we can tell. */
  abstract Properties inForce(String url, Properties driver) throws SQLException;

  /**
   * Names the work under way in the database's session list, if that costs no round trip; without
   * action and client it is nobody's.
   */
  abstract void label(Connection session, String module, String action, String client)
      throws SQLException;

  /**
   * Writes into the session, in one round trip, whom it works for, until its reset or the next
   * call. For a borrowed session, autoCommit off.
   */
  abstract void context(Connection session, String client) throws SQLException;

  /**
   * Resets the session in one round trip; called outside a transaction with autoCommit off, and
   * leaves it so. Rows of temporary tables go too: a reset of Oracle's packages leaves them, and
   * truncating them in the session ends nobody else's.
   */
  abstract void reset(Connection session) throws SQLException;

  /** Whether the driver knows without asking that no transaction is open. */
  boolean knowsTransactions() {
    return this == POSTGRESQL;
  }

  /** Round trips that the driver takes for a rollback of this session now. */
  abstract int rollbackRoundTrips(Connection session) throws SQLException;

  /** The server's own number of the session; empty if the driver does not tell without asking. */
  String number(Connection session) throws SQLException {
    return "";
  }

  static Dialect of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  Properties properties(ConnectionSettings settings) {
    Properties driver = new Properties();
    driver.setProperty("user", settings.user);
    driver.setProperty("password", settings.password.reveal());
    describe(settings, driver);
    return driver;
  }

  /** No longer than the column of Oracle's session list. */
  private static String cut(String text, int most) {
    return text == null || text.length() <= most ? text : text.substring(0, most);
  }

  private static void call(Connection session, String sql, String value) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(sql)) {
      statement.setString(1, value);
      statement.execute();
    }
  }

  private static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Whole seconds, rounded up: a short time must not become 0, which means for ever. */
  private static String seconds(Duration time) {
    return "" + time.plusMillis(999).toSeconds();
  }
}
