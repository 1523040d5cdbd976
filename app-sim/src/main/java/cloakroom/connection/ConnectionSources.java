package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import cloakroom.platform.Names;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class ConnectionSources {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

  static {
    DRIVER_LOG.setLevel(Level.SEVERE); // the driver warns of a bad URL; our exception reports it
  }

  private ConnectionSources() {}

  /**
   * Opens a source. First opens a test connection: a wrong password or address then fails here,
   * before the first borrow.
   *
   * @throws ConnectionException if the test connection fails or exceeds the login time-out
   */
  public static ConnectionSource open(ConnectionSettings settings) {
    return open(settings, UnaryOperator.identity());
  }

  static ConnectionSource open(ConnectionSettings settings, UnaryOperator<Pool> wrap) {
    String base = settings.name.isEmpty() ? Names.words(settings.pool) : settings.name;
    // Pools require unique names, and sources may share a base name.
    ConnectionSettings named = settings.build().name(base + "-" + NUMBER.incrementAndGet());
    Dialect dialect;
    PhysicalSource physical;
    try {
      dialect = Dialect.of(named.url);
      Optional<String> conflict = conflict(named);
      if (conflict.isPresent()) {
        throw configuration(conflict.get(), null);
      }
      physical = new PhysicalSource(named, DriverManager.getDriver(named.url));
    } catch (IllegalArgumentException unknown) {
      throw configuration(named.safeUrl() + ": " + unknown.getMessage(), null);
    } catch (SQLException noDriver) {
      String rule = ": is not a JDBC URL that the driver supports";
      throw configuration(named.safeUrl() + rule, noDriver);
    }
    try (Connection tried = physical.connect()) {
      tried.clearWarnings();
    } catch (SQLException failure) {
      throw cannot("connect to " + named.safeUrl() + " as " + named.user, failure);
    }
    return new LeasingSource(named, dialect, wrap.apply(openPool(named, physical)));
  }

  static Pool openPool(ConnectionSettings settings, PhysicalSource physical) {
    try {
      return switch (settings.pool) {
        case HIKARI -> new HikariSource(settings, physical);
        case UCP -> new UcpSource(settings, physical);
        case AGROAL -> new AgroalSource(settings, physical);
        case DBCP2 -> new Dbcp2Source(settings, physical);
        case NONE -> new Pool(physical);
      };
    } catch (SQLException failure) {
      physical.end();
      throw cannot("open " + settings.name + " with " + settings.minimum + " connections", failure);
    }
  }

  private static ConnectionException cannot(String doing, SQLException failure) {
    String message = "cannot " + doing + ": " + SqlErrors.oneLine(failure);
    return new ConnectionException(SqlErrors.classifyConnect(failure), message, failure);
  }

  /** Returns the reason why this combination of settings is not supported; empty if it is. */
  public static Optional<String> conflict(ConnectionSettings settings) {
    String reason = null;
    if (settings.pool == PoolKind.UCP && !UcpSource.opensConnections(settings)) {
      reason =
          "UCP validates every borrow of a connection that is not Oracle's, or that it may not roll"
              + " back (reset level none)";
    } else if (settings.pool == PoolKind.DBCP2) {
      reason = "DBCP 2 validates every borrow or none";
    }
    return Optional.ofNullable(reason)
        .filter(r -> settings.validation == Validation.IDLE)
        .map(r -> "validation idle: " + r + "; use validation always, or pool hikari or agroal");
  }

  private static ConnectionException configuration(String message, Throwable cause) {
    return new ConnectionException(ErrorClass.CONFIGURATION, message, cause);
  }

  /**
   * Returns the JDBC driver properties of the connections, without user and password. On PostgreSQL
   * they include the URL's parameters; Oracle's driver does not report those.
   *
   * @throws IllegalArgumentException if no driver supports the URL
   */
  public static SortedMap<String, String> driverProperties(ConnectionSettings settings) {
    Dialect dialect = Dialect.of(settings.url);
    SortedMap<String, String> result = new TreeMap<>();
    try {
      Properties properties = dialect.effective(settings.url, dialect.properties(settings));
      properties.stringPropertyNames().forEach(key -> result.put(key, properties.getProperty(key)));
    } catch (SQLException unsupported) {
      throw new IllegalArgumentException(
          settings.safeUrl() + ": no driver supports this URL", unsupported);
    }
    result.keySet().removeAll(Set.of("user", "password"));
    return Collections.unmodifiableSortedMap(result);
  }
}
