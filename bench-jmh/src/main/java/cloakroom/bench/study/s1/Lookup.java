package cloakroom.bench.study.s1;

/** A query that a statement cache may keep; its answer is one row, found by a key. */
public enum Lookup {
  /** The published one: one table by its primary key, hardly any planning. */
  KEYED("select data from fetch_test where id = ?"),
  /** Six tables: planning takes several times as long as executing. */
  JOINED(
      "select e.last_name, d.department_name, m.last_name, md.department_name, g.last_name,"
          + " gd.department_name from employees e"
          + " join departments d on d.department_id = e.department_id"
          + " left join employees m on m.employee_id = d.manager_id"
          + " left join departments md on md.department_id = m.department_id"
          + " left join employees g on g.employee_id = md.manager_id"
          + " left join departments gd on gd.department_id = g.department_id"
          + " where e.employee_id = ?");

  /** Both tables have more keys than this. */
  static final int KEYS = 1_000;

  private final String sql;

  Lookup(String sql) {
    this.sql = sql;
  }

  /** With a place for the key. */
  String bound() {
    return sql;
  }

  /** With the key written into it. */
  String literal(int key) {
    return sql.replace("?", Integer.toString(key));
  }

  /** The same query under another text, hence another statement to any cache. */
  String variant(int number) {
    return sql + " /* " + number + " */";
  }
}
