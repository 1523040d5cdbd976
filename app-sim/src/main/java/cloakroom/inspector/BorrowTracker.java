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
 * One borrower's use of a connection: the session's state at the begin, the statements since, and
 * the difference at the end. Thread-safe.
 */
final class BorrowTracker {
  private final Inspection inspection;
  private final DatabaseSession session;
  private final Map<HeldItem, String> memory;
  private final SessionState before;
  private final RecentStatements recent;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Items left by others that this borrower has neither read nor replaced. */
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
    return inspection.guarded(() -> track(inspection, connection), Optional.empty());
  }

  private static Optional<BorrowTracker> track(Inspection inspection, Connection connection)
      throws SQLException {
    if (!inspection.samples()) {
      return Optional.empty();
    }
    Optional<DatabaseSession> session = DatabaseSession.below(connection);
    if (session.isEmpty()) {
      inspection.countSkipped("the driver's connection cannot be unwrapped");
      return Optional.empty();
    }
    return readState(inspection, session.get())
        .filter(SessionState::complete)
        .map(before -> new BorrowTracker(inspection, session.get(), before));
  }

  /** On a virtual thread an interrupt while the result is read would end the session. */
  private static Optional<SessionState> readState(Inspection inspection, DatabaseSession session)
      throws SQLException {
    if (Thread.currentThread().isInterrupted()) {
      inspection.countSkipped("interrupted");
      return Optional.empty();
    }
    return Optional.of(inspection.readState(session));
  }

  void recordStatement(String sql) {
    inspection.guarded(
        () -> {
          recent.add(sql);
          inspection.collectSettings(sql);
          return inherited.removeIf(item -> recordUse(item, sql));
        },
        false);
  }

  void recordSetter(String doing) {
    inspection.guarded(
        () -> {
          recent.add(doing);
          return true;
        },
        false);
  }

  /** Counts a statement that reads the item. Returns whether it reads or replaces the item. */
  private boolean recordUse(HeldItem item, String sql) {
    boolean inside = item.kind().life() == HeldKind.Life.TRANSACTION;
    boolean named =
        inside
            || SqlText.names(sql, item.name())
            || (item.kind() == HeldKind.ADVISORY_LOCK && item.kind().isLeftBy(sql));
    if (named && (inside || !SqlText.replaces(sql))) {
      inspection.findings.countRead(item, recent.callSite(sql));
    }
    return named;
  }

  /** Records a failed statement: an ended session is not queried. */
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
    Optional<SessionState> after = readState(inspection, session);
    if (after.isEmpty()) {
      return false;
    }
    boolean inTransaction = after.get().inTransaction();
    after
        .get()
        .items()
        .forEach(
            (item, value) -> {
              if (isLeft(item, value)) {
                inspection.findings.countLeft(item, recent.callSite(item), inTransaction);
                memory.put(item, value);
              }
            });
    inspection.countBoundary();
    return true;
  }

  /** Returns whether the item is new or changed; a table with fewer rows does not count. */
  private boolean isLeft(HeldItem item, String value) {
    String was = before.items().get(item);
    if (was == null || item.kind() != HeldKind.TEMPORARY_TABLE) {
      return !value.equals(was);
    }
    return Long.parseLong(value) > Long.parseLong(was);
  }
}
