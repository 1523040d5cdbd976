package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LeaseInfoTest {
  private static final String ANN = "0123456789abcdef";
  private static final String BOB = "fedcba9876543210";

  private final ConnectionSettings settings =
      ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of("tiger17"))
          .pool(PoolKind.NONE, 1)
          .resetLevel(ResetLevel.ROLLBACK)
          .applicationName("held")
          .name("held");
  private final LeasingSource source =
      new LeasingSource(
          settings,
          Dialect.ORACLE,
          ConnectionSources.openPool(
              settings, new PhysicalSource(settings, new SpyDriver().driver())));

  @AfterEach
  void close() {
    source.close();
  }

  private LeaseInfo only() {
    assertThat(source.leases()).hasSize(1);
    return source.leases().get(0);
  }

  @Test
  void leases_usedConnection_haveSessionAndThread() {
    Lease lease = source.borrow();
    assertThat(only().session()).isEmpty();
    lease.label("DepartmentsModule", ANN);

    assertThat(only().session()).isEqualTo("01234567");
    assertThat(only().module()).isEqualTo("DepartmentsModule");
    assertThat(only().thread()).isEqualTo(Thread.currentThread().getName());
    assertThat(only().heldMillis()).isNotNegative();

    lease.close();
    lease.pin();
    assertThat(source.leases()).isEmpty();
  }

  @Test
  void leases_pinnedConnection_haveNoThread() {
    try (Lease lease = source.borrow()) {
      lease.label("DepartmentsModule", ANN);
      lease.pin();
      assertThat(only().session()).isEqualTo("01234567");
      assertThat(only().thread()).isEmpty();

      lease.unpin();
      lease.reset();
      assertThat(only().session()).as("reset for another session").isEmpty();
      lease.label("DepartmentsModule", BOB);
      assertThat(only().session()).isEqualTo("fedcba98");
      assertThat(only().thread()).isNotEmpty();
    }
  }

  @Test
  void leases_snapshotConnection_haveTheSession() {
    try (Lease user = source.borrow()) {
      user.label("DepartmentsModule", ANN);
      try (Lease internal = source.borrowInternal(user)) {
        assertThat(internal.jdbc()).isNotNull();
        assertThat(source.leases())
            .extracting(one -> one.module() + " " + one.session())
            .containsExactlyInAnyOrder("DepartmentsModule 01234567", "snapshot 01234567");
      }
    }
  }
}
