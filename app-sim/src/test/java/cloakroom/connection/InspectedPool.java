package cloakroom.connection;

import cloakroom.inspector.Inspector;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** A pool whose connections are all lent by the inspector's data source, and go back through it. */
final class InspectedPool extends Pool {
  private final Pool inner;
  private final DataSource inspected;
  private final ThreadLocal<Long> deadline = new ThreadLocal<>();

  InspectedPool(Pool inner, Map<String, String> properties) {
    super(inner.physical);
    this.inner = inner;
    this.inspected = Inspector.around(asDataSource(), properties);
  }

  private DataSource asDataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            InspectedPool.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> new Lent(inner.take(deadline.get())).proxy();
                  case "hashCode" -> System.identityHashCode(this);
                  default -> null;
                });
  }

  /** What the inner pool has lent, which goes back to it by close(), as from a pool of others'. */
  private final class Lent implements InvocationHandler {
    private final Connection handle;
    private boolean reusable = true;

    Lent(Connection handle) {
      this.handle = handle;
    }

    Connection proxy() {
      return (Connection)
          Proxy.newProxyInstance(
              InspectedPool.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      switch (method.getName()) {
        case "close" -> {
          inner.giveBack(handle, reusable);
          return null;
        }
        case "unwrap" -> {
          return arguments[0] == Lent.class ? this : handle.unwrap((Class<?>) arguments[0]);
        }
        case "equals" -> {
          return proxy == arguments[0];
        }
        case "hashCode" -> {
          return System.identityHashCode(this);
        }
        default -> {
          return call(method, arguments);
        }
      }
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
      try {
        return method.invoke(handle, arguments);
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }
  }

  @Override
  Connection take(long until) throws SQLException {
    deadline.set(until);
    return inspected.getConnection();
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    connection.unwrap(Lent.class).reusable = reusable;
    connection.close();
  }

  @Override
  boolean isTimeout(SQLException thrown) {
    return inner.isTimeout(thrown);
  }

  @Override
  int connecting() {
    return inner.connecting();
  }

  @Override
  PhysicalSource.ConnectFailure lastFailure() {
    return inner.lastFailure();
  }

  @Override
  long created() {
    return inner.created();
  }

  @Override
  long closed() {
    return inner.closed();
  }

  @Override
  void shutdown() {
    inner.shutdown();
  }
}
