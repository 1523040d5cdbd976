package cloakroom.bench.study.s3;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Polling;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** HikariCP asks for a lifetime of 30 seconds or more, but only before the start. */
final class LoadShareIT {
  private static String backend(Connections connections) {
    try (Connection connection = connections.take()) {
      return Connections.ask(connection, "select pg_backend_pid()");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** No pool tells when it closes a connection: it is asked until it has. */
  @Test
  void olderConnection_isNotUsedAgain_andWithoutLifetimeItStays() throws SQLException {
    LoadShare.Backends backends = new LoadShare.Backends(TestServer.get());
    try (Connections ageing = LoadShare.ageing(backends, 1, Duration.ofSeconds(1));
        Connections ageless = LoadShare.ageing(backends, 1, Duration.ZERO)) {
      String kept = backend(ageless);
      String first = backend(ageing);
      assertThat(Polling.until(() -> !backend(ageing).equals(first), Duration.ofMinutes(5)))
          .isTrue();
      assertThat(backend(ageless)).isEqualTo(kept);
    }
  }
}
