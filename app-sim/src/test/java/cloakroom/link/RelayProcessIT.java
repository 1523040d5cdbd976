package cloakroom.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RelayProcessIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private static final Duration ROUND_TRIP = Duration.ofMillis(20);

  private static RelayProcess start(Duration roundTrip) {
    return RelayProcess.start(DATABASE.url(), roundTrip, Duration.ZERO);
  }

  private static Connection connect(RelayProcess relay) throws SQLException {
    return DriverManager.getConnection(relay.url(), DATABASE.user(), DATABASE.password().reveal());
  }

  @Test
  void roundTrips_areCountedAndDelayed() throws SQLException {
    try (RelayProcess relay = start(ROUND_TRIP);
        Connection connection = connect(relay);
        Statement statement = connection.createStatement()) {
      LinkCounts before = relay.counts();
      long from = System.nanoTime();
      for (int i = 0; i < 5; i++) {
        statement.execute("select 1");
      }
      assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(5 * ROUND_TRIP.toNanos());

      LinkCounts counts = relay.counts().since(before);
      assertThat(counts.roundTrips()).isEqualTo(5);
      assertThat(counts.bytesSent()).isPositive();
      assertThat(counts.bytesReceived()).isPositive();
      assertThat(relay.counts().connects()).isEqualTo(1);
      assertThat(relay.counts().unread()).isZero();
    }
  }

  @Test
  @Tag("full")
  void deadRelay_closesItsConnectionsAndKeepsItsCounts() throws SQLException {
    try (RelayProcess relay = start(Duration.ZERO);
        Connection connection = connect(relay);
        Statement statement = connection.createStatement()) {
      statement.execute("select 1");
      LinkCounts last = relay.counts();
      ProcessHandle process = ProcessHandle.of(relay.processId()).orElseThrow();
      process.destroyForcibly();

      assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> connect(relay).close()).isInstanceOf(SQLException.class);
      assertThat(relay.counts()).isEqualTo(last);
    }
  }

  @Test
  void close_endsTheProcessAndLeavesTheCounts() throws SQLException {
    RelayProcess relay = start(Duration.ZERO);
    connect(relay).close();
    ProcessHandle process = ProcessHandle.of(relay.processId()).orElseThrow();
    relay.close();
    Await.until("it has ended", () -> !process.isAlive());
    assertThat(relay.counts().connects()).isEqualTo(1);
    relay.close();
  }

  /** A dead parent closes its standard input. */
  @Test
  void endOfTheParent_endsIt() throws Exception {
    Process relay =
        new ProcessBuilder(RelayProcess.command(DATABASE.url(), Duration.ZERO, Duration.ZERO))
            .start();
    try {
      assertThat(relay.inputReader().readLine()).contains("\"event\":\"ready\"");
      relay.getOutputStream().close();
      assertThat(relay.waitFor()).isZero();
    } finally {
      relay.destroyForcibly();
    }
  }
}
