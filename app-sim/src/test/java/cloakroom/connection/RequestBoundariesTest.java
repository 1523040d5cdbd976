package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.ErrorClass;
import cloakroom.platform.Password;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Driver properties and JDBC requests of leases, with Oracle's dialect for every pool. The URL is
 * PostgreSQL's, so that UCP does not open its connections itself.
 */
@ParameterizedClass
@EnumSource
final class RequestBoundariesTest {
  private static final String SECRET = "tiger17";
  private final SpyDriver driver = new SpyDriver();
  private final ConnectionSettings settings;
  private LeasingSource source;

  RequestBoundariesTest(PoolKind kind) {
    settings =
        ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of(SECRET))
            .pool(kind, 1)
            .resetLevel(ResetLevel.ROLLBACK)
            .statementCache(17)
            .fetchSize(18)
            .applicationName("spied")
            .name("spied-" + kind + "-" + System.nanoTime());
  }

  @BeforeEach
  void open() {
    source =
        new LeasingSource(
            settings,
            Dialect.ORACLE,
            ConnectionSources.openPool(settings, new PhysicalSource(settings, driver.driver())));
  }

  @AfterEach
  void close() {
    source.close();
  }

  private List<String> callsOf(Runnable work) {
    driver.calls.clear();
    work.run();
    return List.copyOf(driver.calls);
  }

  @Test
  void lease_isOneRequest_whichEndsAfterTheReset() {
    for (int borrow = 0; borrow < 2; borrow++) {
      List<String> calls = callsOf(() -> source.borrow().close());
      assertThat(calls)
          .filteredOn(call -> call.endsWith("Request"))
          .containsExactly("beginRequest", "endRequest");
      assertThat(calls).containsSubsequence("rollback", "endRequest");
    }
  }

  /** The driver of Oracle sends a rollback and the reset's block, and no commit. */
  @ParameterizedTest
  @EnumSource
  void close_dirtySession_isResetByItsLevel(ResetLevel resetLevel) throws SQLException {
    source.close();
    settings.resetLevel(resetLevel).name(settings.name + resetLevel);
    open();
    Lease lease = source.borrow();
    execute(lease, "update coat");
    List<String> reset =
        callsOf(lease::close).stream()
            .filter(call -> call.matches("(?i)commit|rollback|begin .*"))
            .map(call -> call.replaceFirst(" .*", ""))
            .toList();

    assertThat(reset)
        .isEqualTo(
            switch (resetLevel) {
              case NONE -> List.of();
              case ROLLBACK -> List.of("rollback");
              case FULL -> List.of("rollback", "BEGIN");
            });
  }

  private static void execute(Lease lease, String sql) throws SQLException {
    try (Statement statement = lease.jdbc().createStatement()) {
      statement.execute(sql);
    }
  }

  /** HikariCP and Agroal detect the error; the lease reports it to the other pools. */
  @ParameterizedTest
  @CsvSource({"2396, true", "3135, true", "54, false", "4068, false"})
  void close_failedStatement_evictsADeadSessionOnly(int code, boolean dead) throws SQLException {
    try (Lease lease = source.borrow()) {
      driver.failure = code;
      SQLException thrown =
          catchThrowableOfType(SQLException.class, () -> execute(lease, "update coat"));
      assertThat(thrown.getErrorCode()).isEqualTo(code);
      if (!Set.of(PoolKind.HIKARI, PoolKind.AGROAL).contains(settings.pool)) {
        assertThat(lease.failure("writing", thrown).kind() == ErrorClass.SESSION_DEAD)
            .isEqualTo(dead);
      }
    }
    source.borrow().close();
    boolean pooled = settings.pool != PoolKind.NONE;
    assertThat(driver.properties.size() > 1).isEqualTo(dead || !pooled);
  }

  @Test
  void label_endsWithTheLease() {
    Lease lease = source.borrow();
    assertThat(callsOf(() -> lease.label("DepartmentsModule", "ann")))
        .containsExactly(
            "OCSID.MODULE=spied", "OCSID.ACTION=DepartmentsModule", "OCSID.CLIENTID=ann");
    assertThat(callsOf(lease::close))
        .containsSubsequence("rollback", "OCSID.ACTION=null", "OCSID.CLIENTID=null", "endRequest");
  }

  @Test
  void label_isCut_andEndsWithThePin() {
    try (Lease lease = source.borrow()) {
      assertThat(callsOf(() -> lease.label("a".repeat(33), "0123456789abcdef")))
          .contains("OCSID.ACTION=" + "a".repeat(32), "OCSID.CLIENTID=01234567");
      assertThat(callsOf(lease::pin)).contains("OCSID.ACTION=null", "OCSID.CLIENTID=null");
      assertThat(callsOf(lease::pin)).as("already removed").isEmpty();
    }
  }

  @Test
  void close_brokenSession_callsNothing() {
    Lease lease = source.borrow();
    lease.label("DepartmentsModule", "ann");
    lease.markBroken();
    assertThat(callsOf(lease::close)).doesNotContain("endRequest", "OCSID.ACTION=null");
  }

  @Test
  void driver_getsTheReportedProperties() {
    source.borrow().close();
    Properties actual = (Properties) driver.properties.get(0).clone();

    assertThat(actual).containsEntry("user", "scott").containsEntry("password", SECRET);
    actual.keySet().removeAll(Set.of("user", "password"));
    assertThat(actual)
        .isEqualTo(ConnectionSources.driverProperties(settings))
        .doesNotContainValue(SECRET);
  }
}
