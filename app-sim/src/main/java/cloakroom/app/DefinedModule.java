package cloakroom.app;

import cloakroom.app.ApplicationException.Reason;
import cloakroom.app.PageAnswer.PageRow;
import cloakroom.app.ViewObject.ViewRow;
import cloakroom.app.ViewQuery.Bind;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.ActionDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.application.PageDefinition.StepRole;
import cloakroom.connection.ConnectionException;
import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.TierCounters;
import cloakroom.passivation.PiggybackWrite;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.SnapshotStoreException.StoreFailure;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.AdfLikeState;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.EntityChange.Kind;
import cloakroom.state.ModuleState.ViewState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Root application module of the definition. It contains view objects and the session's pending
 * changes. With optimistic locking, the commit locks the changed rows (SELECT … FOR UPDATE NOWAIT);
 * with pessimistic locking, the first change of a row does. A row is locked only if it still has
 * the values that the session read.
 */
final class DefinedModule extends RootModule {
  private static final String IN_DOUBT = "commitInDoubt"; // while a commit's result is unknown

  private final ModulePlan plan;
  private final boolean executesAtActivation;
  private final boolean locksAtChange; // jbo.locking.mode=pessimistic
  private final TierCounters counts;
  private final PageCost cost;
  private final int extraBytes;
  private List<ViewState> filled = List.of(); // without a query; enlarges the state (--state-size)
  private final Map<RowKey, EntityChange> pending = new LinkedHashMap<>();
  private final Set<RowKey> locked = new HashSet<>(); // by the lease's transaction, at a change
  private Map<String, String> inserted = Map.of(); // key of the last inserted row by custom name
  private boolean inDoubt;

  /** Identity of a changed row; a new row has a negative key until the commit. */
  private record RowKey(String entity, long key) {}

  DefinedModule(
      ModulePlan plan,
      ReleasePolicy policy,
      boolean setsContext,
      TierCounters counts,
      PageCost cost) {
    super(plan.views(), setsContext);
    this.plan = plan;
    this.executesAtActivation = policy.is(JboProperty.ACTIVATION_REEXECUTE, "all");
    this.locksAtChange = policy.is(JboProperty.LOCKING_MODE, "pessimistic");
    this.counts = counts;
    this.cost = cost;
    this.extraBytes = cost.stateBytes - plan.stateBytes();
  }

  private List<ViewState> activeViews() {
    List<ViewState> states = new ArrayList<>(views.size() + filled.size());
    for (ViewObject view : views.values()) {
      if (view.active) {
        states.add(view.state());
      }
    }
    return states;
  }

  private ModuleState state(List<EntityChange> changes, Map<String, String> keys, boolean doubt) {
    List<ViewState> states = activeViews();
    states.addAll(filled);
    Map<String, String> custom = keys;
    if (doubt) {
      custom = new HashMap<>(keys);
      custom.put(IN_DOUBT, "true");
    }
    return new ModuleState(states, changes, custom);
  }

  @Override
  public ModuleState passivate() {
    return state(new ArrayList<>(pending.values()), inserted, inDoubt);
  }

  @Override
  public int activate(ModuleState state) {
    for (EntityChange change : state.changes()) {
      requireDefined("entity", change.entity(), plan.entities().keySet());
      pending.put(new RowKey(change.entity(), Long.parseLong(change.key())), change);
    }
    inDoubt = state.custom().containsKey(IN_DOUBT);
    inserted = new HashMap<>(state.custom());
    inserted.remove(IN_DOUBT);
    restore(state.views());
    return executesAtActivation ? reexecute() : 0;
  }

  /** Restores the active view objects. The inactive ones in a state are those that enlarge it. */
  private void restore(List<ViewState> states) {
    int active = 0;
    while (active < states.size() && states.get(active).active()) {
      ViewState state = states.get(active++);
      requireDefined("view", state.viewObject(), views.keySet());
      ViewObject view = views.get(state.viewObject());
      if (state.where() != null) {
        Set<String> attributes = view.query.positions().keySet();
        requireDefined("criterion", ViewObject.criterion(state), attributes);
      }
      view.restore(state);
    }
    filled = states.subList(active, states.size());
  }

