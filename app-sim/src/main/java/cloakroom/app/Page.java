package cloakroom.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * A page of the application: which rows it shows a user and which attribute the user edits. Rows of
 * different users do not overlap where it matters: the first row of a user's range is its own.
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

  /** Asks for key and attribute of a user's rows, with the user's number as its only bind. */
  final String query;

  /** Locks one row by key and answers the attribute, or fails at once. */
  final String lock;

  final String update;

  Page(String module, String table, String key, String attribute, String where) {
    this.module = module;
    this.entity = table;
    this.attribute = attribute;
    this.query =
        "select " + key + ", " + attribute + " from cloakroom." + table + " where " + where;
    this.lock =
        "select "
            + attribute
            + " from cloakroom."
            + table
            + " where "
            + key
            + " = ? for update nowait";
    this.update = "update cloakroom." + table + " set " + attribute + " = ? where " + key + " = ?";
  }

  /** The page's name in addresses and answers. */
  public String path() {
    return path;
  }

  /**
   * A row as a page shows it.
   *
   * @param value the attribute that users edit, with the session's own pending change if it has one
   */
  public record PageRow(long key, String value) {}

  /**
   * What a page shows after it was opened or scrolled.
   *
   * @param key key of the current row
   * @param value its value as this session sees it
   * @param pending whether the session has uncommitted changes on this page
   * @param rangeStart rows before the range
   */
  public record Answer(
      String page, long key, String value, boolean pending, int rangeStart, List<PageRow> rows) {}

  /**
   * What a change did.
   *
   * @param key key of the current row
   * @param previous what this session saw before
   * @param value what it sees now
   * @param pending always true: nothing is written yet
   */
  public record ChangeAnswer(
      String page, long key, String previous, String value, boolean pending) {}

  /**
   * What a commit or rollback did.
   *
   * @param key key of the current row
   * @param previous what this session saw before the change that came in one request with its
   *     commit; null, and left out, where none did
   * @param value what the session sees now
   * @param changes rows written, or changes given up
   * @param pending whether anything is still uncommitted
   */
  public record TransactionAnswer(
      String page,
      long key,
      @JsonInclude(JsonInclude.Include.NON_NULL) String previous,
      String value,
      int changes,
      boolean pending) {
    TransactionAnswer after(String seenBefore) {
      return new TransactionAnswer(page, key, seenBefore, value, changes, pending);
    }
  }
}
