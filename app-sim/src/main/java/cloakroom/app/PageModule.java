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
import java.util.Optional;

/**
 * The root module of one page: its view object and the changes that the session has not committed.
 * Changes stay in memory until the commit posts them, row by row, against the values that the
 * session read (optimistic locking: SELECT … FOR UPDATE NOWAIT and compare, LOCKU).
 */
final class PageModule extends RootModule {
  /** What the module's state says while the outcome of a commit is unknown. */
  private static final String IN_DOUBT = "commitInDoubt";

  /** What the page's own state weighs in a snapshot as XML, half of the time with a change. */
  private static final int OWN_BYTES = 400;

  private final Page page;
  private final boolean executesAtActivation;
  private final TierCounters counts;
  private final int extraBytes;

  /** View objects without a query, which a larger page has beside its own (--state-size). */
  private List<ViewState> filled = List.of();

  private final Map<Long, EntityChange> pending = new LinkedHashMap<>();
  private boolean inDoubt;

  /**
   * A module without state.
   *
   * @param executesAtActivation whether an activation executes the query, or whoever needs a row
   * @param stateBytes what a session's snapshot should weigh as XML; 0 for the page's own state
   */
  PageModule(
      Page page,
      boolean setsContext,
      boolean executesAtActivation,
      TierCounters counts,
      int stateBytes) {
    super(new ViewObject(page), setsContext);
    this.page = page;
    this.executesAtActivation = executesAtActivation;
    this.counts = counts;
    this.extraBytes = stateBytes - OWN_BYTES;
  }

  private static List<ViewState> views(ViewState own, List<ViewState> others) {
    List<ViewState> all = new ArrayList<>(List.of(own));
    all.addAll(others);
    return all;
  }

  @Override
  public ModuleState passivate() {
    List<ViewState> views = view.isActive() ? views(view.state(), filled) : List.of();
    Map<String, String> custom = inDoubt ? Map.of(IN_DOUBT, "true") : Map.of();
    return new ModuleState(views, new ArrayList<>(pending.values()), custom);
  }

