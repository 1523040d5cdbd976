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

/** Opens and counts the physical connections of a pool, alike for every kind of pool. */
final class PhysicalSource {
  private final Driver driver;
  private final String url;
  final Properties properties;
  private final int loginSeconds;
  final AtomicLong created = new AtomicLong();
  final AtomicLong closed = new AtomicLong();
  final AtomicInteger connecting = new AtomicInteger();

  private final Set<PhysicalConnection> open = ConcurrentHashMap.newKeySet();

  /** Failure of the latest connect; null if it succeeded. */
  volatile ConnectFailure lastFailure;

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
      PhysicalConnection physical =
          PhysicalConnection.belowPool(driver.connect(url, properties), this::countClosed);
      open.add(physical);
      created.incrementAndGet();
      if (ended) {
        physical.closeQuietly();
        throw new SQLException("the pool was closed during the connect");
      }
      lastFailure = null;
      return physical.proxy();
    } catch (SQLException failure) {
      lastFailure = new ConnectFailure(failure, System.nanoTime());
      throw failure;
    } finally {
      connecting.decrementAndGet();
    }
  }

  private void countClosed(PhysicalConnection physical) {
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
   * Closes connections that the pool left open, and those that its threads open later: UCP and
   * Agroal close and replace connections in threads that their shutdown does not wait for.
   */
  void end() {
    ended = true;
    closeIdle();
  }

  /**
   * Returns a data source for HikariCP, which calls these methods only. Its setter of the login
   * time-out has no effect: that is a driver property.
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
