package cloakroom.passivation;

import cloakroom.oracle.OracleScripts;
import cloakroom.testing.Proxies;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * PS_TXN in an H2 that imitates Oracle, created by Oracle's script without its storage clauses,
 * with two functions of Oracle that H2 lacks. {@link DeleteOld} replaces the PL/SQL block.
 */
public final class OracleOnH2 extends BareConnections {
  private final String url;
  private final Connection keptOpen;
  private final Set<String> texts = new ConcurrentSkipListSet<>();

  OracleOnH2(String name) throws SQLException {
    url = "jdbc:h2:mem:" + name + ";MODE=Oracle;LOCK_TIMEOUT=20000";
    keptOpen = DriverManager.getConnection(url);
    try (Statement statement = keptOpen.createStatement()) {
      statement.execute("drop all objects");
      statement.execute("create alias empty_blob for '" + getClass().getName() + ".emptyBlob'");
      statement.execute("create alias numtodsinterval for '" + getClass().getName() + ".interval'");
      for (String script : OracleScripts.dynamicStatements("01-ps-txn.sql")) {
        statement.execute(withoutStorage(script));
      }
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

  private static String withoutStorage(String statement) {
    return statement
        .replaceAll("(?is)\\s+using\\s+index\\s+reverse\\b", "")
        .replaceAll("(?is)\\s+lob\\s*\\(.*?\\)\\s*store\\s+as\\s*\\(.*?\\)\\s*$", "");
  }

  /** Distinct texts of the prepared statements. */
  Set<String> texts() {
    return texts;
  }

  Connection open() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Override
  Connection lent() throws SQLException {
    Connection connection = open();
    connection.setAutoCommit(false);
    return Proxies.of(
        Connection.class,
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("prepare")) {
            texts.add((String) arguments[0]);
          }
          if (method.getName().equals("prepareCall")) {
            return Proxies.of(CallableStatement.class, new DeleteOld(connection));
          }
          return Proxies.call(connection, method, arguments);
        });
  }

  @Override
  void takeBack(Connection connection) throws SQLException {
    if (!connection.isClosed() && !connection.getAutoCommit()) {
      connection.rollback();
    }
    connection.close();
  }

  @Override
  public void close() {
    try {
      keptOpen.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fake of the PL/SQL block that deletes an old, unlocked snapshot. */
  private record DeleteOld(Connection connection, Map<Object, Object> parameters)
      implements InvocationHandler {
    DeleteOld(Connection connection) {
      this(connection, new HashMap<>());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws SQLException {
      return switch (method.getName()) {
        case "setLong", "setTimestamp" -> parameters.put(arguments[0], arguments[1]);
        case "registerOutParameter", "close" -> null;
        case "execute" -> {
          parameters.put(3, holds() ? delete() : 0);
          yield false;
        }
        case "getInt" -> parameters.get(arguments[0]);
        default -> throw new UnsupportedOperationException(method.getName());
      };
    }

    private boolean holds() throws SQLException {
      try (PreparedStatement query =
          connection.prepareStatement(
              "select collid from ps_txn where collid = ? and creation_date < ?"
                  + " for update skip locked")) {
        query.setObject(1, parameters.get(1));
        query.setObject(2, parameters.get(2));
        return query.executeQuery().next();
      }
    }

    private int delete() throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement("delete from ps_txn where collid = ?")) {
        statement.setObject(1, parameters.get(1));
        return statement.executeUpdate();
      }
    }
  }
}
