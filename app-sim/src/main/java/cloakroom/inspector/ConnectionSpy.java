package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.inspector.DatabaseSession.SessionState;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

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

  /**
   * Tracker of one borrow (check-out to check-in) of a connection. Compares the database session's
   * state at check-out and check-in to find state that the borrower left. Thread-safe.
   */
  static final class BorrowTracker {
    private final Inspection inspection;
    private final DatabaseSession session;
    private final Map<HeldItem, String> memory;
    private final SessionState before;
    private final RecentStatements recent;
    private final StatementCounts executed = new StatementCounts();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** State left by earlier borrowers and not yet read or replaced by this borrower. */
    private final Set<HeldItem> inherited = ConcurrentHashMap.newKeySet();

    private volatile boolean dead;

    private BorrowTracker(Inspection inspection, DatabaseSession session, SessionState before) {
      this.inspection = inspection;
      this.session = session;
      this.memory = inspection.memory(session).left;
      this.before = before;
      this.recent = new RecentStatements(inspection.settings);
      memory.entrySet().removeIf(was -> !was.getValue().equals(before.items().get(was.getKey())));
      inherited.addAll(memory.keySet());
      inherited.forEach(inspection.findings::countLeak);
    }

    static Optional<BorrowTracker> begin(Inspection inspection, Connection connection) {
      return inspection.guarded(
          () -> inspection.samples() ? track(inspection, connection) : Optional.empty(),
          Optional.empty());
    }

    private static Optional<BorrowTracker> track(Inspection inspection, Connection connection)
        throws SQLException {
      Optional<DatabaseSession> session = DatabaseSession.below(connection);
      if (session.isEmpty()) {
        inspection.countSkipped("the driver's connection cannot be unwrapped");
        return Optional.empty();
      }
      return inspection
          .readState(session.get())
          .filter(SessionState::complete)
          .map(before -> new BorrowTracker(inspection, session.get(), before));
    }

    /**
     * Records a statement.
     *
     * @param executes whether the call executes it; false if it only adds values to a batch
     */
    void recordStatement(String sql, boolean executes) {
      inspection.guarded(
          () -> {
            if (executes) {
              executed.add(SqlText.shown(sql), 1);
            }
            recent.add(sql);
            inspection.collectSettings(sql);
            return inherited.removeIf(item -> recordUse(item, sql));
          },
          false);
    }

    void recordSetter(String doing) {
      inspection.guarded(() -> recent.add(doing), false);
    }

    private boolean recordUse(HeldItem item, String sql) {
      HeldKind kind = item.kind();
      boolean inside = kind.life() == HeldKind.Life.TRANSACTION;
      boolean advisory = kind == HeldKind.ADVISORY_LOCK && kind.isLeftBy(sql);
      boolean named = inside || advisory || SqlText.names(sql, item.name());
      if (named && (inside || !SqlText.replaces(sql))) {
        inspection.findings.countRead(item, recent.callSite(sql));
      }
      return named;
    }

    void recordFailure(SQLException failure) {
      String state = String.valueOf(failure.getSQLState());
      if (state.startsWith("08") || state.startsWith("57P")) {
        dead = true;
      }
    }

    void end() {
      if (ended.compareAndSet(false, true)) {
        inspection.guarded(this::compare, false);
      }
    }

    private boolean compare() throws SQLException {
      if (dead) {
        inspection.countSkipped("the session has ended");
        return false;
      }
      SessionState after = inspection.readState(session).orElse(null);
      if (after == null) {
        return false;
      }
      after.items().forEach((item, value) -> countIfLeft(item, value, after.inTransaction()));
      inspection.statements.addAll(executed);
      inspection.countBoundary();
      return true;
    }

    private void countIfLeft(HeldItem item, String value, boolean inTransaction) {
      String was = before.items().get(item);
      boolean table = was != null && item.kind() == HeldKind.TEMPORARY_TABLE;
      if (table ? Long.parseLong(value) > Long.parseLong(was) : !value.equals(was)) {
        inspection.findings.countLeft(item, recent.callSite(item), inTransaction);
        memory.put(item, value);
      }
    }
  }
}
