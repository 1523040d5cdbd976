package cloakroom.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * Page of the application: the rows that it shows a user, and the attribute that the user edits.
 * The first row of a user's range belongs to no other user.
 */
public enum Page {
  DEPARTMENTS(
      "DepartmentsModule",
      "departments",
      "department_id",
      "department_name",
      "department_id >= ? order by department_id"),
  EMPLOYEES(
      "EmployeesModule",
      "employees",
      "employee_id",
      "last_name",
      "department_id = ? order by employee_id");

  private final String path = name().toLowerCase(Locale.ROOT);

  final String module;
  final String entity;
  final String attribute;

  /** Query for key and attribute of a user's rows; its only bind is the user's number. */
  final String query;

  /** Query that locks one row by key and returns the attribute, or fails at once. */
  final String lock;

  final String update;

  Page(String module, String table, String key, String attribute, String where) {
    this.module = module;
    this.entity = table;
    this.attribute = attribute;
    this.query =
        "select " + key + ", " + attribute + " from cloakroom." + table + " where " + where;
    this.lock =
        "select %s from cloakroom.%s where %s = ? for update nowait"
            .formatted(attribute, table, key);
    this.update = "update cloakroom." + table + " set " + attribute + " = ? where " + key + " = ?";
  }

  /** Returns the page's name in URL paths and responses. */
  public String path() {
    return path;
  }

  /** Row of a page: key and edited attribute, with the session's uncommitted change if any. */
  public record PageRow(long key, String value) {}

  /**
   * Result of opening or scrolling a page.
   *
   * @param key key of the current row
   * @param pending whether the session has uncommitted changes on this page
   * @param rangeStart number of rows before the range
   */
  public record Answer(
      String page, long key, String value, boolean pending, int rangeStart, List<PageRow> rows) {}

  /** Result of a change of the current row, which is pending until a commit. */
  public record ChangeAnswer(
      String page, long key, String previous, String value, boolean pending) {}

  /**
   * Result of a commit or rollback.
   *
   * @param previous value of the current row before a change in the same request; null, and not in
   *     JSON, without such a change
   * @param changes number of rows written or of changes rolled back
   * @param pending whether the session still has uncommitted changes
   */
  public record TransactionAnswer(
      String page,
      long key,
      @JsonInclude(JsonInclude.Include.NON_NULL) String previous,
      String value,
      int changes,
      boolean pending) {
    TransactionAnswer after(String before) {
      return new TransactionAnswer(page, key, before, value, changes, pending);
    }
  }
}
