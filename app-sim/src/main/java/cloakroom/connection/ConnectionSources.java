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

/** Opens connection sources, and tells what their driver is told. */
public final class ConnectionSources {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** What the driver would write about a bad URL stands in our exception; one line is enough. */
  private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

  static {
    DRIVER_LOG.setLevel(Level.SEVERE);
  }

  private ConnectionSources() {}

  /**
   * Opens a source. One connection is made and closed again, so that a wrong password, address or
   * database fails here for every pool kind alike, and not at the first borrow.
   *
   * @throws ConnectionException within the login time-out; its kind is CONFIGURATION or
   *     SERVICE_DOWN, or POOL_OR_PROCESS_LIMIT if the server is full
   */
  public static ConnectionSource open(ConnectionSettings settings) {
    return open(settings, UnaryOperator.identity());
  }

  /** The same over what is made of the pool, for a look at what passes between it and a lease. */
  static ConnectionSource open(ConnectionSettings settings, UnaryOperator<Pool> around) {
    String base = settings.name.isEmpty() ? Names.words(settings.pool) : settings.name;
    // pools insist on names of their own
    ConnectionSettings named = settings.build().name(base + "-" + NUMBER.incrementAndGet());
    Dialect dialect;
    PhysicalSource physical;
    try {
      dialect = Dialect.of(named.url);
      impossible(named)
          .ifPresent(
              why -> {
                throw refused(why, null);
              });
      physical = new PhysicalSource(named, dialect);
    } catch (IllegalArgumentException unknown) {
      throw refused(named.safeUrl() + ": " + unknown.getMessage(), null);
    } catch (SQLException noDriver) {
      throw refused(named.safeUrl() + ": not a JDBC URL that the driver understands", noDriver);
    }
    tryOnce(named, physical);
    return new LeasingSource(named, dialect, physical, around);
  }

  /** Why there is no source with such settings, known before one is opened; empty if there is. */
  public static Optional<String> impossible(ConnectionSettings settings) {
    if (settings.validation != Validation.IDLE) {
      return Optional.empty();
    }
    String always =
        switch (settings.pool) {
          case UCP ->
              UcpSource.opensItsOwn(settings)
                  ? null
                  : "UCP validates every borrow of a connection that is not Oracle's, or that it may"
                      + " not roll back (hygiene none)";
          case DBCP2 -> "DBCP 2 validates every borrow or none";
          case HIKARI, AGROAL, NONE -> null;
        };
    return Optional.ofNullable(always)
        .map(
            why ->
                "validation idle: "
                    + why
                    + ", and cannot be told otherwise; choose validation always, or pool hikari or"
                    + " agroal");
  }

  private static ConnectionException refused(String message, Throwable cause) {
    return new ConnectionException(ErrorClass.CONFIGURATION, message, cause);
  }

  private static void tryOnce(ConnectionSettings settings, PhysicalSource physical) {
    try (Connection tried = physical.connect()) {
      tried.clearWarnings();
    } catch (SQLException failure) {
      throw new ConnectionException(
          SqlErrors.connecting(failure),
          "cannot connect to %s as %s: %s"
              .formatted(settings.safeUrl(), settings.user, SqlErrors.oneLine(failure)),
          failure);
    }
  }

  /**
   * What the driver of a source's connections is told, in its own words and sorted, without user
   * and password. Parameters of the URL count where they differ: those of PostgreSQL are in here;
   * Oracle's stay in the URL.
   *
   * @throws IllegalArgumentException if no driver understands the URL
   */
  public static SortedMap<String, String> driverProperties(ConnectionSettings settings) {
    Dialect dialect = Dialect.of(settings.url);
    SortedMap<String, String> told = new TreeMap<>();
    try {
      Properties properties = dialect.inForce(settings.url, dialect.properties(settings));
      properties.stringPropertyNames().forEach(key -> told.put(key, properties.getProperty(key)));
    } catch (SQLException notUnderstood) {
      throw new IllegalArgumentException(
          settings.safeUrl() + ": no driver understands it", notUnderstood);
    }
    told.keySet().removeAll(Set.of("user", "password"));
    return Collections.unmodifiableSortedMap(told);
  }
}
