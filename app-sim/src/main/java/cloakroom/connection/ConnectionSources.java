package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Opens connection sources. */
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
    ConnectionSettings named = settings.withName(uniqueName(settings));
    Dialect dialect = dialect(named);
    requirePossible(named);
    PhysicalSource physical = physical(named, dialect);
    tryOnce(named, physical);
    return new LeasingSource(named, dialect, physical);
  }

  /** Pools insist on names of their own. */
  private static String uniqueName(ConnectionSettings settings) {
    String base = settings.name().isEmpty() ? settings.pool().toString() : settings.name();
    return base + "-" + NUMBER.incrementAndGet();
  }

  private static Dialect dialect(ConnectionSettings settings) {
    try {
      return Dialect.of(settings.url());
    } catch (IllegalArgumentException unknown) {
      throw refused(settings.safeUrl() + ": " + unknown.getMessage(), null);
    }
  }

  private static void requirePossible(ConnectionSettings settings) {
    boolean ucpWithOurs = settings.pool() == PoolKind.UCP && !UcpSource.opensItsOwn(settings);
    if (ucpWithOurs && settings.validation() == Validation.IDLE) {
      throw refused(
          "validation idle: UCP validates every borrow of a connection that is not Oracle's, or that it may not roll"
              + " back (hygiene none), and cannot be told otherwise; choose validation always, or pool hikari",
          null);
    }
  }

  private static PhysicalSource physical(ConnectionSettings settings, Dialect dialect) {
    try {
      return new PhysicalSource(settings, dialect);
    } catch (SQLException noDriver) {
      throw refused(settings.safeUrl() + ": not a JDBC URL that the driver understands", noDriver);
    }
  }

  private static ConnectionException refused(String message, Throwable cause) {
    return new ConnectionException(ErrorClass.CONFIGURATION, message, cause);
  }

  private static void tryOnce(ConnectionSettings settings, PhysicalSource physical) {
    try (Connection tried = physical.getConnection()) {
      tried.clearWarnings();
    } catch (SQLException failure) {
      throw new ConnectionException(
          SqlErrors.connecting(failure),
          "cannot connect to %s as %s: %s"
              .formatted(settings.safeUrl(), settings.user(), SqlErrors.oneLine(failure)),
          failure);
    }
  }
}
