package cloakroom.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * Page of the application: the table that it shows and the column that the user edits. Each user
 * has a different first row, because edits of the same row would conflict.
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
  final String query; // for key and attribute of a user's rows; its only bind is the user's number
  final String lock; // locks one row by key and returns the attribute, or fails at once
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

  public String path() {
    return path;
  }

  /** Row of a page. The value includes the change that this session has not yet committed. */
  public record PageRow(long key, String value) {}

  public record Answer(
      String page, long key, String value, boolean pending, int rangeStart, List<PageRow> rows) {}

  public record ChangeAnswer(
      String page, long key, String previous, String value, boolean pending) {}

  /**
   * Result of a commit or rollback.
   *
   * @param previous current row's value before this request changed it; null if the request changed
   *     no row
   * @param changes number of rows that a commit wrote, or of changes that a rollback discarded
   */
  public record TransactionAnswer(
      String page,
      long key,
      @JsonInclude(JsonInclude.Include.NON_NULL) String previous,
      String value,
      int changes,
      boolean pending) {}
}
