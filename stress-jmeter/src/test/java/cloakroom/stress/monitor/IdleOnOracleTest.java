package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.InspectionFinding;
import cloakroom.stress.observe.IdleSessions;
import cloakroom.stress.process.StressFailure;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class IdleOnOracleTest {
  private ViewsOnH2 oracle;

  @BeforeEach
  void start() throws SQLException {
    oracle = new ViewsOnH2("idle");
    session(1, "INACTIVE", 30, "'0A'");
    session(2, "ACTIVE", 30, "null");
    session(3, "INACTIVE", 5, "null");
    oracle.execute("insert into all_objects values(77, 'CARTS')");
    oracle.execute("insert into v$lock values(1, 'TM', 3, 77), (3, 'UL', 6, 1073741824)");
    oracle.execute("insert into v$sort_usage values('S3', 'DATA'), ('S2', 'DATA')");
  }

  private void session(int id, String status, int seconds, String transaction) throws SQLException {
    oracle.execute(
        "insert into v$session(type, status, program, username, sid, serial#, saddr, last_call_et,"
            + " taddr) values('USER', '%s', 'shop', 'HR', %d, 1, 'S%d', %d, %s)"
                .formatted(status, id, id, seconds, transaction));
  }

  @AfterEach
  void stop() throws SQLException {
    oracle.close();
  }

  private InspectionResult lookAs(String user) throws SQLException {
    MonitorConnection connection = oracle.connection(user);
    try (IdleSessions sessions =
        new IdleSessions(MonitorDialect.ORACLE, user, Duration.ofSeconds(10), connection)) {
      sessions.sample();
      return sessions.result();
    }
  }

  @Test
  void idleSession_isFoundWithWhatItHolds_andOthersAreNot() throws SQLException {
    InspectionResult result = lookAs(ViewsOnH2.OWNER);

    assertThat(result.findings())
        .extracting(InspectionFinding::label)
        .containsExactlyInAnyOrder("open transaction", "posted change CARTS");
    assertThat(result.findings().get(0).leftBy().get(0).statement())
        .isEqualTo("application shop, user HR");
    assertThat(result.findings().get(0).leftBy().get(0).longestSeconds()).isEqualTo(30);
    assertThat(result.handedOut()).isEqualTo(3);
    assertThat(result.boundaries()).isEqualTo(1);
    assertThat(result.unavailableReasons()).containsKeys("packageState", "sessionSetting");
  }

  @Test
  void segmentsAndLocksOfASession_areToldByTheirKinds() throws SQLException {
    oracle.execute("update v$session set last_call_et = 11 where sid = 3");

    assertThat(lookAs(ViewsOnH2.OWNER).findings())
        .extracting(InspectionFinding::label)
        .contains("advisory lock #", "temporary table");
  }

  @Test
  void whatMayNotBeRead_isNotTold_andNeverNothing() throws SQLException {
    oracle.userWith("poor", "v$session", "v$sort_usage");
    oracle.execute("grant select on all_objects to poor");

    InspectionResult result = lookAs("poor");

    assertThat(result.unavailableReasons().get("advisoryLock"))
        .isEqualTo("not permitted: grant read on sys.v_$lock, sys.v_$session to poor");
    assertThat(result.findings())
        .extracting(InspectionFinding::label)
        .containsExactly("open transaction");
    assertThat(result.verdict()).contains("as far as the database reports", "tableLock");
  }

  @Test
  void whoMaySeeNoSession_isToldWhatItTakes() throws SQLException {
    oracle.userWith("blind", "v$lock", "v$sort_usage", "all_objects");

    assertThatThrownBy(() -> lookAs("blind"))
        .isInstanceOf(StressFailure.class)
        .hasMessage("blind may not see sessions: grant read on sys.v_$session to blind");
  }
}
