package cloakroom.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Proxy between a pool and a driver's connection. It reports the connection's close and can ignore
 * the pool's own reset. It also records values changed by JDBC setters, because a reset restores
 * only these. If UCP opened the connection, the proxy only records.
 */
final class PhysicalConnection implements InvocationHandler {
  /**
   * Interface to which a pool's connection is unwrapped, because UCP unwraps only to interfaces.
   */
  interface Handle {
    PhysicalConnection physical();
  }

  private interface Setter<T> {
    void set(T value) throws SQLException;
  }

  private static final List<String> SETTERS =
      List.of(
          "setReadOnly",
          "setTransactionIsolation",
          "setSchema",
          "setHoldability",
          "setNetworkTimeout");

  final Connection real; // calls on it bypass the proxy and the pool
  private final Consumer<PhysicalConnection> onEnd;
  private final boolean below;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Map<String, SqlStep> undo =
      new TreeMap<>(Comparator.comparingInt(SETTERS::indexOf));
  volatile boolean leased;
  private volatile boolean ignoringReset;

  PhysicalConnection(Connection real, Consumer<PhysicalConnection> onEnd, boolean below) {
    this.real = real;
    this.onEnd = onEnd;
    this.below = below;
  }

  Connection proxy() {
    return (Connection)
        Proxy.newProxyInstance(
            PhysicalConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class, Handle.class},
            this);
  }

  static PhysicalConnection of(Connection handle) throws SQLException {
    return handle.unwrap(Handle.class).physical();
  }

  /**
   * Starts to record the borrower's changes. Also calls the driver's beginRequest(), which UCP
   * omits for proxied connections. Takes no round trip.
   */
  void beginLease() throws SQLException {
    undo.clear();
    ignoringReset = false;
    leased = true;
    if (below) {
      real.beginRequest();
    }
  }

  void endRequest() throws SQLException {
    if (below) {
      real.endRequest();
    }
  }

  boolean isUnchanged() {
    return undo.isEmpty();
  }

  /**
   * Restores the values that the borrower changed. Returns the number of round trips. Sets
   * autoCommit on meanwhile; otherwise a later rollback would undo the restored values.
   */
  int restore(Dialect dialect) throws SQLException {
    if (undo.isEmpty()) {
      return 0;
    }
    int roundTrips = 0;
    real.setAutoCommit(true);
    for (Map.Entry<String, SqlStep> changed : undo.entrySet()) {
      changed.getValue().run();
      roundTrips += roundTrips(changed.getKey(), dialect);
    }
    real.setAutoCommit(false);
    undo.clear();
    return roundTrips;
  }

  private static int roundTrips(String setter, Dialect dialect) {
    boolean schema = setter.equals("setSchema") && dialect == Dialect.POSTGRESQL;
    return schema || setter.equals("setTransactionIsolation") ? 1 : 0;
  }

  /** Makes rollback and setters do nothing until the next lease, to disable the pool's reset. */
  void ignoreReset() {
    ignoringReset = true;
  }

  /** Closes the connection without a round trip, even while a statement runs. */
  void abort() {
    endQuietly(() -> real.abort(Runnable::run));
  }

  void closeQuietly() {
    endQuietly(real::close);
  }

  private void endQuietly(SqlStep close) {
    try {
      close.run();
    } catch (SQLException dead) {
      // The driver closes the connection even if its close() throws an exception.
    } finally {
      end();
    }
  }

  interface SqlStep {
    void run() throws SQLException;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(this);
      case "physical" -> this;
      case "isWrapperFor" ->
          arguments[0] == Handle.class || real.isWrapperFor((Class<?>) arguments[0]);
      case "unwrap" -> arguments[0] == Handle.class ? proxy : real.unwrap((Class<?>) arguments[0]);
      case "close", "abort" -> {
        try {
          yield call(method, arguments);
        } finally {
          end();
        }
      }
      case "isClosed" -> isClosed();
      case "rollback" -> ignoringReset ? null : call(method, arguments);
      default -> recordAndCall(method, arguments);
    };
  }

  private Object recordAndCall(Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (SETTERS.contains(name)) {
      if (ignoringReset) {
        return null;
      } else if (leased && !undo.containsKey(name)) {
        undo.put(name, undo(name));
      }
    }
    return call(method, arguments);
  }

  private SqlStep undo(String setter) throws SQLException {
    return switch (setter) {
      case "setReadOnly" -> undo(real.isReadOnly(), real::setReadOnly);
      case "setTransactionIsolation" ->
          undo(real.getTransactionIsolation(), real::setTransactionIsolation);
      case "setSchema" -> undo(real.getSchema(), real::setSchema);
      case "setHoldability" -> undo(real.getHoldability(), real::setHoldability);
      default ->
          undo(real.getNetworkTimeout(), time -> real.setNetworkTimeout(Runnable::run, time));
    };
  }

  private static <T> SqlStep undo(T value, Setter<T> setter) {
    return () -> setter.set(value);
  }

  /**
   * Returns whether the connection is closed. If so, reports the close to the source, because DBCP
   * 2 does not call close() on a closed connection.
   */
  private boolean isClosed() throws SQLException {
    boolean closed = real.isClosed();
    if (closed) {
      end();
    }
    return closed;
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      onEnd.accept(this);
    }
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