  /** Rejects the snapshot of a node with another application. */
  private static void requireDefined(String what, String name, Set<String> defined) {
    if (!defined.contains(name)) {
      String problem =
          "the snapshot has %s %s, which the application of this node does not define;";
      String rule = problem + " all nodes must serve the same --app";
      throw new SnapshotStoreException(StoreFailure.DAMAGED, rule.formatted(what, name), null);
    }
  }

  @Override
  public void reset() {
    resetViews();
    forgetPending();
    inserted = Map.of();
  }

  private void resetViews() {
    views.values().forEach(ViewObject::reset);
    filled = List.of();
  }

  private void forgetPending() {
    pending.clear();
    locked.clear();
    inDoubt = false;
  }

  /** Also forgets the row locks, which end with the transaction or the lease, too. */
  @Override
  void closeCursors() {
    locked.clear();
    super.closeCursors();
  }

  /**
   * Performs a step of a page. Opens the page before a step other than {@code open}, unless the
   * session has opened it.
   */
  PageAnswer perform(
      CheckOut<DefinedModule> out,
      PageDefinition page,
      StepDefinition step,
      long user,
      String value) {
    if (step.role() == StepRole.OPEN) {
      open(page, user);
      out.touch();
      return answer(page, step, user, null, 0);
    }
    requireOpen(page, user);
    String previous = null;
    int changes = 0;
    if (step.role() == StepRole.COMMIT && value != null) {
      previous = set(page.view(), page.attribute(), value, user);
      out.touch();
    }
    for (ActionDefinition action : step.actions()) {
      switch (action.verb()) {
        case SET -> {
          boolean watched =
              action.view().equals(page.view()) && action.attribute().equals(page.attribute());
          String now = watched ? value : generated(views.get(action.view()), action.attribute());
          String before = set(action.view(), action.attribute(), now, user);
          previous = watched ? before : previous;
        }
        case INSERT -> insert(views.get(action.view()));
        case DELETE -> delete(views.get(action.view()).query.view().entity());
        case COMMIT -> changes = commit(out);
        case ROLLBACK -> changes = rollback();
        case QUERY, NEXT -> {
          out.touch(); // also if the query fails
          read(action, user);
        }
        case FIND -> {
          out.touch();
          String sought = step.role() == StepRole.READ ? value : null;
          find(action.view(), action.attribute(), sought, user);
        }
        default -> read(action, user);
      }
      switch (action.verb()) {
        case SET, INSERT, DELETE -> out.touch();
        case COMMIT, ROLLBACK -> out.transactionEnded();
        default -> {}
      }
    }
    return answer(page, step, user, previous, changes);
  }

  private void read(ActionDefinition action, long user) {
    switch (action.verb()) {
      case QUERY -> query(action.view(), user);
      case NEXT -> {
        ViewObject view = views.get(action.view());
        Long before = view.currentKey;
        counts.add(Counter.REEXECUTIONS, view.scroll(lease));
        if (!Objects.equals(view.currentKey, before)) {
          executeDetails(action.view(), user);
        }
      }
      case WAIT -> PageCost.pause(action.nanos());
      case COMPUTE -> cost.compute(action.nanos());
      default -> throw new IllegalArgumentException(action.verb() + " changes data");
    }
  }

  void requireOpen(PageDefinition page, long user) {
    if (!views.get(page.view()).active) {
      open(page, user);
    }
  }

  void open(PageDefinition page, long user) {
    List<ViewState> before = activeViews();
    before.addAll(filled);
    try {
      page.open().actions().forEach(action -> read(action, user));
    } catch (ConnectionException e) {
      resetViews();
      restore(before);
      throw e;
    }
    if (views.get(page.view()).current() == null) {
      resetViews();
      restore(before);
      reexecute();
      throw ApplicationException.noSuchRow(user, "on page " + page.name());
    }
    if (extraBytes > 0) {
      filled = AdfLikeState.filled(user + plan.name().hashCode(), extraBytes);
    }
  }

