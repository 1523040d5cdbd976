package cloakroom.app;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import cloakroom.connection.Lease;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.StateKind;
import cloakroom.platform.Resources;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements of the probes in the dialect of one database, from state-kinds.txt.
 *
 * @param places statements of the kinds in the database session or transaction
 * @param upload statements of a large object that is written in pieces: begin returns its locator,
 *     append adds a piece, read returns the content or no row, forget removes it if it exists
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
    return switch (DatabaseKind.of(url)) {
      case POSTGRESQL -> POSTGRESQL;
      case ORACLE -> ORACLE;
    };
  }

  /**
   * Statements that write, read and remove the value of one kind in a database session. Their binds
   * are {@code :user} and {@code :value}.
   *
   * @param exists returns a row if the place exists; null for a place that always exists
   * @param ofSession whether the value belongs to the session and is committed; otherwise it
   *     belongs to the open transaction
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

    /** Writes the value; one of the session replaces an old value and is committed. */
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

    /** Returns the value, of any session, or null; leaves the transaction as it is. */
    String read(Lease session, long user) throws SQLException {
      return exists(session) ? read.query(session, Map.of("user", user)) : null;
    }

    /** Removes the value and commits; called without an open transaction. */
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

  /**
   * Statement with named binds, because each database needs the values in another order.
   *
   * @param text SQL with question marks
   * @param binds names of the values for the question marks
   */
  record NamedSql(String text, List<String> binds) {
    private static final Pattern NAME = Pattern.compile("(?<![:\\w]):([a-z]+)");

    /** Parses {@code :name} as a bind; {@code ::type} is a cast. */
    static NamedSql of(String text) {
      List<String> binds = new ArrayList<>();
      Matcher names = NAME.matcher(text);
      while (names.find()) {
        binds.add(names.group(1));
      }
      return new NamedSql(names.replaceAll("?"), List.copyOf(binds));
    }

    /** Executes the statement; returns the first column of the first row, or null without rows. */
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