  @Override
  public int activate(ModuleState state) {
    state.changes().forEach(change -> pending.put(Long.valueOf(change.key()), change));
    inDoubt = state.custom().containsKey(IN_DOUBT);
    if (!state.views().isEmpty()) {
      // its own comes first; the others have no query and need no database
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

  /** Opens the page unless the session has it open: a module without state starts anew. */
  void requireOpen(long user) {
    if (!view.isActive()) {
      open(user);
    }
  }

  /**
   * Shows a user's rows.
   *
   * @throws ApplicationException if there are none, and the view is as it was
   * @throws ConnectionException if the database did not answer, and it is, too
   */
  void open(long user) {
    ViewState before = view.isActive() ? view.state() : null;
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
    List<Page.PageRow> rows =
        pending.isEmpty()
            ? List.copyOf(view.rows())
            : view.rows().stream().map(this::withOwnChange).toList();
    return new Page.Answer(
        page.path(), row.key(), row.value(), !pending.isEmpty(), view.rangeStart(), rows);
  }

  /** Executes the query that the activation has left to whoever needs its rows. */
  private void fetch() {
    if (!view.isFetched()) {
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
      throw noSuchRow(view.user());
    }
    return withOwnChange(row);
  }

  private Page.PageRow withOwnChange(Page.PageRow row) {
    EntityChange change = pending.get(row.key());
    return change == null
        ? row
        : new Page.PageRow(row.key(), change.newValues().get(page.attribute));
  }

  /** Changes the current row in memory; the first change keeps the value that was read. */
  Page.ChangeAnswer change(String value) {
    Page.PageRow row = current();
    EntityChange before = pending.get(row.key());
    String read = before == null ? row.value() : before.oldValues().get(page.attribute);
    pending.put(
        row.key(),
        EntityChange.modified(
            page.entity, Long.toString(row.key()), attribute(page, read), attribute(page, value)));
    return new Page.ChangeAnswer(page.path(), row.key(), row.value(), value, true);
  }

  Page.TransactionAnswer ended(int changes) {
    Page.PageRow row = current();
    return new Page.TransactionAnswer(
        page.path(), row.key(), null, row.value(), changes, !pending.isEmpty());
  }

  private static Map<String, String> attribute(Page page, String value) {
    return Collections.singletonMap(page.attribute, value); // which may be null
  }

  /**
   * Posts the pending changes and commits, with the snapshot of the state that is left if possible
   * ({@link PiggybackWrite}).
   *
   * @return rows written
   * @throws ApplicationException if another user has changed a row, and nothing is written; or if
   *     the outcome of this commit or an earlier one is unknown. All changes stay pending
   */
  int commit(CheckOut<PageModule> out) {
    if (pending.isEmpty()) {
      counts.add(Counter.EMPTY_COMMITS);
      return 0;
    }
    Optional<PiggybackWrite> snapshot =
        out.snapshotForCommit(
            () -> new ModuleState(views(view.state(), filled), List.of(), Map.of()));
    EntityChange last = null;
    try {
      for (EntityChange change : pending.values()) {
        if (last != null) {
          update(last);
        }
        lock(change);
        last = change;
      }
      if (snapshot.isEmpty()) {
        update(last);
      }
      view.closeCursor();
    } catch (SQLException e) {
      throw refused(e);
    }
    if (commitTransaction(out, last, snapshot)) {
      out.snapshotCommitted(snapshot.orElseThrow());
    }
    int rows = pending.size();
    pending.forEach((key, change) -> view.replace(key, change.newValues().get(page.attribute)));
    forgetPending();
    counts.add(Counter.COMMITS);
    counts.add(Counter.POSTED_ROWS, rows);
    return rows;
  }

  /** Returns whether the snapshot was written. */
  private boolean commitTransaction(
      CheckOut<PageModule> out, EntityChange last, Optional<PiggybackWrite> snapshot) {
    try {
      if (snapshot.isPresent()) {
        return commit(last, snapshot.get());
      }
      lease.jdbc().commit();
      return false;
    } catch (SQLException e) {
      RuntimeException refusal = refused(e);
      if (!lease.isBroken()) {
        throw refusal;
      }
      inDoubt = true;
      out.touch(); // the doubt is part of the session's state
      counts.add(Counter.POSTED_ROWS_IN_DOUBT, pending.size());
      throw new ApplicationException(
          Reason.COMMIT_IN_DOUBT,
          refusal.getMessage()
              + "; the answer was lost, so the commit may have been made or not: roll back to see"
              + " what "
              + page.entity
              + " holds",
          refusal);
    }
  }

  private boolean commit(EntityChange last, PiggybackWrite snapshot) throws SQLException {
    String all = lease.sql(snapshot.appendTo(page.update));
    try (PreparedStatement statement = lease.jdbc().prepareStatement(all)) {
      setUpdate(statement, last);
      return snapshot.execute(statement, 3);
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

  private void update(EntityChange change) throws SQLException {
    try (PreparedStatement update = lease.jdbc().prepareStatement(lease.sql(page.update))) {
      setUpdate(update, change);
      update.executeUpdate();
    }
  }

  private void setUpdate(PreparedStatement update, EntityChange change) throws SQLException {
    update.setString(1, change.newValues().get(page.attribute));
    update.setLong(2, Long.parseLong(change.key()));
  }

  private static ApplicationException conflict(String message, Throwable cause) {
    return new ApplicationException(Reason.CONFLICT, message, cause);
  }

  private RuntimeException changed(long key) {
    return inDoubt
        ? new ApplicationException(
            Reason.COMMIT_IN_DOUBT,
            "row "
                + key
                + " of "
                + page.entity
                + " is not what this session read, and the answer to an earlier commit of this"
                + " session was lost: it may have been made; roll back to see what the row holds",
            null)
        : conflict("JBO-25014: another user has changed row " + key + " of " + page.entity, null);
  }

  private RuntimeException refused(SQLException e) {
    ConnectionException failure = lease.failure(page.module + " commit", e);
    return failure.kind() == ErrorClass.LOCK
        ? conflict("JBO-26030: another user has locked a row of " + page.entity, failure)
        : failure;
  }

  /**
   * Reads the rows again and gives up what is pending; if that fails, nothing is given up.
   *
   * @return changes given up
   */
  int rollback() {
    int changes = pending.size();
    rollbackTransaction();
    if (view.isActive()) {
      view.execute(lease);
      counts.add(Counter.REEXECUTIONS);
    }
    forgetPending();
    counts.add(Counter.ROLLBACKS);
    return changes;
  }
}
