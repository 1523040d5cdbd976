package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import cloakroom.platform.Names;
import java.sql.Connection;
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

/** Opens connection sources and returns the driver properties of their connections. */
public final class ConnectionSources {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** The driver logs a bad URL; our exception reports it. */
  private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

  static {
    DRIVER_LOG.setLevel(Level.SEVERE);
  }

  private ConnectionSources() {}

  /**
   * Opens a source. Makes and closes one connection, so that a wrong password, address or database
   * fails here for every kind of pool, and not at the first borrow.
   *
   * @throws ConnectionException within the login time-out; its kind is CONFIGURATION or
   *     SERVICE_DOWN, or POOL_OR_PROCESS_LIMIT if the server is full
   */
  public static ConnectionSource open(ConnectionSettings settings) {
    return open(settings, UnaryOperator.identity());
  }

  /** Opens a source over the result of {@code wrap}, for tests that inspect the pool's calls. */
  static ConnectionSource open(ConnectionSettings settings, UnaryOperator<Pool> wrap) {
    String base = settings.name.isEmpty() ? Names.words(settings.pool) : settings.name;
    // pools require unique names
    ConnectionSettings named = settings.build().name(base + "-" + NUMBER.incrementAndGet());
    Dialect dialect;
    PhysicalSource physical;
    try {
      dialect = Dialect.of(named.url);
      Optional<String> conflict = conflict(named);
      if (conflict.isPresent()) {
        throw configuration(conflict.get(), null);
      }
      physical = new PhysicalSource(named, dialect);
    } catch (IllegalArgumentException unknown) {
      throw configuration(named.safeUrl() + ": " + unknown.getMessage(), null);
    } catch (SQLException noDriver) {
      throw configuration(
          named.safeUrl() + ": is not a JDBC URL that the driver supports", noDriver);
    }
    try (Connection tried = physical.connect()) {
      tried.clearWarnings();
    } catch (SQLException failure) {
      throw new ConnectionException(
          SqlErrors.classifyConnect(failure),
          "cannot connect to %s as %s: %s"
              .formatted(named.safeUrl(), named.user, SqlErrors.oneLine(failure)),
          failure);
    }
    return new LeasingSource(named, dialect, wrap.apply(openPool(named, physical)));
  }

  /**
   * Opens the pool of the settings.
   *
   * @throws ConnectionException if its minimum connections cannot be opened
   */
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
      throw new ConnectionException(
          SqlErrors.classifyConnect(failure),
          "cannot open %s with %d connections: %s"
              .formatted(settings.name, settings.minimum, SqlErrors.oneLine(failure)),
          failure);
    }
  }

  /** Returns the reason if no source supports the combination of these settings. */
  public static Optional<String> conflict(ConnectionSettings settings) {
    if (settings.validation != Validation.IDLE) {
      return Optional.empty();
    }
    String reason =
        switch (settings.pool) {
          case UCP ->
              UcpSource.opensConnections(settings)
                  ? null
                  : "UCP validates every borrow of a connection that is not Oracle's, or that it may"
                      + " not roll back (hygiene none)";
          case DBCP2 -> "DBCP 2 validates every borrow or none";
          case HIKARI, AGROAL, NONE -> null;
        };
    return Optional.ofNullable(reason)
        .map(r -> "validation idle: " + r + "; use validation always, or pool hikari or agroal");
  }

  private static ConnectionException configuration(String message, Throwable cause) {
    return new ConnectionException(ErrorClass.CONFIGURATION, message, cause);
  }

  /**
   * Returns the driver properties of a source's connections by the driver's names, without user and
   * password. Includes parameters of a PostgreSQL URL, but not those of Oracle's.
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
