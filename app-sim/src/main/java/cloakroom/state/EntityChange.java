package cloakroom.state;

import java.util.Map;
import java.util.Objects;

/**
 * A change that a session has made and not committed (SM10-004).
 *
 * @param entity name of the entity
 * @param key key of the row as text; for a new row the temporary key that it has until its commit
 * @param kind what happened to the row
 * @param position index of a new row among the rows that its view object shows, 0 or more; {@link
 *     #NO_POSITION} when it has none, as every other kind
 * @param oldValues values by attribute as they were read, in the order of the names; a value may be
 *     null
 * @param newValues values by attribute as the session left them, in the order of the names; a value
 *     may be null
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

  /** A change of a row that has no position of its own. */
  public EntityChange(
      String entity,
      String key,
      Kind kind,
      Map<String, String> oldValues,
      Map<String, String> newValues) {
    this(entity, key, kind, NO_POSITION, oldValues, newValues);
  }

  /** An existing row with other values. */
  public static EntityChange modified(
      String entity, String key, Map<String, String> oldValues, Map<String, String> newValues) {
    return new EntityChange(entity, key, Kind.MODIFIED, oldValues, newValues);
  }

  /** A row that the database does not have yet, at this place among the rows. */
  public static EntityChange created(
      String entity, String temporaryKey, int position, Map<String, String> values) {
    return new EntityChange(entity, temporaryKey, Kind.NEW, position, Map.of(), values);
  }

  /** A row that the database still has, with the values that were read. */
  public static EntityChange deleted(String entity, String key, Map<String, String> oldValues) {
    return new EntityChange(entity, key, Kind.DELETED, oldValues, Map.of());
  }
}
