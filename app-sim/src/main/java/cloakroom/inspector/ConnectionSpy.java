package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.inspector.DatabaseSession.SessionState;
import cloakroom.inspector.Inspection.Borrow;
import cloakroom.inspector.Inspection.SessionMemory;
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

  private static final String NO_BOUNDARIES =
      "check-ins below a pool that does not call endRequest (wrap the pool with Inspector.around)";

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
      case "close" -> {
        if (below && !inRequest) {
          inspection.countSkipped(NO_BOUNDARIES);
        }
        end();
      }
      case "abort" -> borrow = Optional.empty();
      case "endRequest" -> {
        if (below) {
          end();
        }
      }
      case "beginRequest" -> beginRequest();
      case "unwrap" -> recordBypass(method);
      default -> {
        recordSetter(method.getName());
        if (method.getDeclaringClass().getName().startsWith("org.postgresql.")) {
          recordBypass(method);
        }
      }
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

  private void recordBypass(Method method) {
    borrow.ifPresent(current -> current.recordSetter(SqlText.bypass(method.getName())));
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
      boolean binds = name.equals("setString") || name.equals("setObject");
      if (binds && prepared != null && prepared.contains("set_config")) {
        inspection.collectSettings("set_config('" + arguments[1] + "',"); // a bound name
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
        Object result = call(method, arguments);
        if (sql != null && name.startsWith("execute")) {
          current.get().learn(sql);
        }
        return result;
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
    private final Connection lent;
    private final SessionMemory memory;
    private final Borrow borrow;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** State left by earlier borrowers and not yet read or replaced by this borrower. */
    private final Set<HeldItem> inherited = ConcurrentHashMap.newKeySet();

    /** Last state that was read. */
    private volatile SessionState known;

    private volatile boolean dead;

    private BorrowTracker(
        Inspection inspection, DatabaseSession session, Connection lent, Borrow borrow) {
      this.inspection = inspection;
      this.session = session;
      this.lent = lent;
      this.memory = inspection.memory(session);
      this.borrow = borrow;
      this.known = borrow.before();
    }

    private BorrowTracker(
        Inspection inspection, DatabaseSession session, Connection lent, SessionState before) {
      this(
          inspection,
          session,
          lent,
          new Borrow(
              before,
              new RecentStatements(inspection.settings, inspection.effects),
              new StatementCounts(),
              ""));
      Map<HeldItem, String> left = memory.left;
      left.entrySet().removeIf(was -> !was.getValue().equals(before.items().get(was.getKey())));
      inherited.addAll(left.keySet());
      inherited.forEach(inspection.findings::countLeak);
    }

    static Optional<BorrowTracker> begin(Inspection inspection, Connection connection) {
      return inspection.guarded(
          () ->
              inspection.samples() || inspection.hasUnchecked(connection)
                  ? track(inspection, connection)
                  : Optional.empty(),
          Optional.empty());
    }

    private static Optional<BorrowTracker> track(Inspection inspection, Connection connection)
        throws SQLException {
      Optional<DatabaseSession> session = DatabaseSession.below(connection);
      if (session.isEmpty()) {
        inspection.countSkipped("the driver's connection cannot be unwrapped");
        return Optional.empty();
      }
      return Optional.of(track(inspection, session.get(), connection));
    }

    /** Compares an earlier unchecked borrow first, or continues it if the state is unreadable. */
    private static BorrowTracker track(
        Inspection inspection, DatabaseSession session, Connection lent) throws SQLException {
      Borrow unchecked = inspection.memory(session).unchecked.getAndSet(null);
      try {
        SessionState now = inspection.readState(session);
        if (unchecked != null) {
          requireBoundary(now, lent);
          inspection.compareLater(session, unchecked, now);
        }
        return new BorrowTracker(inspection, session, lent, now);
      } catch (SQLException unreadable) {
        if (unchecked == null) {
          throw unreadable;
        }
        inspection.uncountSkipped(unchecked);
        return new BorrowTracker(inspection, session, lent, unchecked);
      }
    }

    /**
     * Throws if the connection takes part in a global transaction, whose end is the boundary. JDBC
     * forbids savepoints in such a transaction.
     */
    private static void requireBoundary(SessionState state, Connection lent) throws SQLException {
      if (state.inTransaction()) {
        try {
          lent.releaseSavepoint(lent.setSavepoint());
        } catch (SQLException refused) {
          if (!"25P01".equals(refused.getSQLState())) { // a transaction that SQL has begun
            throw new SQLException("global transaction", refused);
          }
        }
      }
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
              borrow.executed().add(SqlText.shown(sql), 1);
            }
            borrow.recent().add(sql);
            inspection.collectSettings(sql);
            return inherited.removeIf(item -> recordUse(item, sql));
          },
          false);
    }

    void recordSetter(String doing) {
      inspection.guarded(() -> borrow.recent().add(doing), false);
    }

    private boolean recordUse(HeldItem item, String sql) {
      HeldKind kind = item.kind();
      boolean inside = kind == HeldKind.OPEN_TRANSACTION;
      boolean advisory = kind == HeldKind.ADVISORY_LOCK && kind.isLeftBy(sql);
      boolean named = inside || advisory || SqlText.names(sql, item.name());
      if (named && (inside || !SqlText.replaces(sql))) {
        inspection.findings.countRead(item, borrow.recent().callSite(sql));
      }
      return named;
    }

    /** Reads the state after a statement whose effects are unknown. Ignores a failed read. */
    void learn(String sql) {
      inspection.guarded(
          () -> {
            try {
              if (inspection.isUnknown(sql)) {
                SessionState now = inspection.readState(session);
                inspection.learn(borrow, sql, known, now);
                known = now;
              }
            } catch (SQLException unreadable) {
              return false;
            }
            return true;
          },
          false);
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
      try {
        SessionState after = inspection.readState(session);
        requireBoundary(after, lent);
        inspection.compare(memory, borrow, after);
        return true;
      } catch (SQLException unreadable) {
        if (session.hasFailed()) {
          HeldItem failed = new HeldItem(HeldKind.OPEN_TRANSACTION, "failed");
          inspection.findings.countLeft(failed, borrow.recent().callSite(failed), true);
        }
        memory.unchecked.set(borrow.unchecked(Inspection.reason(unreadable)));
        throw unreadable;
      }
    }
  }
}
