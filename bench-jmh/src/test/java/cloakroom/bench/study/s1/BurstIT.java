package cloakroom.bench.study.s1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.TestServer;
import cloakroom.bench.study.s1.S1dDrainedPool.Burst;
import cloakroom.bench.study.s1.S1dDrainedPool.ServerSessions;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BurstIT {
  private static final long WORK_NANOS = 10_000_000;

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP"})
  void fullPool_servesEveryRequestAndBeginsNoSession(Subject subject) throws SQLException {
    try (ServerSessions sessions = new ServerSessions(TestServer.get());
        Burst burst = new Burst(subject.open(TestServer.get(), SubjectSettings.full(3)), 3, 4)) {
      assertThat(sessions.begun()).isEqualTo(3);
      sessions.reset();
      long[] nanos = burst.serve();
      assertThat(nanos).hasSize(12).isSorted();
      assertThat(nanos[0]).isGreaterThanOrEqualTo(WORK_NANOS);
      assertThat(sessions.begun()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP"})
  void idlePhase_leavesTheMinimumAndThePoolGrowsAgain(Subject subject) throws Exception {
    SubjectSettings settings =
        SubjectSettings.full(3).withMinimum(1).withIdleTimeout(Duration.ofSeconds(1));
    try (ServerSessions sessions = new ServerSessions(TestServer.get());
        Connections pool = subject.open(TestServer.get(), settings)) {
      assertThat(begunWhileThreeAreOut(pool, sessions)).isEqualTo(3);
      sessions.awaitDrained(1, Duration.ofMinutes(5));
      sessions.reset();
      assertThat(begunWhileThreeAreOut(pool, sessions)).isEqualTo(2);
    }
  }

  private static int begunWhileThreeAreOut(Connections pool, ServerSessions sessions)
      throws SQLException {
    List<Connection> out = List.of(pool.borrow(), pool.borrow(), pool.borrow());
    int begun = sessions.begun();
    for (Connection connection : out) {
      connection.close();
    }
    return begun;
  }

  @Test
  void idlePhaseWithAnotherNumber_isRejected() throws SQLException {
    try (ServerSessions sessions = new ServerSessions(TestServer.get())) {
      assertThatThrownBy(() -> sessions.awaitDrained(2, Duration.ZERO))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("0 sessions instead of 2 after 0 s of the idle phase");
    }
  }

  @Test
  void requestThatFails_failsTheBurst() {
    Connections failing =
        new Connections(
            () -> {
              throw new SQLException("no more");
            },
            () -> {});
    try (Burst burst = new Burst(failing, 2, 1)) {
      assertThatThrownBy(burst::serve)
          .isInstanceOf(SQLException.class)
          .hasMessage("a request of the burst failed: no more");
    }
  }
}
