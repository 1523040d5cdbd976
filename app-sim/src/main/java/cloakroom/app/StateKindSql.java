package cloakroom.app;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.connection.Lease;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.StateKind;
import cloakroom.platform.Resources;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SQL statements of one database product that write and read test values in session state. They are
 * read from state-kinds.txt.
 *
 * @param places statements for each kind of state in the database session or transaction
 * @param upload statements for a large object written in pieces: {@code begin} returns a locator,
 *     {@code append} adds a piece, {@code read} returns the content, {@code forget} removes it
 */
record StateKindSql(Map<StateKind, DatabasePlace> places, Map<String, NamedSql> upload) {
  static final NamedSql OWN_ROW =
      NamedSql.of("select user_id from cloakroom.state_kinds where user_id = :user");
  static final NamedSql OWN_NOTE =
      NamedSql.of("select note from cloakroom.state_kinds where user_id = :user");

  static final StateKindSql POSTGRESQL = read(DatabaseKind.POSTGRESQL);
  static final StateKindSql ORACLE = read(DatabaseKind.ORACLE);

  private static StateKindSql read(DatabaseKind database) {
    Map<StateKind, Map<String, List<NamedSql>>> table =
        Resources.rows("cloakroom/app/state-kinds.txt").stream()
            .filter(row -> row.get(0).equals(database.name()))
            .collect(
                groupingBy(
                    row -> StateKind.valueOf(row.get(1)),
                    groupingBy(
                        row -> row.get(2), mapping(row -> NamedSql.of(row.get(3)), toList()))));
    Map<StateKind, DatabasePlace> places = new EnumMap<>(StateKind.class);
    Map<String, NamedSql> upload = new HashMap<>();
    table.remove(StateKind.UPLOAD).forEach((step, sql) -> upload.put(step, sql.get(0)));
    table.forEach((kind, statements) -> places.put(kind, DatabasePlace.of(kind, statements)));
    return new StateKindSql(places, upload);
  }

  static StateKindSql forUrl(String url) {
    return DatabaseKind.of(url) == DatabaseKind.POSTGRESQL ? POSTGRESQL : ORACLE;
  }

  /**
   * SQL statements for a test value in one place of a database session, such as a temporary table.
   *
   * @param exists query that returns a row if the place exists; null for a place that always exists
   * @param ofSession true if the value is committed and belongs to the database session; false if
   *     it belongs to the open transaction
   */
  record DatabasePlace(
      NamedSql exists,
      List<NamedSql> write,
      NamedSql read,
      List<NamedSql> forget,
      boolean ofSession) {

    static DatabasePlace of(StateKind kind, Map<String, List<NamedSql>> statements) {
      List<NamedSql> exists = statements.get("exists");
      return new DatabasePlace(
          exists == null ? null : exists.get(0),
          statements.get("write"),
          statements.get("read").get(0),
          statements.getOrDefault("forget", List.of()),
          kind != StateKind.POSTED_CHANGE && kind != StateKind.ROW_LOCK);
    }

    void write(Lease session, long user, String value) throws SQLException {
      Map<String, Object> values = Map.of("user", user, "value", value);
      if (ofSession) {
        run(exists(session) ? forget : List.of(), session, values);
      }
      run(write, session, values);
      if (ofSession) {
        session.jdbc().commit();
      }
    }

    /**
     * Returns the test value in this database session; null if there is none. Another user session
     * may have written the value. Does not end the transaction.
     */
    String read(Lease session, long user) throws SQLException {
      return exists(session) ? read.query(session, Map.of("user", user)) : null;
    }

    void forget(Lease session, long user) throws SQLException {
      if (!forget.isEmpty() && exists(session)) {
        run(forget, session, Map.of("user", user));
      }
      session.jdbc().commit();
    }

    private boolean exists(Lease session) throws SQLException {
      return exists == null || exists.query(session, Map.of()) != null;
    }

    private static void run(List<NamedSql> statements, Lease session, Map<String, Object> values)
        throws SQLException {
      for (NamedSql statement : statements) {
        statement.query(session, values);
      }
    }
  }

  /** SQL statement with named parameters. Their order in the text differs between databases. */
  record NamedSql(String text, List<String> binds) {
    /** Parses each {@code :name} as a parameter, but not {@code ::type}, a PostgreSQL cast. */
    static NamedSql of(String text) {
      List<String> binds =
          ViewDefinition.BIND.matcher(text).results().map(name -> name.group(1)).toList();
      return new NamedSql(ViewDefinition.BIND.matcher(text).replaceAll("?"), binds);
    }

    String query(Lease session, Map<String, Object> values) throws SQLException {
      try (PreparedStatement statement = session.jdbc().prepareStatement(session.sql(text))) {
        for (int i = 0; i < binds.size(); i++) {
          statement.setObject(i + 1, values.get(binds.get(i)));
        }
        if (!statement.execute()) {
          return null;
        }
        try (ResultSet rows = statement.getResultSet()) {
          return rows.next() ? rows.getString(1) : null;
        }
      }
    }
  }
}
