package cloakroom.bench.study.s3;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** HikariCP asks for a lifetime of 30 seconds or more, but only before the start. */
final class LoadShareIT {
  private static String backend(Connections connections) throws SQLException {
    try (Connection connection = connections.take()) {
      return Connections.ask(connection, "select pg_backend_pid()");
    }
  }

  /** No pool tells when it closes a connection: it is asked until it has. */
  @Test
  void olderConnection_isNotUsedAgain() throws SQLException {
    try (Connections pool =
        LoadShare.ageing(new LoadShare.Backends(TestServer.get()), 1, Duration.ofSeconds(1))) {
      String first = backend(pool);
      assertThat(backend(pool)).isEqualTo(first);
      while (backend(pool).equals(first)) {
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
    }
  }

  @Test
  void withoutLifetime_theConnectionStays() throws SQLException {
    try (Connections pool =
        LoadShare.ageing(new LoadShare.Backends(TestServer.get()), 1, Duration.ZERO)) {
      String first = backend(pool);
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      assertThat(backend(pool)).isEqualTo(first);
    }
  }
}
