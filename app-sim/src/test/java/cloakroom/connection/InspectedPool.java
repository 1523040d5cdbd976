package cloakroom.connection;

import cloakroom.inspector.Inspector;
import cloakroom.testing.Proxies;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** Pool whose connections are lent by and returned through the inspector's data source. */
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
    return Proxies.of(
        DataSource.class,
        (proxy, method, arguments) ->
            method.getName().equals("getConnection")
                ? Proxies.of(Connection.class, new Lent(inner.take(deadline.get())))
                : Proxies.defaultResult(proxy, method, arguments));
  }

  /** Connection of the inner pool that close() returns. */
  private final class Lent implements InvocationHandler {
    private final Connection handle;
    private boolean reusable = true;

    Lent(Connection handle) {
      this.handle = handle;
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
          return Proxies.call(handle, method, arguments);
        }
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
