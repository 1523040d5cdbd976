package cloakroom.connection;

import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.Password;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * What the contract of connection sources asks of a server, each in its own words. What a server
 * cannot tell ends the test as skipped, with the reason.
 */
interface ServerUnderTest {
  Database database();

  default String url() {
    return database().url();
  }

  default String user() {
    return database().user();
  }

  default Password password() {
    return database().password();
  }

  default ConnectionSettings settings(PoolKind kind, int size) {
    return settings(url(), kind, size);
  }

  /** Time-outs short enough for tests of failures, long enough for a busy machine. */
  default ConnectionSettings settings(String url, PoolKind kind, int size) {
    return ConnectionSettings.to(url, user(), password())
        .pool(kind, size)
        .borrowWait(Duration.ofSeconds(20))
        .login(Duration.ofSeconds(10));
  }

  /** A session that looks at the others; its transactions end with each statement. */
  default Connection observer() throws SQLException {
    return database().connect();
  }

  /** A table of one row: alice's coat is red. */
  void makeCoat(Connection observer) throws SQLException;

  /** Fails at once where another transaction holds the row. */
  void lockCoat(Connection observer) throws SQLException;

  /** A number that no other session has while this one lives. */
  int backend(Connection connection) throws SQLException;

  /** Ends that session, if it lives, and returns when it is gone. */
  void kill(Connection observer, int backend) throws SQLException;

  /** Waits until so many sessions call themselves so. */
  void awaitSessions(Connection observer, String application, int count) throws SQLException;

  /** The sessions that were ever begun, once all but the observer's have ended. */
  long sessionsSoFar(Connection observer) throws SQLException;

  /** A schema that is not the user's. */
  String otherSchema();

  /** What a new session's holdability is. */
  int holdability();

  /** Sets the ticket to 17, fills the pocket and takes the lock: what only a reset takes away. */
  void leaveState(Connection session) throws SQLException;

  /** A variable of the session; empty where it was not set. */
  String ticket(Connection session) throws SQLException;

  /** What {@link Lease#context} has written; empty where nothing was. */
  String context(Connection session) throws SQLException;

  /** What of a client's name others may read. */
  String visible(String client);

  /** Whether temporary rows are there. */
  boolean hasPocket(Connection session) throws SQLException;

  boolean isLockFree(Connection observer) throws SQLException;

  /** What the session calls itself. */
  String application(Connection session) throws SQLException;

  /** The URL with a name for the application in it. */
  String urlNaming(String application);

  static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  /** Asks again and again until the answer comes. */
  static void await(Connection observer, String sql, String answer) {
    Await.until(
        sql + " answers " + answer,
        () -> {
          try {
            return ask(observer, sql).equals(answer);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
