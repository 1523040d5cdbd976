package cloakroom.bench.family.store;

import cloakroom.state.EntityChange;
import cloakroom.state.ModuleState;
import cloakroom.state.Snapshot;
import cloakroom.state.ViewState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * The same state as a snapshot, as a graph of serializable objects: what an application puts into a
 * session attribute.
 */
record StateGraph(
    String module,
    String session,
    long version,
    ArrayList<View> views,
    ArrayList<Change> changes,
    HashMap<String, String> custom)
    implements Serializable {

  /** As {@link ViewState}. */
  record View(
      String viewObject,
      boolean active,
      String where,
      String orderBy,
      HashMap<String, String> binds,
      int rangeStart,
      int rangeSize,
      String currentKey,
      HashMap<String, HashMap<String, String>> transients)
      implements Serializable {}

  /** As {@link EntityChange}. */
  record Change(
      String entity,
      String key,
      String kind,
      int position,
      HashMap<String, String> oldValues,
      HashMap<String, String> newValues)
      implements Serializable {}

  static StateGraph of(Snapshot snapshot) {
    ModuleState state = snapshot.state();
    return new StateGraph(
        snapshot.module(),
        snapshot.session(),
        snapshot.version(),
        new ArrayList<>(state.views().stream().map(StateGraph::view).toList()),
        new ArrayList<>(state.changes().stream().map(StateGraph::change).toList()),
        new HashMap<>(state.custom()));
  }

  private static View view(ViewState view) {
    HashMap<String, HashMap<String, String>> transients = new HashMap<>();
    view.transients().forEach((row, values) -> transients.put(row, new HashMap<>(values)));
    return new View(
        view.viewObject(),
        view.active(),
        view.where(),
        view.orderBy(),
        new HashMap<>(view.binds()),
        view.rangeStart(),
        view.rangeSize(),
        view.currentKey(),
        transients);
  }

  private static Change change(EntityChange change) {
    return new Change(
        change.entity(),
        change.key(),
        change.kind().name(),
        change.position(),
        new HashMap<>(change.oldValues()),
        new HashMap<>(change.newValues()));
  }

  /** Graphs of snapshots. */
  static final class Graphs implements States<StateGraph> {
    private final List<StateGraph> all;

    Graphs(List<Snapshot> snapshots) {
      all = snapshots.stream().map(StateGraph::of).toList();
    }

    @Override
    public StateGraph of(int session, int turn) {
      return all.get((session + turn) % all.size());
    }

    @Override
    public boolean looksLike(StateGraph given, StateGraph back) {
      return back.session.equals(given.session) && back.views.size() == given.views.size();
    }

    @Override
    public boolean equal(StateGraph given, StateGraph back) {
      return given.equals(back);
    }
  }

  /** The snapshots themselves. */
  static final class Snapshots implements States<Snapshot> {
    private final List<Snapshot> all;

    Snapshots(List<Snapshot> snapshots) {
      all = List.copyOf(snapshots);
    }

    @Override
    public Snapshot of(int session, int turn) {
      return all.get((session + turn) % all.size());
    }

    @Override
    public boolean looksLike(Snapshot given, Snapshot back) {
      return back.session().equals(given.session())
          && back.state().views().size() == given.state().views().size();
    }

    @Override
    public boolean equal(Snapshot given, Snapshot back) {
      return given.equals(back);
    }
  }
}
