package cloakroom.connection;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Opens physical connections for whatever pool asks, and counts them: every kind of source has its
 * connections from here, so the counts mean the same for all and can be held against the database's
 * own.
 */
final class PhysicalSource {
  private final Driver driver;
  private final String url;
  private final Properties properties;
  private final int loginSeconds;
  private final AtomicLong created = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private final AtomicInteger connecting = new AtomicInteger();
  private final Set<PhysicalConnection> open = ConcurrentHashMap.newKeySet();
  private volatile ConnectFailure lastFailure;
  private volatile boolean ended;

  /** A failed connect and the {@link System#nanoTime} at which it failed. */
  record ConnectFailure(SQLException cause, long at) {}

  PhysicalSource(ConnectionSettings settings, Dialect dialect) throws SQLException {
    this(settings, dialect, DriverManager.getDriver(settings.url));
  }

  PhysicalSource(ConnectionSettings settings, Dialect dialect, Driver driver) {
    this.driver = driver;
    this.url = settings.url;
    this.properties = dialect.properties(settings);
    this.loginSeconds = Math.toIntExact(settings.login.toSeconds());
  }

  Connection connect() throws SQLException {
    connecting.incrementAndGet();
    try {
      return opened(driver.connect(url, properties));
    } catch (SQLException failure) {
      lastFailure = new ConnectFailure(failure, System.nanoTime());
      throw failure;
    } finally {
      connecting.decrementAndGet();
    }
  }

  private Connection opened(Connection real) throws SQLException {
    PhysicalConnection physical = PhysicalConnection.belowPool(real, this::forget);
    open.add(physical);
    created.incrementAndGet();
    if (ended) {
      physical.closeQuietly();
      throw new SQLException("opened for a pool that has closed");
    }
    lastFailure = null;
    return physical.proxy();
  }

  private void forget(PhysicalConnection physical) {
    if (open.remove(physical)) {
      closed.incrementAndGet();
    }
  }

  void closeIdle() {
    open.stream()
        .filter(physical -> !physical.isLeased())
        .forEach(PhysicalConnection::closeQuietly);
  }

  /**
   * Closes whatever the pool has forgotten, and from now on what a thread of the pool still opens:
   * UCP and Agroal close and replace in threads that their own end does not wait for.
   */
  void end() {
    ended = true;
    closeIdle();
  }

  long created() {
    return created.get();
  }

  long closed() {
    return closed.get();
  }

  int connecting() {
    return connecting.get();
  }

  /** Why the latest connect failed; null if it did not. */
  ConnectFailure lastFailure() {
    return lastFailure;
  }

  Properties properties() {
    return properties;
  }

  /**
   * As HikariCP wants it, which asks for connections, and at its end for how long it waits for
   * connects under way. The login time-out is a setting: the pool's wish changes nothing.
   */
  DataSource asDataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            PhysicalSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> connect();
                  case "getLoginTimeout" -> loginSeconds;
                  case "hashCode" -> System.identityHashCode(this);
                  default -> null;
                });
  }
}
