package cloakroom.bench.study.s1;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import oracle.jdbc.OraclePreparedStatement;
import org.postgresql.PGStatement;

/**
 * One connection that is held throughout and prepares, executes and closes a statement for every
 * look-up, as an application does that leaves caching to its driver.
 *
 * <p>pgjdbc keeps a closed statement in its cache; at the fifth execution it has the server keep it
 * too ({@code prepareThreshold=5}, the default), and from then on nothing is parsed. A statement
 * that never stays in the cache starts anew each time and is parsed each time.
 */
record LookupSession(Connection connection) implements AutoCloseable {
  private static final String KEPT =
      "select count(*) from pg_prepared_statements where not from_sql";

  /** Connects; the driver may keep so many statements, none if 0. */
  static LookupSession open(Database database, int statementCache) throws SQLException {
    Connections connections =
        Subject.UNPOOLED.open(database, SubjectSettings.full(1).withStatementCache(statementCache));
    return new LookupSession(connections.take());
  }

  /** Looks a key up with a statement that may be kept, or is to be kept nowhere. */
  String bound(String sql, int key, boolean kept) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      if (!kept && TableRead.isOracle(connection)) {
        statement.unwrap(OraclePreparedStatement.class).setDisableStmtCaching(true);
      } else if (!kept) {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
      }
      statement.setInt(1, key);
      return answer(statement);
    }
  }

  String literal(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return answer(statement);
    }
  }

  private static String answer(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new IllegalStateException("no row for " + statement);
      }
      return row.getString(1);
    }
  }

  /** Statements that the server keeps for this session. */
  int kept() throws SQLException {
    return Integer.parseInt(Connections.ask(connection, KEPT));
  }

  /**
   * Refuses a session of which the server does not keep so many statements. Oracle's server shows
   * no user what it keeps for a session, and is not asked.
   */
  void requireKept(int statements) throws SQLException {
    if (TableRead.isOracle(connection)) {
      return;
    }
    int kept = kept();
    if (kept != statements) {
      throw new IllegalStateException(
          "the server keeps %d statements, %d were expected".formatted(kept, statements));
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
