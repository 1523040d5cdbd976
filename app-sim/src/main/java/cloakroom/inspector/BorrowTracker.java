package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.inspector.DatabaseSession.SessionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tracker of one borrow (check-out to check-in) of a connection. Compares the database session's
 * state at check-out and check-in to find state that the borrower left. Thread-safe.
 */
final class BorrowTracker {
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
