package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MonitorDialectTest {
  private static final List<String> TABLES = List.of("departments", "employees");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:oracle:thin:@//h:1521/svc                | jdbc:oracle:thin:@//h:1521/svc                   | false
          jdbc:oracle:thin:@//h:1521/svc:pooled         | jdbc:oracle:thin:@//h:1521/svc:dedicated         | true
          jdbc:oracle:thin:@h:1521/svc:SHARED           | jdbc:oracle:thin:@h:1521/svc:dedicated           | false
          jdbc:oracle:thin:@h/svc:Pooled?retry_count=2  | jdbc:oracle:thin:@h/svc:dedicated?retry_count=2  | true
          jdbc:oracle:thin:@(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=s)(SERVER = POOLED))) | jdbc:oracle:thin:@(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=s)(SERVER = dedicated))) | true
          jdbc:oracle:thin:@pooled:1521/pooledsvc       | jdbc:oracle:thin:@pooled:1521/pooledsvc          | false
          jdbc:postgresql:shared                        | jdbc:postgresql:shared                           | false
          """)
  void watcher_hasAServerOfItsOwn(String url, String dedicated, boolean pooled) {
    assertThat(MonitorDialect.of(url).dedicated(url)).isEqualTo(dedicated);
    assertThat(MonitorDialect.pooledByServer(url)).isEqualTo(pooled);
  }

  @Test
  void tidying_databaseOfOthers_ordersNoCheckpoint() {
    assertThat(MonitorDialect.POSTGRESQL.maintenance(false, TABLES))
        .hasSize(3)
        .allSatisfy(sql -> assertThat(sql).startsWith("vacuum (analyze, skip_locked) cloakroom."));
    assertThat(MonitorDialect.POSTGRESQL.maintenance(true, TABLES))
        .hasSize(4)
        .contains("checkpoint");
    assertThat(MonitorDialect.ORACLE.maintenance(false, TABLES).get(0))
        .contains("in ('PS_TXN', 'DEPARTMENTS', 'EMPLOYEES')");
  }

  @ParameterizedTest
  @CsvSource({
    "ORACLE, 42000, 942, true, true", "ORACLE, 42000, 1031, true, false",
    "ORACLE, 42000, 2289, false, true", "ORACLE, 42000, 904, false, false",
    "POSTGRESQL, 42501, 0, true, false", "POSTGRESQL, 42P01, 0, false, true",
    "POSTGRESQL, 3F000, 0, false, true"
  })
  void errors_areClassifiedByTheCodesOfEachDatabase(
      MonitorDialect dialect, String state, int code, boolean denied, boolean absent) {
    SQLException failure = new SQLException("", state, code);

    assertThat(dialect.denied(failure)).isEqualTo(denied);
    assertThat(dialect.absent(failure)).isEqualTo(absent);
  }

  @Test
  void grant_namesEveryView() {
    assertThat(MonitorDialect.ORACLE.grant("select 1 from V$SESSION s, v$transaction t", "mon"))
        .isEqualTo("grant read on sys.v_$session, sys.v_$transaction to mon");
  }

  @Test
  void sessionsOfARun_haveItsProcessHostAndStartInTheirNames() {
    assertThat(MonitorDialect.inUse("cloakroom-monitor" + MonitorDialect.RUN))
        .matches(
            "another run uses this schema \\(host \\S+, process "
                + ProcessHandle.current().pid()
                + ", since 20\\d{6}T\\d{6}Z\\); wait for its end or stop it");
    assertThat("cloakroom-monitor" + MonitorDialect.RUN).hasSizeLessThan(64);
  }

  @Test
  void otherDatabases_cannotBeWatched() {
    assertThatThrownBy(() -> MonitorDialect.of("jdbc:h2:mem:x"))
        .hasMessage("a JDBC URL starts with jdbc:postgresql: or jdbc:oracle:");
  }

  @Test
  void silence_endsAConnection() {
    assertThat(MonitorDialect.ORACLE.properties(Duration.ofSeconds(5)))
        .containsEntry("oracle.jdbc.ReadTimeout", "5000")
        .hasEntrySatisfying(
            "v$session.program",
            name -> assertThat((String) name).startsWith("cloakroom-monitor ").hasSizeLessThan(49));
    assertThat(MonitorDialect.POSTGRESQL.properties(Duration.ofSeconds(5)))
        .containsEntry("socketTimeout", "5")
        .containsEntry("ApplicationName", "cloakroom-monitor" + MonitorDialect.RUN)
        // names of statements would have to be shared by a bouncer's servers
        .containsEntry("prepareThreshold", "0");
  }
}
