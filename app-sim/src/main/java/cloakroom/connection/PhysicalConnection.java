package cloakroom.connection;

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
 * The driver's connection, below any pool. It reports its end, remembers what a borrower changed
 * through JDBC's setters (so that setting it back asks the server nothing when nothing changed),
 * and can be told to ignore a pool's cleaning.
 *
 * <p>A pool that opens its connections without us gets one <em>above</em> each that it lends: that
 * one remembers likewise, and the rest is the pool's.
 */
final class PhysicalConnection implements InvocationHandler {
  /**
   * What a pool's handle is unwrapped to: UCP unwraps to nothing but an interface of the
   * connection.
   */
  interface Handle {
    PhysicalConnection physical();
  }

  /** What a borrower may change through JDBC's setters and the next borrower must not find. */
  @SuppressWarnings("ImmutableEnumChecker") // references to methods have no state
  private enum Property {
    READ_ONLY("setReadOnly", Connection::isReadOnly, (s, value) -> s.setReadOnly((Boolean) value)),
    ISOLATION(
        "setTransactionIsolation",
        Connection::getTransactionIsolation,
        (s, value) -> s.setTransactionIsolation((Integer) value)),
    SCHEMA("setSchema", Connection::getSchema, (s, value) -> s.setSchema((String) value)),
    HOLDABILITY(
        "setHoldability",
        Connection::getHoldability,
        (s, value) -> s.setHoldability((Integer) value)),
    NETWORK_TIMEOUT(
        "setNetworkTimeout",
        Connection::getNetworkTimeout,
        (s, value) -> s.setNetworkTimeout(Runnable::run, (Integer) value));

    private final String method;
    private final Getter getter;
    private final Setter setter;

    Property(String method, Getter getter, Setter setter) {
      this.method = method;
      this.getter = getter;
      this.setter = setter;
    }

    /** Round trips that the driver takes to set it outside a transaction. */
    int roundTrips(Dialect dialect) {
      return this == ISOLATION || (this == SCHEMA && dialect == Dialect.POSTGRESQL) ? 1 : 0;
    }
  }

  private interface Getter {
    Object get(Connection session) throws SQLException;
  }

  private interface Setter {
    void set(Connection session, Object value) throws SQLException;
  }

  private static final Map<String, Property> SETTERS =
      Arrays.stream(Property.values()).collect(Collectors.toUnmodifiableMap(p -> p.method, p -> p));

  private final Connection real;
  private final Consumer<PhysicalConnection> onEnd;
  private final boolean below;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Map<Property, Object> before = new EnumMap<>(Property.class);
  private volatile boolean leased;
  private volatile boolean ignoringCleaning;

  private PhysicalConnection(Connection real, Consumer<PhysicalConnection> onEnd, boolean below) {
    this.real = real;
    this.onEnd = onEnd;
    this.below = below;
  }

  /**
   * For a connection of the driver's that a pool gets from us.
   *
   * @param onEnd is told once when it closes
   */
  static PhysicalConnection belowPool(Connection real, Consumer<PhysicalConnection> onEnd) {
    return new PhysicalConnection(real, onEnd, true);
  }

  /** For what a pool lends that opens its connections itself. */
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

  /** The bookkeeper of what a pool gave us. */
  static PhysicalConnection of(Connection handle) throws SQLException {
    return handle.unwrap(Handle.class).physical();
  }

  /** What this one keeps the books of: behind the back of a pool that has its proxy. */
  Connection real() {
    return real;
  }

  /**
   * A borrower begins; from now on its changes are remembered. The driver is told here, below the
   * pool: UCP keeps the boundaries of requests to itself, and draws none over a driver but
   * Oracle's; where it opens its own it draws them. None of that is a round trip.
   */
  void lend() throws SQLException {
    before.clear();
    ignoringCleaning = false;
    leased = true;
    if (below) {
      real.beginRequest();
    }
  }

  /** The borrower has ended, and left the session as the hygiene wants it. */
  void endRequest() throws SQLException {
    if (below) {
      real.endRequest();
    }
  }

  /** Whether the borrower has changed nothing through JDBC's setters. */
  boolean isUnchanged() {
    return before.isEmpty();
  }

  /**
   * Sets back what the borrower changed, in no transaction that a later rollback could undo; called
   * outside a transaction with autoCommit off, and leaves it so.
   *
   * @return round trips
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

  /**
   * Until the next borrower, rollback and setters do nothing: the pool hands the session on as it
   * is.
   */
  void ignoreCleaning() {
    ignoringCleaning = true;
  }

  void takeBack() {
    leased = false;
  }

  boolean isLeased() {
    return leased;
  }

  /** Ends it without asking the server, whatever waits for an answer. */
  void abort() {
    endQuietly(() -> real.abort(Runnable::run));
  }

  void closeQuietly() {
    endQuietly(real::close);
  }

  private void endQuietly(SqlStep way) {
    try {
      way.run();
    } catch (SQLException dead) {
      // it is closed, one way or the other
    } finally {
      end();
    }
  }

  /** Work on a connection. */
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
      case "close", "abort" -> ending(method, arguments);
      case "isClosed" -> isClosed();
      case "rollback" -> ignoringCleaning ? null : call(method, arguments);
      default -> setting(method, arguments);
    };
  }

  private Object setting(Method method, Object[] arguments) throws Throwable {
    Property property = SETTERS.get(method.getName());
    if (property == null) {
      return call(method, arguments);
    } else if (ignoringCleaning) {
      return null;
    }
    if (leased && !before.containsKey(property)) {
      before.put(property, property.getter.get(real));
    }
    return call(method, arguments);
  }

  /** What its driver has closed is over: DBCP 2 asks first, and then closes it no more. */
  private boolean isClosed() throws SQLException {
    boolean closed = real.isClosed();
    if (closed) {
      end();
    }
    return closed;
  }

  private Object ending(Method method, Object[] arguments) throws Throwable {
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
