package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Password;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a driver hears, whatever pool is in between: our settings and, as one of Oracle's kind, a
 * lease's begin and end; the URL is PostgreSQL's, so that UCP has its connections from us as well.
 */
@Timeout(60)
final class RequestBoundariesTest {
  private static final String SECRET = "tiger17";

  private final SpyDriver driver = new SpyDriver();

  private static ConnectionSettings settings(PoolKind kind) {
    return ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of(SECRET))
        .pool(kind, 1)
        .applicationName("spied")
        .name("spied-" + kind + "-" + System.nanoTime());
  }

  private LeasingSource open(PoolKind kind, Hygiene hygiene) {
    return open(settings(kind).hygiene(hygiene));
  }

  private LeasingSource open(ConnectionSettings settings) {
    return new LeasingSource(
        settings,
        Dialect.ORACLE,
        new PhysicalSource(settings, Dialect.POSTGRESQL, driver.driver()));
  }

  private List<String> callsOf(Runnable work) {
    driver.calls.clear();
    work.run();
    return List.copyOf(driver.calls);
  }

  @ParameterizedTest
  @EnumSource
  void lease_isOneRequestToTheDriver(PoolKind kind) {
    try (LeasingSource source = open(kind, Hygiene.ROLLBACK)) {
      for (int borrow = 0; borrow < 2; borrow++) {
        assertThat(callsOf(() -> source.borrow().close()))
            .filteredOn(call -> call.endsWith("Request"))
            .containsExactly("beginRequest", "endRequest");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void requestEnds_afterTheCleaning(PoolKind kind) {
    try (LeasingSource source = open(kind, Hygiene.ROLLBACK)) {
      assertThat(callsOf(() -> source.borrow().close()))
          .filteredOn(call -> call.equals("rollback") || call.equals("endRequest"))
          .containsSubsequence("rollback", "endRequest");
    }
  }

  @ParameterizedTest
  @EnumSource
  void label_goesWithTheLease(PoolKind kind) {
    try (LeasingSource source = open(kind, Hygiene.ROLLBACK)) {
      Lease lease = source.borrow();
      assertThat(callsOf(() -> lease.label("DepartmentsModule", "ann")))
          .containsExactly(
              "OCSID.MODULE=spied", "OCSID.ACTION=DepartmentsModule", "OCSID.CLIENTID=ann");
      assertThat(callsOf(lease::close))
          .containsSubsequence(
              "rollback", "OCSID.ACTION=null", "OCSID.CLIENTID=null", "endRequest");
    }
  }

  @ParameterizedTest
  @EnumSource
  void label_goesWhenTheLeaseRests(PoolKind kind) {
    try (LeasingSource source = open(kind, Hygiene.ROLLBACK);
        Lease lease = source.borrow()) {
      lease.label("DepartmentsModule", "ann");
      assertThat(callsOf(lease::pin)).contains("OCSID.ACTION=null", "OCSID.CLIENTID=null");
      assertThat(callsOf(lease::pin)).as("it is gone already").isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void brokenSession_isToldNothingMore(PoolKind kind) {
    try (LeasingSource source = open(kind, Hygiene.FULL)) {
      Lease lease = source.borrow();
      lease.label("DepartmentsModule", "ann");
      lease.markBroken();
      assertThat(callsOf(lease::close)).doesNotContain("endRequest", "OCSID.ACTION=null");
    }
  }

  @ParameterizedTest
  @EnumSource
  void longNames_areCut(PoolKind kind) {
    try (LeasingSource source = open(kind, Hygiene.ROLLBACK);
        Lease lease = source.borrow()) {
      assertThat(callsOf(() -> lease.label("a".repeat(33), "0123456789abcdef")))
          .contains("OCSID.ACTION=" + "a".repeat(32), "OCSID.CLIENTID=01234567");
    }
  }

  @ParameterizedTest
  @EnumSource
  void driver_hearsWhatTheReportShows_fromEveryPool(PoolKind kind) {
    ConnectionSettings settings = settings(kind).statementCache(17).fetchSize(18);
    open(settings).borrow().close();
    Properties heard = (Properties) driver.properties.get(0).clone();

    assertThat(heard).containsEntry("user", "scott").containsEntry("password", SECRET);
    heard.keySet().removeAll(Set.of("user", "password"));
    assertThat(heard)
        .isEqualTo(ConnectionSources.driverProperties(settings))
        .doesNotContainValue(SECRET);
  }
}
