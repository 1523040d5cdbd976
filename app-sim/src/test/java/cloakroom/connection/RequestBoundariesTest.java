package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Password;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a driver hears, whatever pool is in between: our settings and, as one of Oracle's kind, a
 * lease's begin and end; the URL is PostgreSQL's, so that UCP has its connections from us as well.
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
            .hygiene(Hygiene.ROLLBACK)
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
            new PhysicalSource(settings, Dialect.POSTGRESQL, driver.driver()));
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
  void lease_isOneRequestToTheDriver_whichEndsAfterTheCleaning() {
    for (int borrow = 0; borrow < 2; borrow++) {
      List<String> calls = callsOf(() -> source.borrow().close());
      assertThat(calls)
          .filteredOn(call -> call.endsWith("Request"))
          .containsExactly("beginRequest", "endRequest");
      assertThat(calls).containsSubsequence("rollback", "endRequest");
    }
  }

  @Test
  void label_goesWithTheLease() {
    Lease lease = source.borrow();
    assertThat(callsOf(() -> lease.label("DepartmentsModule", "ann")))
        .containsExactly(
            "OCSID.MODULE=spied", "OCSID.ACTION=DepartmentsModule", "OCSID.CLIENTID=ann");
    assertThat(callsOf(lease::close))
        .containsSubsequence("rollback", "OCSID.ACTION=null", "OCSID.CLIENTID=null", "endRequest");
  }

  @Test
  void label_isCut_andGoesWhenTheLeaseRests() {
    try (Lease lease = source.borrow()) {
      assertThat(callsOf(() -> lease.label("a".repeat(33), "0123456789abcdef")))
          .contains("OCSID.ACTION=" + "a".repeat(32), "OCSID.CLIENTID=01234567");
      assertThat(callsOf(lease::pin)).contains("OCSID.ACTION=null", "OCSID.CLIENTID=null");
      assertThat(callsOf(lease::pin)).as("it is gone already").isEmpty();
    }
  }

  @Test
  void brokenSession_isToldNothingMore() {
    Lease lease = source.borrow();
    lease.label("DepartmentsModule", "ann");
    lease.markBroken();
    assertThat(callsOf(lease::close)).doesNotContain("endRequest", "OCSID.ACTION=null");
  }

  @Test
  void driver_hearsWhatTheReportShows_fromEveryPool() {
    source.borrow().close();
    Properties heard = (Properties) driver.properties.get(0).clone();

    assertThat(heard).containsEntry("user", "scott").containsEntry("password", SECRET);
    heard.keySet().removeAll(Set.of("user", "password"));
    assertThat(heard)
        .isEqualTo(ConnectionSources.driverProperties(settings))
        .doesNotContainValue(SECRET);
  }
}
