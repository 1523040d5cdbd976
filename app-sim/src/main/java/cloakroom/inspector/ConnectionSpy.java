package cloakroom.inspector;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Stands for a connection and sees its boundaries: the close of one that a pool has lent, and of a
 * driver's own the requests that a pool draws; without these, its whole life.
 */
final class ConnectionSpy extends Spy {
  /** What PostgreSQL calls the settings that its driver sets for these properties. */
  private static final Map<String, String> POSTGRESQL_NAMES =
      Map.of(
          "schema", "search_path",
          "transactionIsolation", "default_transaction_isolation",
          "readOnly", "default_transaction_read_only",
          "clientInfo", "application_name");

  private final Inspection inspection;
  private final Connection target;
  private final boolean below;
  private volatile Optional<BorrowTracker> borrow = Optional.empty();

  /** Whether a pool has said that a request begins. */
  private volatile boolean inRequest;

  private ConnectionSpy(Inspection inspection, Connection target, boolean below) {
    super(target);
    this.inspection = inspection;
    this.target = target;
    this.below = below;
  }

  /**
   * The connection inspected; what a pool has lent stays itself if nobody looks at it this time.
   *
   * @param below whether it is a driver's own, below whatever pool
   * @throws SQLException if the database is none that can be asked, and that must not be
   */
  static Connection around(Inspection inspection, Connection connection, boolean below)
      throws SQLException {
    if (!inspection.isOfKnownProduct(connection)) {
      connection.close();
      throw new SQLException(Inspection.unknownProduct());
    }
    ConnectionSpy spy = new ConnectionSpy(inspection, connection, below);
    spy.begin();
    return below || spy.borrow.isPresent() ? spy.as(Connection.class) : connection;
  }

  private void begin() {
    borrow = BorrowTracker.begin(inspection, target);
  }

  private void end() {
    borrow.ifPresent(BorrowTracker::end);
    borrow = Optional.empty();
  }

  @Override
  Object on(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    switch (name) {
      case "close" -> end();
      case "abort" -> borrow = Optional.empty();
      case "endRequest" -> endRequest();
      case "beginRequest" -> beginRequest();
      default -> noteSetter(name);
    }
    Object result = call(method, arguments);
    if (result instanceof Statement) {
      return new PartSpy(result, (Connection) proxy, text(arguments)).as(typeOf(result));
    }
    return result instanceof DatabaseMetaData
        ? new PartSpy(result, (Connection) proxy, null).as(DatabaseMetaData.class)
        : result;
  }

  private static Class<? extends Statement> typeOf(Object statement) {
    if (statement instanceof CallableStatement) {
      return CallableStatement.class;
    }
    return statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
  }

  /** The statement that a call names, if it names one. */
  private static String text(Object[] arguments) {
    return arguments != null && arguments[0] instanceof String sql ? sql : null;
  }

  /** What a pool did with a new connection before its first request is the pool's own affair. */
  private void beginRequest() {
    if (below) {
      if (inRequest) {
        end();
      }
      inRequest = true;
      begin();
    }
  }

  private void endRequest() {
    if (below) {
      end();
    }
  }

  private void noteSetter(String name) {
    if (name.startsWith("set") && name.length() > 3 && !name.equals("setSavepoint")) {
      String property = name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4);
      String also = POSTGRESQL_NAMES.get(property);
      String what = also == null ? property : property + " (" + also + ")";
      borrow.ifPresent(current -> current.note(what + RecentStatements.BY_JDBC));
    }
  }

  /** Stands for a statement, or for the description of the database: it leads back to the proxy. */
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
        Object own = call(method, arguments);
        return own == null ? null : proxy;
      }
      Optional<BorrowTracker> current = borrow;
      boolean executes = name.startsWith("execute") || name.equals("addBatch");
      if (current.isEmpty() || !executes) {
        return call(method, arguments);
      }
      String given = text(arguments);
      String sql = given == null ? prepared : given;
      if (sql != null) {
        current.get().executing(sql);
      }
      try {
        return call(method, arguments);
      } catch (SQLException failure) {
        current.get().failed(failure);
        throw failure;
      }
    }
  }
}
