package cloakroom.bench.family;

import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.Snapshot;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;

/**
 * A snapshot as a plain object graph, which every serializer takes as it is: fields, lists and hash
 * maps with the same content and nothing else.
 */
public final class PlainState implements Serializable {
  /** Field by field, by their names. */
  private static final ObjectMapper COPY =
      new ObjectMapper()
          .setVisibility(PropertyAccessor.FIELD, Visibility.ANY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public String module;
  public String session;
  public long version;
  public ArrayList<View> views = new ArrayList<>();
  public ArrayList<Change> changes = new ArrayList<>();
  public HashMap<String, String> custom = new HashMap<>();

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

  public static final class Change implements Serializable {
    public String entity;
    public String key;
    public EntityChange.Kind kind;
    public int position;
    public HashMap<String, String> oldValues;
    public HashMap<String, String> newValues;
  }

  public static PlainState of(Snapshot snapshot) {
    PlainState plain = COPY.convertValue(snapshot.state(), PlainState.class);
    plain.module = snapshot.module();
    plain.session = snapshot.session();
    plain.version = snapshot.version();
    return plain;
  }

  public Snapshot snapshot() {
    return new Snapshot(module, session, version, COPY.convertValue(this, ModuleState.class));
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
