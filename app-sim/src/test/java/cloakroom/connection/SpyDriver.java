package cloakroom.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;

/** A driver of nothing that notes what it is told: properties, and calls of its connections. */
final class SpyDriver {
  /** The properties of each connect. */
  final List<Properties> properties = new CopyOnWriteArrayList<>();

  /** Calls of all connections in order, with their arguments where they matter. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  /** Oracle's code with which the next statement fails; 0 for none. */
  volatile int failure;

  /** As a source asks it, which only connects. */
  Driver driver() {
    return proxy(
        Driver.class,
        (proxy, method, arguments) -> {
          properties.add((Properties) arguments[1]);
          return proxy(Connection.class, new Session()::call);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(SpyDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** One connection: it remembers autoCommit and whether it is closed. */
  private final class Session {
    private boolean autoCommit = true;
    private boolean closed;

    Object call(Object proxy, Method method, Object[] arguments) {
      switch (method.getName()) {
        case "createStatement" -> {
          return proxy(Statement.class, this::callStatement);
        }
        case "setAutoCommit" -> autoCommit = (Boolean) arguments[0];
        case "close" -> closed = true;
        case "setClientInfo" -> calls.add(arguments[0] + "=" + arguments[1]);
        case "beginRequest", "endRequest", "commit", "rollback" -> calls.add(method.getName());
        default -> {
          // of no interest
        }
      }
      return answer(proxy, method, arguments);
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
      return nothing(method.getReturnType());
    }

    private Object answer(Object proxy, Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "getAutoCommit" -> autoCommit;
        case "isClosed" -> closed;
        case "isValid" -> true;
        case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
        case "equals" -> proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(this);
        case "toString" -> "spied";
        default -> nothing(method.getReturnType());
      };
    }

    private Object nothing(Class<?> type) {
      if (type == boolean.class) {
        return false;
      }
      return type == int.class ? 0 : null;
    }
  }
}
