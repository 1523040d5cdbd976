package cloakroom.connection;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Source of a pool's physical connections, opened and counted in the same way for every pool. */
final class PhysicalSource {
  private final Driver driver;
  private final String url;
  final Properties properties;
  private final int loginSeconds;
  final AtomicLong created = new AtomicLong();
  final AtomicLong closed = new AtomicLong();
  final AtomicInteger connecting = new AtomicInteger();
  private final Set<PhysicalConnection> open = ConcurrentHashMap.newKeySet();
  volatile ConnectFailure lastFailure; // null after a successful connect
  private volatile boolean ended;

  record ConnectFailure(SQLException cause, long at) {}

  PhysicalSource(ConnectionSettings settings, Driver driver) {
    this.driver = driver;
    this.url = settings.url;
    this.properties = Dialect.of(url).properties(settings);
    this.loginSeconds = Math.toIntExact(settings.login.toSeconds());
  }

  Connection connect() throws SQLException {
    connecting.incrementAndGet();
    try {
      PhysicalConnection physical =
          new PhysicalConnection(driver.connect(url, properties), this::countClosed, true);
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
    open.stream().filter(physical -> !physical.leased).forEach(PhysicalConnection::closeQuietly);
  }

  /**
   * Closes all idle connections, and each later connection at once. UCP and Agroal still open
   * replacements in background threads after their shutdown.
   */
  void end() {
    ended = true;
    closeIdle();
  }

  /**
   * Returns a data source with only the methods that HikariCP calls. Its setter for the login
   * timeout does nothing, because a driver property sets that timeout.
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
