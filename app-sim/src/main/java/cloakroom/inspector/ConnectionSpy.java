package cloakroom.inspector;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Proxy of a connection that detects when a borrow (check-out to check-in) starts and ends. A
 * borrow of a pool's connection ends at close(). On a driver's connection, beginRequest() and
 * endRequest() mark a borrow; without these calls, the borrow ends at close().
 */
final class ConnectionSpy extends Spy {
  /** PostgreSQL settings that JDBC setters change, by JDBC property name. */
  private static final Map<String, String> POSTGRESQL_NAMES =
      Map.of(
          "schema", "search_path",
          "transactionIsolation", "default_transaction_isolation",
          "readOnly", "default_transaction_read_only",
          "clientInfo", "application_name");

  /**
   * Types with a getConnection() that must return the proxy; subtypes first, as the first match
   * counts.
   */
  private static final List<Class<?>> PARTS =
      List.of(
          CallableStatement.class,
          PreparedStatement.class,
          Statement.class,
          DatabaseMetaData.class);

  private final Inspection inspection;
  private final Connection target;
  private final boolean below;
  private volatile Optional<BorrowTracker> borrow = Optional.empty();
  private volatile boolean inRequest;

  private ConnectionSpy(Inspection inspection, Connection target, boolean below) {
    super(target);
    this.inspection = inspection;
    this.target = target;
    this.below = below;
  }

  /**
   * Returns a proxy, or the connection itself if the borrow is not inspected and {@code below} is
   * false (a pool's connection). Throws for an unsupported database unless inspect.onError is off.
   */
  static Connection around(Inspection inspection, Connection connection, boolean below)
      throws SQLException {
    if (!inspection.supports(connection)) {
      connection.close();
      throw new SQLException(Inspection.unsupportedProduct());
    }
    ConnectionSpy spy = new ConnectionSpy(inspection, connection, below);
    spy.borrow = BorrowTracker.begin(inspection, connection);
    return below || spy.borrow.isPresent() ? spy.as(Connection.class) : connection;
  }

  private void end() {
    borrow.ifPresent(BorrowTracker::end);
    borrow = Optional.empty();
  }

  @Override
  Object on(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "close" -> end();
      case "abort" -> borrow = Optional.empty();
      case "endRequest" -> {
        if (below) {
          end();
        }
      }
      case "beginRequest" -> beginRequest();
      default -> recordSetter(method.getName());
    }
    Object result = call(method, arguments);
    for (Class<?> part : PARTS) {
      if (part.isInstance(result)) {
        return new PartSpy(result, (Connection) proxy, text(arguments)).as(part);
      }
    }
    return result;
  }

  private static String text(Object[] arguments) {
    return arguments != null && arguments[0] instanceof String sql ? sql : null;
  }

  /** Starts a borrow. Does not report state that the pool set before the first borrow. */
  private void beginRequest() {
    if (below) {
      if (inRequest) {
        end();
      }
      inRequest = true;
      borrow = BorrowTracker.begin(inspection, target);
    }
  }

  private void recordSetter(String name) {
    if (name.startsWith("set") && name.length() > 3 && !name.equals("setSavepoint")) {
      String property = name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4);
      String also = POSTGRESQL_NAMES.get(property);
      String what = also == null ? property : property + " (" + also + ")";
      borrow.ifPresent(current -> current.recordSetter(what + RecentStatements.BY_JDBC));
    }
  }

  /**
   * Proxy of a statement or metadata object. Records executed SQL; getConnection() returns the
   * connection's proxy.
   */
  private final class PartSpy extends Spy {
    private final Connection proxy;
    private final String prepared;

    PartSpy(Object target, Connection proxy, String prepared) {
      super(target);
      this.proxy = proxy;
      this.prepared = prepared;
    }

    @Override
    Object on(Object self, Method method, Object[] arguments) throws Throwable {
      String name = method.getName();
      if (name.equals("getConnection")) {
        return call(method, arguments) == null ? null : proxy;
      }
      Optional<BorrowTracker> current = borrow;
      boolean executes = name.startsWith("execute") || name.equals("addBatch");
      if (current.isEmpty() || !executes) {
        return call(method, arguments);
      }
      String given = text(arguments);
      String sql = given == null ? prepared : given;
      if (sql != null) {
        boolean onlyValues = given == null && name.equals("addBatch");
        current.get().recordStatement(sql, !onlyValues);
      }
      try {
        return call(method, arguments);
      } catch (SQLException failure) {
        current.get().recordFailure(failure);
        throw failure;
      }
    }
  }
}
