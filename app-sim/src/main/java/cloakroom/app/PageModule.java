package cloakroom.app;

import cloakroom.app.ApplicationException.Reason;
import cloakroom.connection.ConnectionException;
import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.TierCounters;
import cloakroom.passivation.PiggybackWrite;
import cloakroom.state.AdfLikeState;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Root application module of one page. It contains the page's query and the session's pending
 * changes. Locking is optimistic: the commit locks the changed rows (SELECT … FOR UPDATE NOWAIT)
 * and writes a row only if the database still has the value that the session read.
 */
final class PageModule extends RootModule {
  private static final String IN_DOUBT = "commitInDoubt"; // while a commit's result is unknown
  private static final int OWN_BYTES = 400; // average size of the page's own state as XML

  private final Page page;
  private final boolean executesAtActivation;
  private final TierCounters counts;
  private final int extraBytes;
  private List<ViewState> filled = List.of(); // without a query; enlarges the state (--state-size)
  private final Map<Long, EntityChange> pending = new LinkedHashMap<>();
  private boolean inDoubt;

  PageModule(
      Page page,
      boolean setsContext,
      boolean executesAtActivation,
      TierCounters counts,
      int stateBytes) {
    super(new ViewObject(page.module, page.entity, page.query, ViewObject.RANGE_SIZE), setsContext);
    this.page = page;
    this.executesAtActivation = executesAtActivation;
    this.counts = counts;
    this.extraBytes = stateBytes - OWN_BYTES;
  }

  private List<ViewState> views() {
    return Stream.concat(Stream.of(view.state()), filled.stream()).toList();
  }

  @Override
  public ModuleState passivate() {
    List<ViewState> views = view.active ? views() : List.of();
    Map<String, String> custom = inDoubt ? Map.of(IN_DOUBT, "true") : Map.of();
    return new ModuleState(views, new ArrayList<>(pending.values()), custom);
  }

  @Override
  public int activate(ModuleState state) {
    state.changes().forEach(change -> pending.put(Long.valueOf(change.key()), change));
    inDoubt = state.custom().containsKey(IN_DOUBT);
    if (!state.views().isEmpty()) {
      // only the first view object is the page's query; the others are dummies that enlarge state
      view.restore(state.views().get(0));
      filled = state.views().subList(1, state.views().size());
    }
    return executesAtActivation ? reexecute() : 0;
  }

  @Override
  public void reset() {
    view.reset();
    filled = List.of();
    forgetPending();
  }

  private void forgetPending() {
    pending.clear();
    inDoubt = false;
  }

  void requireOpen(long user) {
    if (!view.active) {
      open(user);
    }
  }

  void open(long user) {
    ViewState before = view.active ? view.state() : null;
    try {
      view.open(lease, user, null);
    } catch (ConnectionException e) {
      undo(before);
      throw e;
    }
    if (view.current() == null) {
      undo(before);
      if (before != null) {
        view.execute(lease);
      }
      throw noSuchRow(user);
    }
    if (extraBytes > 0) {
      filled = AdfLikeState.filled(user + page.module.hashCode(), extraBytes);
    }
  }

  private void undo(ViewState before) {
    view.reset();
    if (before != null) {
      view.restore(before);
    }
  }

  private ApplicationException noSuchRow(long user) {
    return ApplicationException.noSuchRow(user, "on page " + page.path());
  }

  void scroll() {
    counts.add(Counter.REEXECUTIONS, view.scroll(lease));
  }

  Page.Answer shown() {
    fetch();
    Page.PageRow row = current();
    List<Page.PageRow> rows = view.rows.stream().map(this::withOwnChange).toList();
    return new Page.Answer(
        page.path(), row.key(), row.value(), !pending.isEmpty(), view.rangeStart, rows);
  }

  private void fetch() {
    if (!view.fetched) {
      view.execute(lease);
      counts.add(Counter.REEXECUTIONS);
    }
  }

  private Page.PageRow current() {
    if (view.current() == null) {
      fetch();
    }
    Page.PageRow row = view.current();
    if (row == null) {
      throw noSuchRow(view.user);
    }
    return withOwnChange(row);
  }

  private Page.PageRow withOwnChange(Page.PageRow row) {
    EntityChange change = pending.get(row.key());
    return change == null
        ? row
        : new Page.PageRow(row.key(), change.newValues().get(page.attribute));
  }

  /**
   * Changes the current row in memory and keeps the row's original value. A commit writes the row
   * only if the database still has the original value.
   */
  Page.ChangeAnswer change(String value) {
    Page.PageRow row = current();
    EntityChange before = pending.get(row.key());
    String read = before == null ? row.value() : before.oldValues().get(page.attribute);
    String key = Long.toString(row.key());
    pending.put(
        row.key(), EntityChange.modified(page.entity, key, attribute(read), attribute(value)));
    return new Page.ChangeAnswer(page.path(), row.key(), row.value(), value, true);
  }

