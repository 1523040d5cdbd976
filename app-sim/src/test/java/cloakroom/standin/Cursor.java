package cloakroom.standin;

import java.util.List;

/** A statement that a session knows, and how far its rows have been fetched. */
final class Cursor {
  private final int number;
  private final String sql;
  private Answer.Rows rows = new Answer.Rows(List.of(), List.of());
  private int fetched;

  Cursor(int number, String sql) {
    this.number = number;
    this.sql = sql;
  }

  int number() {
    return number;
  }

  String sql() {
    return sql;
  }

  List<String> columns() {
    return rows.columns();
  }

  void open(Answer.Rows result) {
    rows = result;
    fetched = 0;
  }

  List<List<String>> next(int count) {
    int from = fetched;
    fetched = Math.min(rows.rows().size(), from + count);
    return rows.rows().subList(from, fetched);
  }

  int fetched() {
    return fetched;
  }

  boolean isAtEnd() {
    return fetched == rows.rows().size();
  }
}
