package cloakroom.connection;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Opens physical connections for whatever pool asks, and counts them: every kind of source has its
 * connections from here, so the counts mean the same for all and can be held against the database's
 * own.
 */
final class PhysicalSource implements DataSource {
  private final Driver driver;
  private final String url;
  private final Properties properties;
  private final int loginSeconds;
  private final AtomicLong created = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private final AtomicInteger connecting = new AtomicInteger();
  private final Set<PhysicalConnection> open = ConcurrentHashMap.newKeySet();
  private volatile SQLException lastFailure;

  PhysicalSource(ConnectionSettings settings, Dialect dialect) throws SQLException {
    this(settings, dialect, DriverManager.getDriver(settings.url()));
  }

  PhysicalSource(ConnectionSettings settings, Dialect dialect, Driver driver) {
    this.driver = driver;
    this.url = settings.url();
    this.properties = dialect.properties(settings.user(), settings.password(), settings.driver());
    this.loginSeconds = Math.toIntExact(settings.driver().login().toSeconds());
  }

  @Override
  public Connection getConnection() throws SQLException {
    connecting.incrementAndGet();
    try {
      return opened(driver.connect(url, properties));
    } catch (SQLException failure) {
      lastFailure = failure;
      throw failure;
    } finally {
      connecting.decrementAndGet();
    }
  }

  private Connection opened(Connection real) {
    PhysicalConnection physical = PhysicalConnection.belowPool(real, this::forget);
    open.add(physical);
    created.incrementAndGet();
    lastFailure = null;
    return physical.proxy();
  }

  private void forget(PhysicalConnection physical) {
    if (open.remove(physical)) {
      closed.incrementAndGet();
    }
  }

  /** Closes what nobody has borrowed. */
  void closeIdle() {
    open.stream()
        .filter(physical -> !physical.isLeased())
        .forEach(PhysicalConnection::closeQuietly);
  }

  long created() {
    return created.get();
  }

  long closed() {
    return closed.get();
  }

  /** Connects under way. */
  int connecting() {
    return connecting.get();
  }

  /** Why the latest connect failed; null if it did not. */
  SQLException lastFailure() {
    return lastFailure;
  }

  Properties properties() {
    return properties;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is a setting");
  }

  /** The login time-out is a setting, handed to the driver; the pool's wish changes nothing. */
  @Override
  public void setLoginTimeout(int seconds) {}

  /** How long HikariCP, when it ends, waits for connects under way. */
  @Override
  public int getLoginTimeout() {
    return loginSeconds;
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
