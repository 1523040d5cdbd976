package cloakroom.state;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A change that a session has made and not committed.
 *
 * @param entity name of the entity
 * @param key key of the row as text
 * @param kind what happened to the row
 * @param oldValues values by attribute as they were read; a value may be null
 * @param newValues values by attribute as the session left them; a value may be null
 */
public record EntityChange(
    String entity,
    String key,
    Kind kind,
    SortedMap<String, String> oldValues,
    SortedMap<String, String> newValues) {

  /** What a session did to a row. */
  public enum Kind {
    /** an existing row with other values */
    MODIFIED,
    /** a row that the database does not have yet */
    NEW,
    /** a row that the database still has */
    DELETED
  }

  /** Copies both value maps. */
  public EntityChange {
    Objects.requireNonNull(entity, "entity");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(kind, "kind");
    oldValues = Collections.unmodifiableSortedMap(new TreeMap<>(oldValues));
    newValues = Collections.unmodifiableSortedMap(new TreeMap<>(newValues));
  }
}
