package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.NoopApplication;
import cloakroom.app.UserSession;
import cloakroom.contract.Counter;
import cloakroom.module.Counts;
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
  private final Counts counts = new Counts();
  private final UserSessions sessions =
      new UserSessions(
          new NoopApplication() {
            @Override
            public void end(UserSession session, SessionCookie.End how) {
              ends.add(session.user() + " " + how);
              whileEnding.run();
            }

            @Override
            public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
              living.forEach(session -> kept.add(session.user()));
            }
          },
          counts,
          new UserSessions.Patience(Duration.ofSeconds(10), 1, Duration.ZERO),
          () -> now);

  @AfterEach
  void close() {
    sessions.close();
  }

  @Test
  void ids_areLongAndDiffer() {
    assertThat(sessions.create(1).id()).hasSize(32).isNotEqualTo(sessions.create(1).id());
  }

  @Test
  void unusedSession_expires_usedOneIsKeptAlive() {
    UserSession idle = sessions.create(1);
    UserSession used = sessions.create(2);
    now += TimeUnit.SECONDS.toNanos(8);
    assertThat(sessions.find(used.id())).isSameAs(used);
    now += TimeUnit.SECONDS.toNanos(3);

    sessions.sweep();

    assertThat(sessions.find(idle.id())).isNull();
    assertThat(sessions.find(used.id())).isSameAs(used);
    assertThat(ends).containsExactly("1 " + SessionCookie.End.EXPIRED);
    assertThat(kept).containsExactly(2L);
    assertThat(counts.get(Counter.SESSIONS_EXPIRED)).isEqualTo(1);
  }

  @Test
  void sessionOfAnotherNode_resumesOnceUnderItsOwnId() {
    String id = "0123456789abcdef".repeat(2);

    UserSession session = sessions.resume(id, 5);

    assertThat(session.id()).isEqualTo(id);
    assertThat(session.user()).isEqualTo(5);
    assertThat(sessions.resume(id, 6)).isSameAs(session);
    assertThat(sessions.find(id)).isSameAs(session);
    assertThat(counts.get(Counter.SESSIONS_RESUMED)).isEqualTo(1);
    assertThat(counts.get(Counter.SESSIONS_CREATED)).isZero();
  }

  @Test
  void sessionThatIsLoggingOut_endsOnceAndDoesNotResume() {
    UserSession session = sessions.create(1);
    whileEnding =
        () -> {
          assertThat(sessions.find(session.id())).isNull();
          assertThat(sessions.resume(session.id(), 1)).isNull();
        };

    sessions.logOut(session);
    sessions.logOut(session);

    assertThat(ends).containsExactly("1 " + SessionCookie.End.LOGOUT);
    assertThat(sessions.size()).isZero();
    assertThat(counts.get(Counter.SESSIONS_ENDED)).isEqualTo(1);
  }

  @Test
  void sessionThatGoesOnElsewhere_isLeftOnce() {
    UserSession session = sessions.create(1);

    assertThat(sessions.leave(session)).isTrue();
    assertThat(sessions.leave(session)).isFalse();

    assertThat(ends).containsExactly("1 " + SessionCookie.End.CRASH);
    assertThat(sessions.size()).isZero();
    assertThat(counts.get(Counter.SESSIONS_ENDED)).isZero();
  }
}
