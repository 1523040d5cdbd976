package cloakroom.bench.study.s1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.TestServer;
import cloakroom.bench.study.s1.S1dDrainedPool.Burst;
import cloakroom.bench.study.s1.S1dDrainedPool.ServerSessions;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
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
      sessions.requireBegun(3);
      sessions.forget();
      long[] nanos = burst.serve();
      assertThat(nanos).hasSize(12).isSorted();
      assertThat(nanos[0]).isGreaterThanOrEqualTo(WORK_NANOS);
      assertThat(sessions.begun()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP"})
  void drainedPool_holdsItsMinimumAndGrows(Subject subject) throws SQLException {
    try (ServerSessions sessions = new ServerSessions(TestServer.get());
        Burst burst =
            new Burst(
                subject.open(TestServer.get(), SubjectSettings.full(3).withMinimum(1)), 3, 20)) {
      sessions.requireBegun(1);
      sessions.forget();
      burst.serve();
      assertThat(sessions.begun()).isBetween(1, 2);
    }
  }

  @Test
  void otherNumberOfSessions_isRefused() throws SQLException {
    try (ServerSessions sessions = new ServerSessions(TestServer.get())) {
      assertThatThrownBy(() -> sessions.requireBegun(2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the pool was to begin 2 sessions, the server began 0");
    }
  }

  @Test
  void requestThatFails_failsTheBurst() {
    Connections refusing =
        new Connections(
            () -> {
              throw new SQLException("no more");
            },
            () -> {});
    try (Burst burst = new Burst(refusing, 2, 1)) {
      assertThatThrownBy(burst::serve)
          .isInstanceOf(SQLException.class)
          .hasMessage("a request of the burst failed: no more");
    }
  }
}