  Page.TransactionAnswer ended(String previous, int changes) {
    Page.PageRow row = current();
    return new Page.TransactionAnswer(
        page.path(), row.key(), previous, row.value(), changes, !pending.isEmpty());
  }

  private Map<String, String> attribute(String value) {
    return Collections.singletonMap(page.attribute, value); // null is possible
  }

  /**
   * Writes the pending changes and commits. If the store supports a {@link PiggybackWrite}, the
   * last update, the new snapshot and the commit share one round trip to the database. After a
   * failure all changes stay pending.
   *
   * @return number of rows written
   */
  int commit(CheckOut<PageModule> out) {
    if (pending.isEmpty()) {
      counts.add(Counter.EMPTY_COMMITS);
      return 0;
    }
    PiggybackWrite snapshot =
        out.snapshotForCommit(() -> new ModuleState(views(), List.of(), Map.of())).orElse(null);
    EntityChange last = null;
    try {
      for (EntityChange change : pending.values()) {
        if (last != null) {
          update(last, null);
        }
        lock(change);
        last = change;
      }
      if (snapshot == null) {
        update(last, null);
      }
      view.closeCursor();
    } catch (SQLException e) {
      throw failure(e);
    }
    commitTransaction(out, last, snapshot);
    int rows = pending.size();
    pending.forEach((key, change) -> view.replace(key, change.newValues().get(page.attribute)));
    forgetPending();
    counts.add(Counter.COMMITS);
    counts.add(Counter.POSTED_ROWS, rows);
    return rows;
  }

  private void commitTransaction(
      CheckOut<PageModule> out, EntityChange last, PiggybackWrite snapshot) {
    try {
      if (snapshot == null) {
        lease.jdbc().commit();
      } else if (update(last, snapshot)) {
        out.snapshotCommitted(snapshot);
      }
    } catch (SQLException e) {
      RuntimeException failure = failure(e);
      if (!lease.isBroken()) {
        throw failure;
      }
      inDoubt = true;
      out.touch(); // inDoubt is part of the session's state
      counts.add(Counter.POSTED_ROWS_IN_DOUBT, pending.size());
      throw new ApplicationException(
          Reason.COMMIT_IN_DOUBT,
          failure.getMessage()
              + "; the response was lost, so the result of the commit is unknown: roll back to see"
              + " the rows of "
              + page.entity,
          failure);
    }
  }

  private boolean update(EntityChange change, PiggybackWrite snapshot) throws SQLException {
    String sql = snapshot == null ? page.update : snapshot.appendTo(page.update);
    try (PreparedStatement update = lease.jdbc().prepareStatement(lease.sql(sql))) {
      update.setString(1, change.newValues().get(page.attribute));
      update.setLong(2, Long.parseLong(change.key()));
      if (snapshot != null) {
        return snapshot.execute(update, 3);
      }
      update.executeUpdate();
      return false;
    }
  }

  private void lock(EntityChange change) throws SQLException {
    long key = Long.parseLong(change.key());
    String read = change.oldValues().get(page.attribute);
    try (PreparedStatement lock = lease.jdbc().prepareStatement(lease.sql(page.lock))) {
      lock.setLong(1, key);
      try (ResultSet row = lock.executeQuery()) {
        if (!row.next() || !Objects.equals(row.getString(1), read)) {
          throw changed(key);
        }
      }
    }
  }

  private static ApplicationException conflict(String message, Throwable cause) {
    return new ApplicationException(Reason.CONFLICT, message, cause);
  }

  private ApplicationException changed(long key) {
    String row = "row " + key + " of " + page.entity;
    if (!inDoubt) {
      return conflict("JBO-25014: another user has changed " + row, null);
    }
    String why = " has changed, perhaps by an earlier commit of this session whose response was";
    return new ApplicationException(
        Reason.COMMIT_IN_DOUBT, row + why + " lost: roll back to see the row", null);
  }

  private RuntimeException failure(SQLException e) {
    ConnectionException failure = lease.failure(page.module + " commit", e);
    return failure.kind() == ErrorClass.LOCK
        ? conflict("JBO-26030: another user has locked a row of " + page.entity, failure)
        : failure;
  }

  /**
   * Rolls back and discards the pending changes. If the rollback fails, all changes stay pending.
   *
   * @return number of discarded changes
   */
  int rollback() {
    int changes = pending.size();
    rollbackTransaction();
    if (view.active) {
      view.execute(lease);
      counts.add(Counter.REEXECUTIONS);
    }
    forgetPending();
    counts.add(Counter.ROLLBACKS);
    return changes;
  }
}
