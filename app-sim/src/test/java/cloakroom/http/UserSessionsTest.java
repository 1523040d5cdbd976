package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.UserSession;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserSessionsTest {
  private final List<String> ends = new ArrayList<>();
  private Runnable whileEnding = () -> {};
  private long now;
  private final List<Long> kept = new ArrayList<>();
  private final UserSessions.Life life =
      new UserSessions.Life() {
        @Override
        public void end(UserSession session, SessionCookie.End how) {
          ends.add(session.user() + " " + how);
          whileEnding.run();
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
    String id = "0123456789abcdef".repeat(2);

    UserSession session = sessions.resume(id, 5);

    assertThat(session.id()).isEqualTo(id);
    assertThat(session.user()).isEqualTo(5);
    assertThat(sessions.resume(id, 6)).isSameAs(session);
    assertThat(sessions.find(id)).isSameAs(session);
    assertThat(sessions.resumed()).isEqualTo(1);
    assertThat(sessions.created()).isZero();
  }

  @Test
  void sessionThatIsLoggingOut_doesNotResume() {
    UserSession session = sessions.create(1);
    whileEnding =
        () -> {
          assertThat(sessions.find(session.id())).isNull();
          assertThat(sessions.resume(session.id(), 1)).isNull();
        };

    sessions.logOut(session);

    assertThat(ends).containsExactly("1 " + SessionCookie.End.LOGOUT);
    assertThat(sessions.size()).isZero();
  }

  @Test
  void sessionThatGoesOnElsewhere_isLeftOnce() {
    UserSession session = sessions.create(1);

    assertThat(sessions.leave(session)).isTrue();
    assertThat(sessions.leave(session)).isFalse();

    assertThat(ends).containsExactly("1 " + SessionCookie.End.CRASH);
    assertThat(sessions.size()).isZero();
    assertThat(sessions.ended()).isZero();
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
