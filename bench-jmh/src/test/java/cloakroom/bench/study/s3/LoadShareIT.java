package cloakroom.bench.study.s3;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Polling;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** HikariCP rejects a lifetime below 30 seconds, but only before the start. */
final class LoadShareIT {
  private static String backend(Connections connections) {
    try (Connection connection = connections.borrow()) {
      return Connections.query(connection, "select pg_backend_pid()");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Polls, because a pool does not report that it closes a connection. */
  @Test
  void olderConnection_isNotUsedAgain_andWithoutLifetimeItStays() throws SQLException {
    LoadShare.Backends backends = new LoadShare.Backends(TestServer.get());
    try (Connections ageing = LoadShare.openPool(backends, 1, Duration.ofSeconds(1));
        Connections ageless = LoadShare.openPool(backends, 1, Duration.ZERO)) {
      String kept = backend(ageless);
      String first = backend(ageing);
      assertThat(Polling.until(() -> !backend(ageing).equals(first), Duration.ofMinutes(5)))
          .isTrue();
      assertThat(backend(ageless)).isEqualTo(kept);
    }
  }
}
