package cloakroom.connection;

import static cloakroom.connection.ServerUnderTest.ask;
import static cloakroom.connection.ServerUnderTest.run;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The PostgreSQL that every build has. */
enum PostgresUnderTest implements ServerUnderTest {
  SERVER;

  private static final Database SCHEMA = TestDatabase.newEmptySchema();

  @Override
  public Database database() {
    return SCHEMA;
  }

  @Override
  public void makeCoat(Connection observer) throws SQLException {
    run(observer, "drop table if exists coat");
    run(observer, "create table coat (owner text primary key, colour text)");
    run(observer, "insert into coat values ('alice', 'red')");
  }

  @Override
  public void lockCoat(Connection observer) throws SQLException {
    run(observer, "select * from coat for update nowait");
  }

  @Override
  public int backend(Connection connection) throws SQLException {
    return Integer.parseInt(ask(connection, "select pg_backend_pid()"));
  }

  @Override
  public void kill(Connection observer, int backend) throws SQLException {
    String lives = "select count(*) from pg_stat_activity where pid = " + backend;
    if (ask(observer, lives).equals("1")) {
      run(observer, "select pg_terminate_backend(" + backend + ")");
    }
    ServerUnderTest.await(observer, lives, "0");
  }

  @Override
  public void awaitSessions(Connection observer, String application, int count)
      throws SQLException {
    ServerUnderTest.await(
        observer,
        "select count(*) from pg_stat_activity where application_name = '" + application + "'",
        Integer.toString(count));
  }

  @Override
  public long sessionsSoFar(Connection observer) throws SQLException {
    ServerUnderTest.await(
        observer,
        "select count(*) from pg_stat_activity where datname = current_database()"
            + " and pid <> pg_backend_pid() and backend_type = 'client backend'",
        "0");
    run(observer, "select pg_stat_force_next_flush()");
    String sql = "select sessions from pg_stat_database where datname = current_database()";
    return Long.parseLong(ask(observer, sql));
  }

  @Override
  public String otherSchema() {
    return "pg_catalog";
  }

  @Override
  public int holdability() {
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public void leaveState(Connection session) throws SQLException {
    run(session, "set coat.ticket = '17'");
    run(session, "create temporary table pocket (item text)");
    run(session, "select pg_advisory_lock(4711)");
  }

  @Override
  public String ticket(Connection session) throws SQLException {
    return ask(session, "select coalesce(current_setting('coat.ticket', true), '')");
  }

  @Override
  public String context(Connection session) throws SQLException {
    return ask(session, "select coalesce(current_setting('cloakroom.session', true), '')");
  }

  /** The setting is the session's alone. */
  @Override
  public String visible(String client) {
    return client;
  }

  @Override
  public boolean hasPocket(Connection session) throws SQLException {
    return ask(session, "select to_regclass('pg_temp.pocket') is null").equals("f");
  }

  @Override
  public boolean isLockFree(Connection observer) throws SQLException {
    return ask(observer, "select pg_try_advisory_lock(4711)").equals("t");
  }

  @Override
  public String application(Connection session) throws SQLException {
    return ask(session, "show application_name");
  }

  @Override
  public String urlNaming(String application) {
    return url() + (url().contains("?") ? "&" : "?") + "ApplicationName=" + application;
  }
}
