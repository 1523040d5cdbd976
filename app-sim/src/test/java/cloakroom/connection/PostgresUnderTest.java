package cloakroom.connection;

import static cloakroom.database.TestDatabase.ask;
import static cloakroom.database.TestDatabase.execute;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

enum PostgresUnderTest implements ServerUnderTest {
  SERVER;

  private static final Database SCHEMA = TestDatabase.newEmptySchema();

  @Override
  public Database database() {
    return SCHEMA;
  }

  @Override
  public void makeCoat(Connection observer) throws SQLException {
    execute(observer, "drop table if exists coat");
    execute(observer, "create table coat (owner text primary key, colour text)");
    execute(observer, "insert into coat values ('alice', 'red')");
  }

  @Override
  public String sql(Query query) {
    return switch (query) {
      case BACKEND -> "select pg_backend_pid()";
      case COAT_LOCKED -> "select owner from coat for update nowait";
      case TICKET -> "select current_setting('coat.ticket', true)";
      case CONTEXT -> "select current_setting('cloakroom.session', true)";
      case POCKETS -> "select (to_regclass('pg_temp.pocket') is not null)::integer";
      case FREE_LOCKS -> "select pg_try_advisory_lock(4711)::integer";
      case APPLICATION -> "show application_name";
    };
  }

  @Override
  public void kill(Connection observer, int backend) throws SQLException {
    String lives = "select count(*) from pg_stat_activity where pid = " + backend;
    if (ask(observer, lives).equals("1")) {
      execute(observer, "select pg_terminate_backend(" + backend + ")");
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
    execute(observer, "select pg_stat_force_next_flush()");
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
    execute(session, "set coat.ticket = '17'");
    execute(session, "create temporary table pocket (item text)");
    execute(session, "select pg_advisory_lock(4711)");
  }

  @Override
  public String visible(String client) {
    return client;
  }

  @Override
  public String urlNaming(String application) {
    return url() + (url().contains("?") ? "&" : "?") + "ApplicationName=" + application;
  }
}
