package cloakroom.state;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Everything an application module has to remember of its session: view objects, pending changes
 * and custom data; never rows that a query can find again (SM10-004).
 *
 * @param views the view objects that have anything to remember, in the module's order
 * @param changes pending changes, in the order in which they were made
 * @param custom what the module itself chose to keep, by name and in the order of the names; a
 *     value may be null (SM10-005)
 */
public record ModuleState(
    List<ViewState> views, List<EntityChange> changes, Map<String, String> custom) {

  /** Copies all three. */
  public ModuleState {
    views = List.copyOf(views);
    changes = List.copyOf(changes);
    custom = NamedValues.of(custom);
  }

  /** State without custom data. */
  public ModuleState(List<ViewState> views, List<EntityChange> changes) {
    this(views, changes, Map.of());
  }

  /**
   * Where a session stood in one view object: never the rows themselves, only what is needed to
   * find them again (SM10-004).
   *
   * @param viewObject name of the view object inside its module
   * @param active whether its query was executed; an inactive one keeps its settings and is not
   *     executed when the state comes back
   * @param where WHERE clause set at run time, or null
   * @param orderBy ORDER BY clause set at run time, or null
   * @param binds bind values by name, as text and in the order of the names; a value may be null
   * @param rangeStart rows before the first row of the current range, 0 or more
   * @param rangeSize rows of a full range, 1 or more
   * @param currentKey key of the current row as text, or null when there is none
   * @param transients transient attributes that are ticked for passivation (SM10-006): by key of
   *     the row, then by attribute, both in order; a value may be null
   */
  public record ViewState(
      String viewObject,
      boolean active,
      String where,
      String orderBy,
      Map<String, String> binds,
      int rangeStart,
      int rangeSize,
      String currentKey,
      Map<String, Map<String, String>> transients) {

    /** Copies the maps; refuses a range that cannot exist. */
    public ViewState {
      Objects.requireNonNull(viewObject, "viewObject");
      binds = NamedValues.of(binds);
      transients = NamedValues.of(transients).mapped(NamedValues::of);
      if (rangeStart < 0 || rangeSize < 1) {
        throw new IllegalArgumentException(
            "range of " + viewObject + ": start " + rangeStart + ", size " + rangeSize);
      }
    }

    /** An active view object with its own clauses and no transient attributes. */
    public ViewState(
        String viewObject,
        Map<String, String> binds,
        int rangeStart,
        int rangeSize,
        String currentKey) {
      this(viewObject, true, null, null, binds, rangeStart, rangeSize, currentKey, Map.of());
    }
  }

  /**
   * A change that a session has made and not committed (SM10-004).
   *
   * @param entity name of the entity
   * @param key key of the row as text; for a new row the temporary key that it has until its commit
   * @param kind what happened to the row
   * @param position index of a new row among the rows that its view object shows, 0 or more; {@link
   *     #NO_POSITION} when it has none, as every other kind
   * @param oldValues values by attribute as they were read, in the order of the names; a value may
   *     be null
   * @param newValues values by attribute as the session left them, in the order of the names; a
   *     value may be null
   */
  public record EntityChange(
      String entity,
      String key,
      Kind kind,
      int position,
      Map<String, String> oldValues,
      Map<String, String> newValues) {

    /** The row is where the query finds it. */
    public static final int NO_POSITION = -1;

    /** What a session did to a row. */
    public enum Kind {
      /** an existing row with other values */
      MODIFIED,
      /** a row that the database does not have yet */
      NEW,
      /** a row that the database still has */
      DELETED
    }

    /** Copies both value maps; refuses a position that cannot be. */
    public EntityChange {
      Objects.requireNonNull(entity, "entity");
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(kind, "kind");
      oldValues = NamedValues.of(oldValues);
      newValues = NamedValues.of(newValues);
      if (position < NO_POSITION || (position != NO_POSITION && kind != Kind.NEW)) {
        throw new IllegalArgumentException(
            "position " + position + " of a " + kind + " row of " + entity);
      }
    }

    /** An existing row with other values. */
    public static EntityChange modified(
        String entity, String key, Map<String, String> oldValues, Map<String, String> newValues) {
      return new EntityChange(entity, key, Kind.MODIFIED, NO_POSITION, oldValues, newValues);
    }

    /** A row that the database does not have yet, at this place among the rows. */
    public static EntityChange created(
        String entity, String temporaryKey, int position, Map<String, String> values) {
      return new EntityChange(entity, temporaryKey, Kind.NEW, position, Map.of(), values);
    }

    /** A row that the database still has, with the values that were read. */
    public static EntityChange deleted(String entity, String key, Map<String, String> oldValues) {
      return new EntityChange(entity, key, Kind.DELETED, NO_POSITION, oldValues, Map.of());
    }
  }
}
