package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.platform.Password;
import cloakroom.testing.Proxies;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** An ended source keeps no connection open. */
final class PhysicalSourceTest {
  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
  private final PhysicalSource source =
      new PhysicalSource(
          ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of("tiger"))
              .build(),
          slow());

  private Driver slow() {
    Driver spied = new SpyDriver().driver();
    return Proxies.of(
        Driver.class,
        (proxy, method, arguments) -> {
          meanwhile.get().run();
          return method.invoke(spied, arguments);
        });
  }

  @Test
  void isClosed_driverHasClosed_countsTheEnd() throws SQLException {
    Connection pooled = source.connect();
    PhysicalConnection.of(pooled).real.close();
    assertThat(pooled.isClosed()).isTrue();
    assertThat(source.closed.get()).isEqualTo(1);
    pooled.close();
    assertThat(source.closed.get()).as("closed once").isEqualTo(1);
  }

  @Test
  void end_openConnection_isClosed() throws SQLException {
    Connection forgotten = source.connect();
    source.end();
    assertThat(forgotten.isClosed()).isTrue();
    assertThat(source.closed.get()).isEqualTo(source.created.get()).isEqualTo(1);
  }

  @Test
  void connect_duringTheEnd_isClosed() {
    meanwhile.set(source::end);
    assertThatThrownBy(source::connect)
        .isInstanceOf(SQLException.class)
        .hasMessage("the pool was closed during the connect");
    assertThat(source.closed.get()).isEqualTo(source.created.get()).isEqualTo(1);
  }
}