  /** Executes a query, those of its details, and before them those of masters without rows. */
  private void query(String view, long user) {
    for (Bind bind : views.get(view).query.binds()) {
      if (bind.master() != null && !views.get(bind.master()).active) {
        query(bind.master(), user);
      }
    }
    execute(view, user);
    executeDetails(view, user);
  }

  /** Filters a view object, and executes the queries of its details. Requires a matching row. */
  private void find(String name, String attribute, String value, long user) {
    ViewObject view = views.get(name);
    if (!view.active) {
      query(name, user);
    }
    String sought = value == null ? ofMaster(name, attribute) : value;
    ViewState before = view.state();
    view.find(lease, attribute, sought);
    if (view.current() == null) {
      view.restore(before);
      view.execute(lease);
      String where = "in view object %s with %s \"%s\"".formatted(name, attribute, sought);
      throw ApplicationException.noSuchRow(user, where);
    }
    executeDetails(name, user);
  }

  private void executeDetails(String view, long user) {
    for (String detail : plan.details().get(view)) {
      if (views.get(detail).query.binds().stream()
          .allMatch(bind -> bind.master() == null || views.get(bind.master()).active)) {
        execute(detail, user);
      }
    }
  }

  private void execute(String view, long user) {
    ViewObject object = views.get(view);
    object.open(lease, object.query.values(user, this::ofMaster));
  }

  /** Returns a value of a view object's current row, or its key; null if there is no row. */
  private String ofMaster(String master, String attribute) {
    ViewObject view = views.get(master);
    ViewRow row = fetchedRow(view);
    if (row == null) {
      return null;
    }
    boolean isKey = !view.query.positions().containsKey(attribute);
    return isKey ? Long.toString(row.key()) : value(view, row, attribute);
  }

  private ViewRow fetchedRow(ViewObject view) {
    if (view.current() == null) {
      fetch(view);
    }
    return view.current();
  }

  private void fetch(ViewObject view) {
    if (view.active && !view.fetched) {
      view.execute(lease);
      counts.add(Counter.REEXECUTIONS);
    }
  }

  /** Returns the value of an attribute, with the session's uncommitted change. */
  private String value(ViewObject view, ViewRow row, String attribute) {
    EntityChange change = pending.isEmpty() ? null : pending.get(key(view, row));
    return change == null || !change.newValues().containsKey(attribute)
        ? row.values()[view.query.positions().get(attribute)]
        : change.newValues().get(attribute);
  }

  private static RowKey key(ViewObject view, ViewRow row) {
    return new RowKey(view.query.view().entity(), row.key());
  }

  PageAnswer answer(
      PageDefinition page, StepDefinition step, long user, String previous, int changes) {
    ViewObject view = views.get(page.view());
    boolean shows = step.role() == StepRole.OPEN || step.role() == StepRole.READ;
    if (shows) {
      fetch(view);
    }
    ViewRow row = fetchedRow(view);
    if (row == null) {
      throw ApplicationException.noSuchRow(user, "on page " + page.name());
    }
    String value = value(view, row, page.attribute());
    boolean changed = !pending.isEmpty();
    if (!shows) {
      Integer ended = step.role().endsTransaction() ? changes : null;
      return new PageAnswer(page.name(), row.key(), previous, value, ended, changed, null, null);
    }
    List<PageRow> rows = new ArrayList<>(view.rows.size());
    for (ViewRow each : view.rows) {
      rows.add(new PageRow(each.key(), value(view, each, page.attribute())));
    }
    return new PageAnswer(
        page.name(), row.key(), null, value, null, changed, view.rangeStart, rows);
  }

