package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import cloakroom.oracle.OracleScripts;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * PS_TXN in an H2 that imitates Oracle, made from the script for Oracle without its storage
 * clauses. The two functions of Oracle that H2 lacks are given to it, so that the stores' texts run
 * as they are. The one block of PL/SQL is played by {@link DeleteOldOnH2}: H2 has no PL/SQL.
 */
public final class OracleOnH2 implements InternalConnections {
  private final String url;
  private final Connection keptOpen;
  private final Set<String> texts = new ConcurrentSkipListSet<>();

  OracleOnH2(String name) throws SQLException {
    url = "jdbc:h2:mem:" + name + ";MODE=Oracle;LOCK_TIMEOUT=20000";
    keptOpen = DriverManager.getConnection(url);
    execute("drop all objects");
    execute("create alias empty_blob for '" + OracleOnH2.class.getName() + ".emptyBlob'");
    execute("create alias numtodsinterval for '" + OracleOnH2.class.getName() + ".interval'");
    for (String statement : OracleScripts.dynamicStatements("01-ps-txn.sql")) {
      execute(withoutStorage(statement));
    }
  }

  /** Oracle's EMPTY_BLOB(). */
  public static byte[] emptyBlob() {
    return new byte[0];
  }

  /** Oracle's NUMTODSINTERVAL, for seconds. */
  public static Duration interval(double number, String unit) {
    if (!unit.equals("SECOND")) {
      throw new IllegalArgumentException(unit);
    }
    return Duration.ofNanos((long) (number * 1e9));
  }

  static String withoutStorage(String statement) {
    return statement
        .replaceAll("(?is)\\s+using\\s+index\\s+reverse\\b", "")
        .replaceAll("(?is)\\s+lob\\s*\\(.*?\\)\\s*store\\s+as\\s*\\(.*?\\)\\s*$", "");
  }

  /** What was prepared here, each text once. */
  Set<String> texts() {
    return texts;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = keptOpen.createStatement()) {
      statement.execute(sql);
    }
  }

  long ask(String sql) throws SQLException {
    try (Statement statement = keptOpen.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public Lease borrowFor(Lease holder) {
    try {
      return new OneUse(open());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long borrows() {
    return 0;
  }

  @Override
  public void close() {
    try {
      keptOpen.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Connection recording(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().startsWith("prepare")) {
                texts.add((String) arguments[0]);
              }
              if (method.getName().equals("prepareCall")) {
                return DeleteOldOnH2.as(CallableStatement.class, connection);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A connection that is rolled back and closed when it comes back. */
  private final class OneUse implements Lease {
    private final Connection connection;

    OneUse(Connection connection) {
      this.connection = connection;
    }

    @Override
    public Connection jdbc() {
      return recording(connection);
    }

    @Override
    public void rollback() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void markBroken() {
      // it is closed in any case
    }

    @Override
    public boolean isBroken() {
      return false;
    }

    @Override
    public void close() {
      try {
        if (!connection.isClosed() && !connection.getAutoCommit()) {
          connection.rollback();
        }
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
