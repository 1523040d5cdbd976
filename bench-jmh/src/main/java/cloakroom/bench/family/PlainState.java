package cloakroom.bench.family;

import cloakroom.state.EntityChange;
import cloakroom.state.ModuleState;
import cloakroom.state.Snapshot;
import cloakroom.state.ViewState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A snapshot as a plain object graph, which every serializer takes as it is: fields, lists and hash
 * maps with the same content and nothing else.
 */
public final class PlainState implements Serializable {
  public String module;
  public String session;
  public long version;
  public ArrayList<View> views = new ArrayList<>();
  public ArrayList<Change> changes = new ArrayList<>();
  public HashMap<String, String> custom = new HashMap<>();

  /** A view object. */
  public static final class View implements Serializable {
    public String viewObject;
    public boolean active;
    public String where;
    public String orderBy;
    public HashMap<String, String> binds;
    public int rangeStart;
    public int rangeSize;
    public String currentKey;
    public HashMap<String, HashMap<String, String>> transients = new HashMap<>();
  }

  /** A pending change. */
  public static final class Change implements Serializable {
    public String entity;
    public String key;
    public EntityChange.Kind kind;
    public int position;
    public HashMap<String, String> oldValues;
    public HashMap<String, String> newValues;
  }

  /** The snapshot as a plain graph. */
  public static PlainState of(Snapshot snapshot) {
    PlainState plain = new PlainState();
    plain.module = snapshot.module();
    plain.session = snapshot.session();
    plain.version = snapshot.version();
    snapshot.state().views().forEach(view -> plain.views.add(view(view)));
    snapshot.state().changes().forEach(change -> plain.changes.add(change(change)));
    plain.custom.putAll(snapshot.state().custom());
    return plain;
  }

  private static View view(ViewState from) {
    View view = new View();
    view.viewObject = from.viewObject();
    view.active = from.active();
    view.where = from.where();
    view.orderBy = from.orderBy();
    view.binds = new HashMap<>(from.binds());
    view.rangeStart = from.rangeStart();
    view.rangeSize = from.rangeSize();
    view.currentKey = from.currentKey();
    from.transients().forEach((key, values) -> view.transients.put(key, new HashMap<>(values)));
    return view;
  }

  private static Change change(EntityChange from) {
    Change change = new Change();
    change.entity = from.entity();
    change.key = from.key();
    change.kind = from.kind();
    change.position = from.position();
    change.oldValues = new HashMap<>(from.oldValues());
    change.newValues = new HashMap<>(from.newValues());
    return change;
  }

  /** The snapshot that it was made of. */
  public Snapshot snapshot() {
    List<ViewState> viewStates = new ArrayList<>();
    for (View view : views) {
      Map<String, Map<String, String>> rows = new HashMap<>(view.transients);
      viewStates.add(
          new ViewState(
              view.viewObject,
              view.active,
              view.where,
              view.orderBy,
              view.binds,
              view.rangeStart,
              view.rangeSize,
              view.currentKey,
              rows));
    }
    List<EntityChange> entityChanges = new ArrayList<>();
    for (Change change : changes) {
      entityChanges.add(
          new EntityChange(
              change.entity,
              change.key,
              change.kind,
              change.position,
              change.oldValues,
              change.newValues));
    }
    return new Snapshot(
        module, session, version, new ModuleState(viewStates, entityChanges, custom));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlainState that && snapshot().equals(that.snapshot());
  }

  @Override
  public int hashCode() {
    return snapshot().hashCode();
  }
}
