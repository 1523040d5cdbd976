package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Password;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a driver of Oracle's kind hears of a lease's begin and end, whatever pool is in between; the
 * URL is PostgreSQL's, so that UCP has its connections from us as well.
 */
@Timeout(60)
final class RequestBoundariesTest {
  private final SpyDriver driver = new SpyDriver();

  private LeasingSource open(PoolKind kind, Hygiene hygiene) {
    ConnectionSettings settings =
        ConnectionSettings.to("jdbc:postgresql:coats", "scott", Password.of("tiger"))
            .pool(kind, 1)
            .hygiene(hygiene)
            .applicationName("spied")
            .name("spied-" + kind + "-" + System.nanoTime())
            .build();
    return new LeasingSource(
        settings, Dialect.ORACLE, new PhysicalSource(settings, Dialect.ORACLE, driver));
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
}
