package cloakroom.app;

import cloakroom.contract.StateKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Where one kind of state lives in a database session: what leaves a value there, finds one and
 * removes it. The statements know {@code :user} and {@code :value}.
 *
 * @param exists answers a row if the place is there at all; null for a place that always is
 * @param write statements, in order
 * @param read query for the value
 * @param forget statements, in order
 * @param ofSession whether the value belongs to the session and is committed; otherwise it belongs
 *     to the open transaction
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
  void write(Connection session, long user, String value) throws SQLException {
    Map<String, Object> values = Map.of("user", user, "value", value);
    if (ofSession) {
      run(exists(session) ? forget : List.of(), session, values);
    }
    run(write, session, values);
    if (ofSession) {
      session.commit();
    }
  }

  /** The value that is there, whoever left it, or null; changes nothing and ends nothing. */
  String read(Connection session, long user) throws SQLException {
    return exists(session) ? read.ask(session, Map.of("user", user)) : null;
  }

  /** Removes what is there, for good; outside a transaction. */
  void forget(Connection session, long user) throws SQLException {
    if (!forget.isEmpty() && exists(session)) {
      run(forget, session, Map.of("user", user));
    }
    session.commit();
  }

  private boolean exists(Connection session) throws SQLException {
    return exists == null || exists.ask(session, Map.of()) != null;
  }

  private static void run(List<NamedSql> statements, Connection session, Map<String, Object> values)
      throws SQLException {
    for (NamedSql statement : statements) {
      statement.ask(session, values);
    }
  }
}