  /**
   * Changes the current row in memory. Keeps the row's original values. A commit writes the row
   * only if the database still has those values. With pessimistic locking, locks the row first,
   * also if an earlier lock of it was lost.
   *
   * @return the value before
   */
  String set(String name, String attribute, String value, long user) {
    ViewObject view = views.get(name);
    ViewRow row = fetchedRow(view);
    if (row == null) {
      throw ApplicationException.noSuchRow(user, "in view object " + name);
    }
    String before = value(view, row, attribute);
    EntityChange change = pending.get(key(view, row));
    Map<String, String> read = view.named(row);
    Map<String, String> written = new HashMap<>();
    if (change != null) {
      if (change.kind() == Kind.DELETED) {
        return before;
      }
      read.putAll(change.oldValues());
      written.putAll(change.newValues());
    }
    written.put(attribute, value);
    RowKey key = key(view, row);
    EntityChange changed =
        EntityChange.modified(key.entity(), Long.toString(key.key()), read, written);
    if (locksAtChange) {
      try {
        lock(key, changed);
      } catch (SQLException e) {
        throw failure("change", changed, e);
      }
    }
    pending.put(key, changed);
    return before;
  }

  private static String generated(ViewObject view, String attribute) {
    return generated(view.query.view().attributes().get(view.query.positions().get(attribute)));
  }

  private static String generated(AttributeDefinition attribute) {
    return AttributeValues.generated(attribute, ThreadLocalRandom.current().nextLong());
  }

  /** Adds a row with generated values, and those of the master that have the same names. */
  private void insert(ViewObject view) {
    EntitySql entity = plan.entities().get(view.query.view().entity());
    Map<String, String> values = new HashMap<>();
    entity.attributes.forEach(each -> values.put(each.name(), generated(each)));
    for (Bind bind : view.query.binds()) {
      if (bind.master() != null) {
        values.computeIfPresent(bind.attribute(), (name, value) -> ofMaster(bind.master(), name));
      }
    }
    long key = Math.min(0, pending.keySet().stream().mapToLong(RowKey::key).min().orElse(0)) - 1;
    pending.put(
        new RowKey(entity.name, key),
        EntityChange.created(entity.name, Long.toString(key), view.rangeStart, values));
  }

  /** Deletes the row of the entity that this session inserted last; does nothing without one. */
  private void delete(String name) {
    EntitySql entity = plan.entities().get(name);
    Optional<RowKey> last =
        pending.keySet().stream()
            .filter(row -> row.entity().equals(name) && pending.get(row).kind() == Kind.NEW)
            .reduce((earlier, later) -> later);
    if (last.isPresent()) {
      pending.remove(last.get());
      return;
    }
    String key = inserted.get(entity.inserted);
    if (key == null) {
      return;
    }
    EntityChange deleted = EntityChange.deleted(name, key, Map.of());
    try {
      Map<String, String> values = entity.read(lease, key, locksAtChange);
      if (values != null) {
        RowKey row = new RowKey(name, Long.parseLong(key));
        pending.put(row, EntityChange.deleted(name, key, values));
        hold(row);
      }
    } catch (SQLException e) {
      throw failure("delete", deleted, e);
    }
  }

  /**
   * Writes the pending changes and commits. If the last one is an update and the store supports a
   * {@link PiggybackWrite}, this update, the new snapshot and the commit share one round trip to
   * the database. After a failure all changes stay pending.
   *
   * @return number of rows written
   */
  private int commit(CheckOut<DefinedModule> out) {
    if (pending.isEmpty()) {
      counts.add(Counter.EMPTY_COMMITS);
      return 0;
    }
    Map<String, String> keys = new HashMap<>(inserted);
    PiggybackWrite snapshot = null;
    EntityChange last = null;
    try {
      for (Map.Entry<RowKey, EntityChange> pendingRow : pending.entrySet()) {
        if (last != null) {
          write(last, keys);
        }
        last = pendingRow.getValue();
        lock(pendingRow.getKey(), last);
      }
      if (last.kind() == Kind.MODIFIED) {
        snapshot = out.snapshotForCommit(() -> state(List.of(), keys, false)).orElse(null);
      }
      if (snapshot == null) {
        write(last, keys);
      }
      closeCursors();
    } catch (SQLException e) {
      throw failure("commit", last, e);
    }
    commitTransaction(out, last, snapshot);
    int rows = pending.size();
    pending.forEach(this::applyCommitted);
    inserted = keys;
    forgetPending();
    counts.add(Counter.COMMITS);
    counts.add(Counter.POSTED_ROWS, rows);
    return rows;
  }

