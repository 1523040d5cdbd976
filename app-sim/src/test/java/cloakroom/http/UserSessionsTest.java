package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.UserSession;
import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserSessionsTest {
  private final List<String> ends = new ArrayList<>();
  private long now;
  private final List<Long> kept = new ArrayList<>();
  private final UserSessions.Life life =
      new UserSessions.Life() {
        @Override
        public void end(UserSession session, SessionCookie.End how) {
          ends.add(session.user() + " " + how);
        }

        @Override
        public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
          living.forEach(session -> kept.add(session.user()));
        }
      };
  private final UserSessions sessions =
      new UserSessions(
          new UserSessions.Patience(Duration.ofSeconds(10), 1, Duration.ZERO), life, () -> now);

  @AfterEach
  void close() {
    sessions.close();
  }

  @Test
  void ids_areLongAndDiffer() {
    assertThat(sessions.create(1).id()).hasSize(32).isNotEqualTo(sessions.create(1).id());
  }

  @Test
  void unusedSession_expires_usedOneDoesNot() {
    UserSession idle = sessions.create(1);
    UserSession used = sessions.create(2);
    now += TimeUnit.SECONDS.toNanos(8);
    assertThat(sessions.find(used.id())).isSameAs(used);
    now += TimeUnit.SECONDS.toNanos(3);

    sessions.expire();

    assertThat(sessions.find(idle.id())).isNull();
    assertThat(sessions.find(used.id())).isSameAs(used);
    assertThat(ends).containsExactly("1 " + SessionCookie.End.EXPIRED);
    assertThat(sessions.expired()).isEqualTo(1);
  }

  @Test
  void sweep_keepsAliveWhatHasNotExpired() {
    sessions.create(1);
    now += TimeUnit.SECONDS.toNanos(11);
    sessions.create(2);

    sessions.sweep();

    assertThat(ends).containsExactly("1 " + SessionCookie.End.EXPIRED);
    assertThat(kept).containsExactly(2L);
  }

  @Test
  void sessionOfAnotherNode_resumesOnceUnderItsOwnId() {
    StateCookie state =
        new StateCookie(5, Map.of("DepartmentsModule", new SessionTicket(3, 100, 3)));
    String id = "0123456789abcdef".repeat(2);

    UserSession session = sessions.resume(id, state);

    assertThat(session.id()).isEqualTo(id);
    assertThat(session.user()).isEqualTo(5);
    assertThat(sessions.resume(id, state)).isSameAs(session);
    assertThat(sessions.find(id)).isSameAs(session);
    assertThat(sessions.resumed()).isEqualTo(1);
    assertThat(sessions.created()).isZero();
  }

  @Test
  void idThatNoNodeGives_resumesNothing() {
    assertThat(sessions.resume("../x", new StateCookie(1, Map.of()))).isNull();
    assertThat(sessions.size()).isZero();
  }

  @Test
  void logOut_endsOnce() {
    UserSession session = sessions.create(1);
    sessions.logOut(session);
    sessions.logOut(session);

    assertThat(ends).containsExactly("1 " + SessionCookie.End.LOGOUT);
    assertThat(sessions.size()).isZero();
  }
}
