package cloakroom.connection;

import static cloakroom.database.TestDatabase.ask;
import static cloakroom.database.TestDatabase.execute;
import static org.junit.jupiter.api.Assumptions.abort;

import cloakroom.database.Database;
import cloakroom.database.TestOracle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Oracle of the profile {@code oracle}, observed by its user or, if available, by SYS. */
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
      execute(observer, "drop table coat purge");
    } catch (SQLException e) {
      if (e.getErrorCode() != NO_SUCH_TABLE) {
        throw e;
      }
    }
    execute(observer, "create table coat (owner varchar2(9) primary key, colour varchar2(9))");
    execute(observer, "insert into coat values ('alice', 'red')");
  }

  /** Oracle's locks end with the transaction. */
  @Override
  public String sql(Query query) {
    return switch (query) {
      case BACKEND -> "select sys_context('userenv', 'sessionid') from dual";
      case COAT_LOCKED -> "select owner from coat for update nowait";
      case TICKET -> "select cloakroom_state_kinds.get_variable from dual";
      case CONTEXT -> "select sys_context('userenv', 'client_info') from dual";
      case POCKETS -> "select sign(count(*)) from state_kinds_rows";
      case FREE_LOCKS -> "select 1 from dual";
      case APPLICATION -> "select sys_context('userenv', 'client_program_name') from dual";
    };
  }

  @Override
  public void kill(Connection observer, int backend) throws SQLException {
    String which = " from v$session s where s.audsid = " + backend;
    String lives = "select count(*)" + which;
    try (Connection killer = TestOracle.administratorOrUser()) {
      if (!ask(killer, lives).equals("0")) {
        String victim = ask(killer, "select s.sid || ',' || s.serial#" + which);
        execute(killer, "alter system kill session '" + victim + "' immediate");
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
    execute(session, "begin cloakroom_state_kinds.set_variable('17'); end;");
    execute(session, "insert into state_kinds_rows (note) values ('pocket')");
  }

  @Override
  public String visible(String client) {
    return client.substring(0, 8);
  }

  @Override
  public String urlNaming(String application) {
    return abort("an Oracle URL has no place for the name of a program");
  }
}