  private void write(EntityChange change, Map<String, String> keys) throws SQLException {
    EntitySql entity = plan.entities().get(change.entity());
    switch (change.kind()) {
      case MODIFIED -> entity.update(lease, change, null);
      case NEW -> keys.put(entity.inserted, Long.toString(entity.insert(lease, change)));
      case DELETED -> {
        entity.delete(lease, change);
        keys.remove(entity.inserted);
      }
    }
  }

  private void applyCommitted(RowKey key, EntityChange change) {
    for (ViewObject view : views.values()) {
      if (key.entity().equals(view.query.view().entity())) {
        switch (change.kind()) {
          case MODIFIED -> view.replace(key.key(), change);
          case DELETED -> view.remove(key.key());
          case NEW -> {} // a view object shows the row after its next query
        }
      }
    }
  }

  private void commitTransaction(
      CheckOut<DefinedModule> out, EntityChange last, PiggybackWrite snapshot) {
    EntitySql entity = plan.entities().get(last.entity());
    try {
      if (snapshot == null) {
        lease.jdbc().commit();
      } else if (entity.update(lease, last, snapshot)) {
        out.snapshotCommitted(snapshot);
      }
    } catch (SQLException e) {
      RuntimeException failure = failure("commit", last, e);
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
              + last.entity(),
          failure);
    }
  }

  /**
   * Locks a row, unless a change in the same transaction has locked it. A new row has none, but
   * must not be inserted twice.
   */
  private void lock(RowKey row, EntityChange change) throws SQLException {
    if (locked.contains(row)) {
      return;
    }
    if (locksAtChange && change.kind() != Kind.NEW && pending.containsKey(row)) {
      counts.add(Counter.LOCKS_LOST);
    }
    EntitySql entity = plan.entities().get(change.entity());
    boolean unchanged = change.kind() == Kind.NEW ? !inDoubt : entity.lock(lease, change);
    if (!unchanged) {
      throw changed(change);
    }
    hold(row);
  }

  private void hold(RowKey row) {
    if (locksAtChange) {
      locked.add(row);
    }
  }

  private static ApplicationException conflict(String message, Throwable cause) {
    return new ApplicationException(Reason.CONFLICT, message, cause);
  }

  private ApplicationException changed(EntityChange change) {
    String row = "row " + change.key() + " of " + change.entity();
    if (!inDoubt) {
      return conflict("JBO-25014: another user has changed " + row, null);
    }
    String why = " has changed, perhaps by an earlier commit of this session whose response was";
    return new ApplicationException(
        Reason.COMMIT_IN_DOUBT, row + why + " lost: roll back to see the row", null);
  }

  private RuntimeException failure(String action, EntityChange change, SQLException e) {
    ConnectionException failure = lease.failure(plan.name() + " " + action, e);
    return failure.kind() == ErrorClass.LOCK
        ? conflict("JBO-26030: another user has locked a row of " + change.entity(), failure)
        : failure;
  }

  /**
   * Rolls back and discards the pending changes. If the rollback fails, all changes stay pending.
   *
   * @return number of discarded changes
   */
  private int rollback() {
    int changes = pending.size();
    rollbackTransaction();
    counts.add(Counter.REEXECUTIONS, reexecute());
    forgetPending();
    counts.add(Counter.ROLLBACKS);
    return changes;
  }
}
