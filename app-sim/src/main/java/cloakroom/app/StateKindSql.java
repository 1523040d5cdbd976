package cloakroom.app;

import cloakroom.connection.Lease;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.StateKind;
import cloakroom.platform.Resources;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The statements of the probes in the words of one database; state-kinds.txt has them.
 *
 * @param places where a kind lives that is neither the module's nor an upload
 * @param upload how a large object is written in pieces
 */
record StateKindSql(Map<StateKind, DatabasePlace> places, Upload upload) {
  /** A row if the user has one. */
  static final NamedSql OWN_ROW =
      NamedSql.of("select user_id from cloakroom.state_kinds where user_id = :user");

  /** What is committed in the user's row. */
  static final NamedSql OWN_NOTE =
      NamedSql.of("select note from cloakroom.state_kinds where user_id = :user");

  static final StateKindSql POSTGRESQL = read(DatabaseKind.POSTGRESQL);
  static final StateKindSql ORACLE = read(DatabaseKind.ORACLE);

  private static StateKindSql read(DatabaseKind database) {
    Map<StateKind, Map<String, List<NamedSql>>> table =
        Resources.rows("cloakroom/app/state-kinds.txt").stream()
            .filter(row -> row.get(0).equals(database.name()))
            .collect(
                Collectors.groupingBy(
                    row -> StateKind.valueOf(row.get(1)),
                    Collectors.groupingBy(
                        row -> row.get(2),
                        Collectors.mapping(row -> NamedSql.of(row.get(3)), Collectors.toList()))));
    Map<String, List<NamedSql>> upload = table.remove(StateKind.UPLOAD);
    Map<StateKind, DatabasePlace> places = new EnumMap<>(StateKind.class);
    table.forEach((kind, statements) -> places.put(kind, DatabasePlace.of(kind, statements)));
    return new StateKindSql(
        places,
        new Upload(
            upload.get("begin").get(0),
            upload.get("append").get(0),
            upload.get("read").get(0),
            upload.get("forget").get(0)));
  }

  static StateKindSql forUrl(String url) {
    return switch (DatabaseKind.of(url)) {
      case POSTGRESQL -> POSTGRESQL;
      case ORACLE -> ORACLE;
    };
  }

  /**
   * The statements of an upload.
   *
   * @param begin answers the locator of a new, empty large object
   * @param append writes a piece at the end
   * @param read answers what has been written, or nothing if the large object is gone
   * @param forget removes the large object if it is there
   */
  record Upload(NamedSql begin, NamedSql append, NamedSql read, NamedSql forget) {}

  /**
   * Where one kind of state lives in a database session: what leaves a value there, finds one and
   * removes it. The statements know {@code :user} and {@code :value}.
   *
   * @param exists answers a row if the place is there at all; null for a place that always is
   * @param write statements, in order
   * @param read query for the value
   * @param forget statements, in order
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

    /** Leaves the value; what belongs to the session replaces what was there and is committed. */
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

    /** The value that is there, whoever left it, or null; changes nothing and ends nothing. */
    String read(Lease session, long user) throws SQLException {
      return exists(session) ? read.ask(session, Map.of("user", user)) : null;
    }

    /** Removes what is there, for good; outside a transaction. */
    void forget(Lease session, long user) throws SQLException {
      if (!forget.isEmpty() && exists(session)) {
        run(forget, session, Map.of("user", user));
      }
      session.jdbc().commit();
    }

    private boolean exists(Lease session) throws SQLException {
      return exists == null || exists.ask(session, Map.of()) != null;
    }

    private static void run(List<NamedSql> statements, Lease session, Map<String, Object> values)
        throws SQLException {
      for (NamedSql statement : statements) {
        statement.ask(session, values);
      }
    }
  }

  /**
   * One statement whose binds have names, so that the texts of several databases can take the same
   * values in an order of their own.
   *
   * @param text with question marks
   * @param binds name of the value for each question mark
   */
  record NamedSql(String text, List<String> binds) {
    private static final Pattern NAME = Pattern.compile("(?<![:\\w]):([a-z]+)");

    /** Reads {@code :name} as a bind; {@code ::type} is a cast. */
    static NamedSql of(String text) {
      List<String> binds = new ArrayList<>();
      Matcher names = NAME.matcher(text);
      while (names.find()) {
        binds.add(names.group(1));
      }
      return new NamedSql(names.replaceAll("?"), List.copyOf(binds));
    }

    /** Runs it; the first column of the first row as text, or null if there is none. */
    String ask(Lease session, Map<String, Object> values) throws SQLException {
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
