package cloakroom.connection;

import cloakroom.platform.Names;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Proxy of the driver's connection below a pool. It reports the end of the connection, records
 * values that a borrower changed through JDBC's setters (so that unchanged ones need no round trip
 * at the reset), and can ignore a pool's own reset.
 *
 * <p>Above the connections of a pool that opens them itself a proxy only records changed values.
 */
final class PhysicalConnection implements InvocationHandler {
  /** Type to which a pool's handle is unwrapped: UCP unwraps only to interfaces. */
  interface Handle {
    PhysicalConnection physical();
  }

  /** Connection property with a JDBC setter, which is reset for the next borrower. */
  @SuppressWarnings("ImmutableEnumChecker") // method references have no state
  private enum Property {
    READ_ONLY(Connection::isReadOnly, (s, value) -> s.setReadOnly((Boolean) value)),
    TRANSACTION_ISOLATION(
        Connection::getTransactionIsolation,
        (s, value) -> s.setTransactionIsolation((Integer) value)),
    SCHEMA(Connection::getSchema, (s, value) -> s.setSchema((String) value)),
    HOLDABILITY(Connection::getHoldability, (s, value) -> s.setHoldability((Integer) value)),
    NETWORK_TIMEOUT(
        Connection::getNetworkTimeout,
        (s, value) -> s.setNetworkTimeout(Runnable::run, (Integer) value));

    private final Getter getter;
    private final Setter setter;

    Property(Getter getter, Setter setter) {
      this.getter = getter;
      this.setter = setter;
    }

    /** Returns the driver's round trips for setting it outside a transaction. */
    int roundTrips(Dialect dialect) {
      boolean schema = this == SCHEMA && dialect == Dialect.POSTGRESQL;
      return this == TRANSACTION_ISOLATION || schema ? 1 : 0;
    }
  }

  private interface Getter {
    Object get(Connection session) throws SQLException;
  }

  private interface Setter {
    void set(Connection session, Object value) throws SQLException;
  }

  private static final Map<String, Property> SETTERS =
      Arrays.stream(Property.values())
          .collect(Collectors.toUnmodifiableMap(p -> Names.camelCase("SET_" + p.name()), p -> p));

  private final Connection real;
  private final Consumer<PhysicalConnection> onEnd;
  private final boolean below;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Map<Property, Object> before = new EnumMap<>(Property.class);
  private volatile boolean leased;
  private volatile boolean ignoringReset;

  private PhysicalConnection(Connection real, Consumer<PhysicalConnection> onEnd, boolean below) {
    this.real = real;
    this.onEnd = onEnd;
    this.below = below;
  }

  /** Wraps a connection that a pool gets from us; calls {@code onEnd} once when it closes. */
  static PhysicalConnection belowPool(Connection real, Consumer<PhysicalConnection> onEnd) {
    return new PhysicalConnection(real, onEnd, true);
  }

  /** Wraps a lent connection of a pool that opens its connections itself. */
  static PhysicalConnection abovePool(Connection lent) {
    return new PhysicalConnection(lent, ended -> {}, false);
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

  /** Returns the wrapped connection; calls on it bypass the pool. */
  Connection real() {
    return real;
  }

  /**
   * Begins to record the changes of a borrower. Also begins a JDBC request, without a round trip:
   * UCP does so only on connections that it opens itself.
   */
  void beginLease() throws SQLException {
    before.clear();
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

  /** Returns whether the borrower has called none of the recorded setters. */
  boolean isUnchanged() {
    return before.isEmpty();
  }

  /**
   * Restores the values that the borrower changed, outside a transaction so that no later rollback
   * undoes it. Called outside a transaction with autoCommit off, and leaves it off.
   *
   * @return number of round trips
   */
  int restore(Dialect dialect) throws SQLException {
    if (before.isEmpty()) {
      return 0;
    }
    int roundTrips = 0;
    real.setAutoCommit(true);
    for (Map.Entry<Property, Object> changed : before.entrySet()) {
      changed.getKey().setter.set(real, changed.getValue());
      roundTrips += changed.getKey().roundTrips(dialect);
    }
    real.setAutoCommit(false);
    before.clear();
    return roundTrips;
  }

  /** Makes rollback and setters, which the pool calls, do nothing until the next lease. */
  void ignoreReset() {
    ignoringReset = true;
  }

  void endLease() {
    leased = false;
  }

  boolean isLeased() {
    return leased;
  }

  /** Ends the connection without a round trip, even while a statement runs. */
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
      // the connection is closed nevertheless
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
      case "close", "abort" -> callAndEnd(method, arguments);
      case "isClosed" -> isClosed();
      case "rollback" -> ignoringReset ? null : call(method, arguments);
      default -> recordAndCall(method, arguments);
    };
  }

  private Object recordAndCall(Method method, Object[] arguments) throws Throwable {
    Property property = SETTERS.get(method.getName());
    if (property == null) {
      return call(method, arguments);
    } else if (ignoringReset) {
      return null;
    }
    if (leased && !before.containsKey(property)) {
      before.put(property, property.getter.get(real));
    }
    return call(method, arguments);
  }

  /** Also ends a connection that the driver has closed: DBCP 2 does not close such a one. */
  private boolean isClosed() throws SQLException {
    boolean closed = real.isClosed();
    if (closed) {
      end();
    }
    return closed;
  }

  private Object callAndEnd(Method method, Object[] arguments) throws Throwable {
    try {
      return call(method, arguments);
    } finally {
      end();
    }
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
