package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.platform.Password;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A source that has ended keeps nothing open, whenever a thread of the pool comes back. */
final class PhysicalSourceTest {
  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
  private final PhysicalSource source = new PhysicalSource(settings(), Dialect.POSTGRESQL, slow());

  private static ConnectionSettings settings() {
    return ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of("tiger"))
        .build();
  }

  private Driver slow() {
    Driver spied = new SpyDriver().driver();
    return (Driver)
        Proxy.newProxyInstance(
            Driver.class.getClassLoader(),
            new Class<?>[] {Driver.class},
            (proxy, method, arguments) -> {
              meanwhile.get().run();
              return method.invoke(spied, arguments);
            });
  }

  @Test
  void connectionThatItsDriverHasClosed_isClosedForThePoolThatSeesIt() throws SQLException {
    Connection pooled = source.connect();
    PhysicalConnection.of(pooled).real().close();
    assertThat(pooled.isClosed()).isTrue();
    assertThat(source.closed()).isEqualTo(1);
    pooled.close();
    assertThat(source.closed()).as("closed once").isEqualTo(1);
  }

  @Test
  void end_closesWhatThePoolForgot() throws SQLException {
    Connection forgotten = source.connect();
    source.end();
    assertThat(forgotten.isClosed()).isTrue();
    assertThat(source.closed()).isEqualTo(source.created()).isEqualTo(1);
  }

  @Test
  void connectUnderWayAtTheEnd_isClosedAtItsArrival() {
    meanwhile.set(source::end);
    assertThatThrownBy(source::connect)
        .isInstanceOf(SQLException.class)
        .hasMessage("opened for a pool that has closed");
    assertThat(source.closed()).isEqualTo(source.created()).isEqualTo(1);
  }
}
