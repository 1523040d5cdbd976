package cloakroom.application;

import java.util.List;
import java.util.Map;

/**
 * Simulated application: modules with queries, pages that use them, and sessions that visit pages.
 * Every name that one part uses is defined by another part. All maps keep the order of the file.
 *
 * @param name name of the application, as in a plan's file name
 * @param tables tables of the entities, without duplicates, in the order of the file
 * @param pages pages by name, which is also their HTTP path
 * @param sessions kinds of sessions by name, of which each session takes one by weight
 */
public record ApplicationDefinition(
    String name,
    LoadDefinition load,
    List<TableDefinition> tables,
    Map<String, ModuleDefinition> modules,
    Map<String, PageDefinition> pages,
    Map<String, SessionDefinition> sessions) {

  /**
   * Load of a run without options that override it.
   *
   * @param distribution distribution of the think times, as in option {@code --think}
   */
  public record LoadDefinition(
      int users, int iterations, long rampSeconds, long thinkMillis, String distribution) {}

  /**
   * Database table of an entity.
   *
   * @param schema schema of the user's own table; null for a table of Cloakroom's schema
   * @param key integer primary key column
   * @param watched column whose values the audit compares before and after a run; null for none
   * @param written whether the application changes its rows
   */
  public record TableDefinition(
      String schema, String name, String key, String watched, boolean written) {
    /** Returns the name in SQL, with the schema. */
    public String qualified() {
      return (schema == null ? "cloakroom" : schema) + "." + name;
    }
  }
}
