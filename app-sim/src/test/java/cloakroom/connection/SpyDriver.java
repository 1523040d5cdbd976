package cloakroom.connection;

import cloakroom.testing.Proxies;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;

/** Driver without a database that records the properties and calls of its connections. */
final class SpyDriver {
  final List<Properties> properties = new CopyOnWriteArrayList<>();

  /** Calls of all connections in order. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  /** Oracle error code of the next statement; 0 for none. */
  volatile int failure;

  Driver driver() {
    return Proxies.of(
        Driver.class,
        (proxy, method, arguments) -> {
          properties.add((Properties) arguments[1]);
          return Proxies.of(Connection.class, new Session()::call);
        });
  }

  private final class Session {
    private boolean autoCommit = true;
    private boolean closed;

    Object call(Object proxy, Method method, Object[] arguments) {
      switch (method.getName()) {
        case "createStatement" -> {
          return Proxies.of(Statement.class, this::callStatement);
        }
        case "setAutoCommit" -> autoCommit = (Boolean) arguments[0];
        case "close" -> closed = true;
        case "setClientInfo" -> calls.add(arguments[0] + "=" + arguments[1]);
        case "beginRequest", "endRequest", "commit", "rollback" -> calls.add(method.getName());
        default -> {
          // not recorded
        }
      }
      return result(proxy, method, arguments);
    }

    private Object callStatement(Object proxy, Method method, Object[] arguments)
        throws SQLException {
      if (method.getName().equals("execute")) {
        calls.add((String) arguments[0]);
        int code = failure;
        failure = 0;
        if (code != 0) {
          throw new SQLException("ORA-%05d".formatted(code), "61000", code);
        }
      }
      return Proxies.defaultResult(proxy, method, arguments);
    }

    private Object result(Object proxy, Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "getAutoCommit" -> autoCommit;
        case "isClosed" -> closed;
        case "isValid" -> true;
        case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
        default -> Proxies.defaultResult(proxy, method, arguments);
      };
    }
  }
}
