package cloakroom.connection;

import static cloakroom.connection.ServerUnderTest.ask;
import static cloakroom.connection.ServerUnderTest.run;
import static org.junit.jupiter.api.Assumptions.abort;

import cloakroom.database.Database;
import cloakroom.database.TestOracle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/** The Oracle of the profile {@code oracle}, seen by its user or, where we have one, by SYS. */
enum OracleUnderTest implements ServerUnderTest {
  SERVER;

  private static final int NO_SUCH_TABLE = 942;
  private static final int NOT_ALLOWED = 1031;

  @Override
  public Database database() {
    return TestOracle.database();
  }

  @Override
  public void makeCoat(Connection observer) throws SQLException {
    try {
      run(observer, "drop table coat purge");
    } catch (SQLException e) {
      if (e.getErrorCode() != NO_SUCH_TABLE) {
        throw e;
      }
    }
    run(observer, "create table coat (owner varchar2(9) primary key, colour varchar2(9))");
    run(observer, "insert into coat values ('alice', 'red')");
  }

  @Override
  public void lockCoat(Connection observer) throws SQLException {
    run(observer, "select owner from coat for update nowait");
  }

  /** Audited sessions get a number that none before had. */
  @Override
  public int backend(Connection connection) throws SQLException {
    return Integer.parseInt(
        ask(connection, "select sys_context('userenv', 'sessionid') from dual"));
  }

  @Override
  public void kill(Connection observer, int backend) throws SQLException {
    String which = " from v$session s where s.audsid = " + backend;
    String lives = "select count(*)" + which;
    try (Connection killer = TestOracle.administratorOrUser()) {
      if (!ask(killer, lives).equals("0")) {
        String victim = ask(killer, "select s.sid || ',' || s.serial#" + which);
        run(killer, "alter system kill session '" + victim + "' immediate");
      }
      ServerUnderTest.await(killer, lives + " and s.status <> 'KILLED'", "0");
    } catch (SQLException e) {
      throw missingRight(e, "end sessions: grant alter system to " + user());
    }
  }

  @Override
  public void awaitSessions(Connection observer, String application, int count)
      throws SQLException {
    String sessions = "select count(*) from v$session s where s.program = '" + application + "'";
    try (Connection watcher = TestOracle.administratorOrUser()) {
      ServerUnderTest.await(watcher, sessions, Integer.toString(count));
    } catch (SQLException e) {
      throw missingRight(e, "read v$session: see sql/oracle/admin/04-monitoring.sql");
    }
  }

  private SQLException missingRight(SQLException e, String what) {
    if (e.getErrorCode() == NOT_ALLOWED || e.getErrorCode() == NO_SUCH_TABLE) {
      return abort(user() + " may not " + what);
    }
    return e;
  }

  @Override
  public long sessionsSoFar(Connection observer) {
    return abort("Oracle counts the sessions of all users and of its own jobs together");
  }

  @Override
  public String otherSchema() {
    return "SYS";
  }

  @Override
  public int holdability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void leaveState(Connection session) throws SQLException {
    run(session, "begin cloakroom_state_kinds.set_variable('17'); end;");
    run(session, "insert into state_kinds_rows (note) values ('pocket')");
  }

  @Override
  public String ticket(Connection session) throws SQLException {
    return Objects.toString(
        ask(session, "select cloakroom_state_kinds.get_variable from dual"), "");
  }

  @Override
  public String context(Connection session) throws SQLException {
    return Objects.toString(
        ask(session, "select sys_context('userenv', 'client_info') from dual"), "");
  }

  @Override
  public String visible(String client) {
    return client.substring(0, 8);
  }

  @Override
  public boolean hasPocket(Connection session) throws SQLException {
    return !ask(session, "select count(*) from state_kinds_rows").equals("0");
  }

  /** No lock outlives a transaction here. */
  @Override
  public boolean isLockFree(Connection observer) {
    return true;
  }

  @Override
  public String application(Connection session) throws SQLException {
    return ask(session, "select sys_context('userenv', 'client_program_name') from dual");
  }

  @Override
  public String urlNaming(String application) {
    return abort("an Oracle URL has no place for the name of a program");
  }
}
