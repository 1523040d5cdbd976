package cloakroom.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check finds slips: each is put into a real script, which is right without it. */
final class OracleScriptCheckTest {
  private static final OracleScriptCheck CHECK = OracleScripts.check();

  private static List<String> slipped(String script, String right, String wrong) {
    String text = OracleScripts.text(script);
    assertThat(text).contains(right);
    return CHECK.script(script, text.replace(right, wrong));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          01-ps-txn.sql       | create table ps_txn         | create tabel ps_txn       | line 12: syntax: .*tabel.*
          01-ps-txn.sql       | increment by 50             | incremnt by 50            | line 31: syntax: .*incremnt.*
          01-ps-txn.sql       | content       blob          | content       vlob(       | line \\d+: syntax: .*
          04-fetch-test.sql   | varchar2(32)                | varchar3(32)              | line \\d+: syntax: .*
          03-hr.sql           | connect by level <= v_rows  | conect by level <= v_rows | line \\d+: syntax: .*conect.*
          05-bc4j-cleanup.sql | for update skip locked      | for update skip loked     | line 29: syntax: .*
          05-bc4j-cleanup.sql | end loop                    | endloop                   | line \\d+: syntax: .*
          05-bc4j-cleanup.sql | pragma exception_init(table_missing, -942) | pragma exception_init(table_missing -942) | line \\d+: syntax: .*
          06-state-kinds.sql  | RETURN g_variable           | RETRUN g_variable         | line \\d+: syntax: .*
          06-state-kinds.sql  | ON COMMIT PRESERVE ROWS     | ON COMIT PRESERVE ROWS    | line \\d+: syntax: .*COMIT.*
          admin/02-shared-servers.sql | alter system register | alter system registre   | line 24: alter system here is register, .*
          admin/04-monitoring.sql | grant read on           | grant raed on             | line 27: raed is no privilege on an object
          """)
  void typo_isFoundWhereItIs(String script, String right, String wrong, String message) {
    assertThat(slipped(script, right, wrong))
        .isNotEmpty()
        .first()
        .asString()
        .matches("(?s)" + script + ", " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          watch/statistics.sql | n.name = 'user commits' | n.name = 'user comits'      | v$con_sysstat has no row user comits in oracle/statistics.txt
          watch/time-model.sql | when t.stat_name = 'DB time' | when t.stat_name = 'DB Time' | v$con_sys_time_model has no row DB Time in
          watch/waits.sql      | = 'User I/O'            | = 'User IO'                 | v$con_system_event has no row User IO in
          watch/settings.sql   | wait', 'cpu_count'      | wait', 'cpu_counts'         | v$parameter has no row cpu_counts in
          watch/sessions.sql   | s.taddr is not null     | s.tadr is not null          | s has no column tadr: it has
          watch/drcp.sql       | from v$cpool_stats p    | from v$cpool_stat p         | no table or view v$cpool_stat in our scripts
          watch/ps-txn-bytes.sql | l.table_name          | l.tabel_name                | l has no column tabel_name: it has
          watch/tidy.sql       | tabname => t.           | tablename => t.             | has no parameter tablename, but
          """)
  void slipInAQuestion_isFound(String script, String right, String wrong, String message) {
    assertThat(String.join("\n", slipped(script, right, wrong))).contains(message);
  }

  @Test
  void procedureThatAPackageHasNot_isFound() {
    assertThat(
            slipped(
                "admin/01-drcp.sql",
                "dbms_connection_pool.start_pool(",
                "dbms_connection_pool.start_pol("))
        .containsExactly(
            "admin/01-drcp.sql, line 40: dbms_connection_pool.start_pol is not in"
                + " oracle/packages.txt, where dbms_connection_pool has alter_param,"
                + " configure_pool, restore_defaults, start_pool, stop_pool");
  }

  @Test
  void packageThatOracleHasNot_isFound() {
    assertThat(slipped("04-fetch-test.sql", "dbms_stats.", "dbms_stat."))
        .singleElement()
        .asString()
        .startsWith("04-fetch-test.sql, line 41: dbms_stat is not in oracle/packages.txt,")
        .endsWith("dbms_session, dbms_stats, dbms_transaction");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          minsize                => 4 | minsiz                => 4  | has no parameter minsiz, but pool_name?, minsize?
          minsize                => 4 | minsize                = > 4 | = > is no symbol
          pool_name              =>   | pool                   =>    | has no parameter pool, but
          """)
  void parameterThatAProcedureHasNot_isFound(String right, String wrong, String message) {
    assertThat(String.join("\n", slipped("admin/01-drcp.sql", right, wrong))).contains(message);
  }

  @Test
  void parameterThatIsMissingOrTooMuch_isFound() {
    assertThat(slipped("03-hr.sql", "ownname => user, tabname => 'EMPLOYEES'", "ownname => user"))
        .singleElement()
        .asString()
        .endsWith("dbms_stats.gather_table_stats is called without its parameter tabname");
    assertThat(CHECK.statement("begin dbms_session.clear_identifier(1); end;"))
        .singleElement()
        .asString()
        .startsWith("dbms_session.clear_identifier has 0 parameters and is given 1 in: begin");
  }

  @Test
  void columnThatAViewHasNot_isFound() {
    assertThat(slipped("admin/05-metrics-root.sql", "p.num_waits", "p.num_waites"))
        .containsExactly(
            "admin/05-metrics-root.sql, line 10: p has no column num_waites: it has"
                + " client_req_timeouts, con_id, historic_max, num_auth_servers,"
                + " num_authentications, num_busy_servers, num_hits, num_misses,"
                + " num_open_servers, num_purged, num_requests, num_waits, pool_name, wait_time");
    assertThat(CHECK.statement("select stat_nam, value from v$sys_time_model order by valeu"))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("no column stat_nam in v$sys_time_model in: select");
    assertThat(CHECK.statement("select parsing_schema_name from v$sqlstats"))
        .anyMatch(problem -> problem.startsWith("v$sqlstats is not in oracle/views.txt"));
  }

  @Test
  void viewThatOracleHasNot_isFoundInQueriesAndGrants() {
    assertThat(slipped("admin/05-metrics.sql", "v$con_sysstat", "v$con_sysstats"))
        .anyMatch(problem -> problem.contains("v$con_sysstats is not in oracle/views.txt"));
    assertThat(slipped("admin/04-monitoring.sql", "v_$con_sysstat", "v_$con_sysstats"))
        .containsExactly(
            "admin/04-monitoring.sql, line 28: v_$con_sysstats is not in oracle/views.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          03-hr.sql           | department_name, manager_id, location_id) | department_nam, manager_id, location_id) | no column department_nam in departments
          05-bc4j-cleanup.sql | where creation_date < :limit | where created < :limit  | no column created in ps_txn
          05-bc4j-cleanup.sql | from pcoll_control           | from pcol_control       | no table or view pcol_control in our scripts
          06-state-kinds.sql  | WHERE user_id = p_user       | WHERE user_id = p_usr   | no column p_usr in state_kinds
          05-bc4j-cleanup.sql | :place                       | :rowid                  | a bind cannot be called rowid
          admin/05-metrics.sql | as sessions                 | as session              | session is a reserved word
          """)
  void nameThatOurOwnTablesHaveNot_isFound(
      String script, String right, String wrong, String message) {
    assertThat(slipped(script, right, wrong))
        .isNotEmpty()
        .allMatch(problem -> problem.startsWith(script + ", line "))
        .anyMatch(problem -> problem.contains(message));
  }

  @Test
  void parameterOfTheInstance_isFound() {
    assertThat(slipped("admin/02-shared-servers.sql", "max_shared_servers", "max_shared_server"))
        .singleElement()
        .asString()
        .endsWith("line 21: max_shared_server is not in oracle/parameters.txt");
  }

  @Test
  void whatSqlPlusWouldTakeOtherwise_isFound() {
    String script =
        """
        select 1
        from dual -- one;

        where 1 = 2 -
        1;
        select 'R&D' from dual;
        -- the end;
        """;
    assertThat(CHECK.script("x.sql", script))
        .containsExactly(
            "x.sql, line 2: SQL*Plus ends a statement at a line that ends in ;",
            "x.sql, line 3: SQL*Plus ends a statement of SQL at an empty line",
            "x.sql, line 4: SQL*Plus joins a line that ends in - with the next",
            "x.sql, line 6: SQL*Plus asks for a value at &",
            "x.sql, line 7: SQL*Plus wants no comment's line to end in ;");
  }

  @Test
  void scriptThatCannotBeCut_isOneFinding() {
    assertThat(CHECK.script("x.sql", "select 'a from dual;"))
        .containsExactly("x.sql, line 1: the quote ' never ends");
  }

  @Test
  void whatIsRight_isLeftInPeace() {
    OracleScriptCheck check =
        OracleScriptCheck.knowing(Map.of("t.sql", "create table t (a number, b date);"));
    assertThat(
            check.script(
                "t.sql",
                """
                insert into t (a, b) values (1, sysdate);
                select x.a, max(x.b) as last from t x where x.a = 1 or a in (
                  select level from dual connect by level < 3) group by x.a order by last;
                update t set a = a + 1 where rownum = 1;
                """))
        .isEmpty();
  }
}
