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
 * A connection in the hands of one borrower, from one boundary to the next: what its session held
 * at first, the statements since, and at the end what it holds more. Several threads may use it.
 */
final class BorrowTracker {
  private final Inspection inspection;
  private final DatabaseSession session;
  private final Map<HeldItem, String> memory;
  private final SessionState before;
  private final RecentStatements recent;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** What others have left, as long as this borrower has neither read it nor made it anew. */
  private final Set<HeldItem> met = ConcurrentHashMap.newKeySet();

  private volatile boolean dead;

  private BorrowTracker(Inspection inspection, DatabaseSession session, SessionState before) {
    this.inspection = inspection;
    this.session = session;
    this.memory = inspection.memory(session).left;
    this.before = before;
    this.recent = new RecentStatements(inspection.settings());
    memory.entrySet().removeIf(was -> !was.getValue().equals(before.items().get(was.getKey())));
    met.addAll(memory.keySet());
    met.forEach(inspection.findings()::leaked);
  }

  /** A connection is handed out; empty if nobody looks at it. */
  static Optional<BorrowTracker> begin(Inspection inspection, Connection connection) {
    return inspection.guarded(() -> begun(inspection, connection), Optional.empty());
  }

  private static Optional<BorrowTracker> begun(Inspection inspection, Connection connection)
      throws SQLException {
    if (!inspection.samples()) {
      return Optional.empty();
    }
    Optional<DatabaseSession> session = DatabaseSession.below(connection);
    if (session.isEmpty()) {
      inspection.skippedChecks("the driver's connection cannot be reached");
      return Optional.empty();
    }
    return asked(inspection, session.get())
        .filter(SessionState::complete)
        .map(before -> new BorrowTracker(inspection, session.get(), before));
  }

  /** On a virtual thread an interrupt in the middle of the answer would end the session. */
  private static Optional<SessionState> asked(Inspection inspection, DatabaseSession session)
      throws SQLException {
    if (Thread.currentThread().isInterrupted()) {
      inspection.skippedChecks("interrupted");
      return Optional.empty();
    }
    return Optional.of(inspection.ask(session));
  }

  /** A statement is about to be executed. */
  void executing(String sql) {
    inspection.guarded(
        () -> {
          recent.add(sql);
          inspection.learn(sql);
          return met.removeIf(item -> settled(item, sql));
        },
        false);
  }

  /** Something is about to be done that may leave something. */
  void note(String doing) {
    inspection.guarded(
        () -> {
          recent.add(doing);
          return true;
        },
        false);
  }

  /** Whether this borrower reads now what another has left, or makes it anew. */
  private boolean settled(HeldItem item, String sql) {
    boolean inside = item.kind().life() == HeldKind.Life.TRANSACTION;
    boolean named =
        inside
            || SqlText.names(sql, item.name())
            || (item.kind() == HeldKind.ADVISORY_LOCK && item.kind().isLeftBy(sql));
    if (named && (inside || !SqlText.makesAnew(sql))) {
      inspection.findings().read(item, recent.culprit(sql));
    }
    return named;
  }

  /** A statement failed; a session that has ended is not asked any more. */
  void failed(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    if (state.startsWith("08") || state.startsWith("57P")) {
      dead = true;
    }
  }

  /** The boundary. */
  void end() {
    if (ended.compareAndSet(false, true)) {
      inspection.guarded(this::look, false);
    }
  }

  private boolean look() throws SQLException {
    if (dead) {
      inspection.skippedChecks("the session has ended");
      return false;
    }
    Optional<SessionState> after = asked(inspection, session);
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
                inspection.findings().left(item, recent.culprit(item), inTransaction);
                memory.put(item, value);
              }
            });
    inspection.boundary();
    return true;
  }

  /** New since the beginning, or other than it was; a table with fewer rows is no new state. */
  private boolean isLeft(HeldItem item, String value) {
    String was = before.items().get(item);
    if (was == null || item.kind() != HeldKind.TEMPORARY_TABLE) {
      return !value.equals(was);
    }
    return Long.parseLong(value) > Long.parseLong(was);
  }
}
