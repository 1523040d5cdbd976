package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who holds a connection, for somebody who looks for the one that has them all. */
final class LeaseInfoTest {
  private static final String ANN = "0123456789abcdef";
  private static final String BOB = "fedcba9876543210";

  private final ConnectionSettings settings =
      ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of("tiger17"))
          .pool(PoolKind.NONE, 1)
          .hygiene(ResetLevel.ROLLBACK)
          .applicationName("held")
          .name("held");
  private final LeasingSource source =
      new LeasingSource(
          settings,
          Dialect.ORACLE,
          new PhysicalSource(settings, Dialect.POSTGRESQL, new SpyDriver().driver()));

  @AfterEach
  void close() {
    source.close();
  }

  private LeaseInfo only() {
    assertThat(source.holdings()).hasSize(1);
    return source.holdings().get(0);
  }

  @Test
  void connectionAtWork_isHeldByASessionInAThread_untilItGoesBack() {
    Lease lease = source.borrow();
    assertThat(only().session()).isEmpty();
    lease.label("DepartmentsModule", ANN);

    assertThat(only().session()).isEqualTo("01234567");
    assertThat(only().module()).isEqualTo("DepartmentsModule");
    assertThat(only().thread()).isEqualTo(Thread.currentThread().getName());
    assertThat(only().heldMillis()).isNotNegative();

    lease.close();
    lease.pin();
    assertThat(source.holdings()).isEmpty();
  }

  @Test
  void connectionAtRest_isHeldByItsSessionAndByNoThread() {
    try (Lease lease = source.borrow()) {
      lease.label("DepartmentsModule", ANN);
      lease.pin();
      assertThat(only().session()).isEqualTo("01234567");
      assertThat(only().thread()).isEmpty();

      lease.unpin();
      lease.reset();
      assertThat(only().session()).as("cleaned for another session").isEmpty();
      lease.label("DepartmentsModule", BOB);
      assertThat(only().session()).isEqualTo("fedcba98");
      assertThat(only().thread()).isNotEmpty();
    }
  }

  @Test
  void connectionForASnapshot_isHeldByTheSessionThatIsWritten() {
    try (Lease user = source.borrow()) {
      user.label("DepartmentsModule", ANN);
      try (Lease internal = source.borrowInternal(user)) {
        assertThat(internal.jdbc()).isNotNull();
        assertThat(source.holdings())
            .extracting(one -> one.module() + " " + one.session())
            .containsExactlyInAnyOrder("DepartmentsModule 01234567", "snapshot 01234567");
      }
    }
  }
}
