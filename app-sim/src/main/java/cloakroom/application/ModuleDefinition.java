package cloakroom.application;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Root application module.
 *
 * @param views view objects by name; a master precedes its details
 */
public record ModuleDefinition(
    String name, Map<String, EntityDefinition> entities, Map<String, ViewDefinition> views) {

  /** Returns a view object and its details, whose queries execute again after that of the view. */
  public Set<String> withDetails(String view) {
    Set<String> all = new LinkedHashSet<>(Set.of(view));
    for (ViewDefinition each : views.values()) {
      if (each.binds().values().stream().anyMatch(bind -> all.contains(bind.view()))) {
        all.add(each.name());
      }
    }
    return all;
  }

  /** Kind of an attribute's values. Dates and timestamps have ISO format as text. */
  public enum AttributeType {
    TEXT,
    INTEGER,
    NUMBER,
    DATE,
    TIMESTAMP;

    /** Returns a valid value of this type in SQL. */
    public String literal() {
      return switch (this) {
        case TEXT -> "'1'";
        case INTEGER, NUMBER -> "1";
        case DATE -> "date '2020-01-01'";
        case TIMESTAMP -> "timestamp '2020-01-01 00:00:00'";
      };
    }
  }

  /**
   * Attribute of an entity or a view object.
   *
   * @param name column name
   * @param length maximum number of characters of the value as text
   */
  public record AttributeDefinition(String name, AttributeType type, int length) {}

  /**
   * Entity whose rows a session can change.
   *
   * @param table table in SQL, with schema
   * @param key integer primary key column
   * @param sequence sequence for keys of inserted rows, with schema; null if rows are not inserted
   */
  public record EntityDefinition(
      String name,
      String table,
      String key,
      String sequence,
      List<AttributeDefinition> attributes) {}

  /**
   * View object: a query and its visible range of rows.
   *
   * @param entity entity of the rows; null for a read-only view object
   * @param query SQL with the named binds {@code :name}; null for generated rows
   * @param rows number of generated rows, which have the keys from 1; 0 for rows of a query
   * @param key name of the integer key column; null if the rows have none
   * @param attributes columns of the query after the key, in this order
   * @param binds values of the named binds; {@code user} is the number of the session's user
   * @param range number of rows of the visible range, and the fetch size
   * @param transients attributes without a column, whose values the snapshot contains for each row
   *     of the visible range
   */
  public record ViewDefinition(
      String name,
      String entity,
      String query,
      int rows,
      String key,
      List<AttributeDefinition> attributes,
      Map<String, BindDefinition> binds,
      int range,
      List<AttributeDefinition> transients) {
    /** Named bind in SQL, with its name as group 1. {@code ::type} is a cast. */
    public static final Pattern BIND = Pattern.compile("(?<![:\\w]):([A-Za-z]\\w*)");
  }

  /**
   * Value of a named bind: a constant, or an attribute of the master's current row.
   *
   * @param view master view object; null for a constant
   * @param attribute attribute of the master, which may be its key; null for a constant
   * @param value constant; null for a view link
   */
  public record BindDefinition(String view, String attribute, String value) {}
}
