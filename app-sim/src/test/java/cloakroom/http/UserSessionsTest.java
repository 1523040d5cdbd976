package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.UserSession;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserSessionsTest {
  private final List<String> ends = new ArrayList<>();
  private long now;
  private final UserSessions sessions =
      new UserSessions(
          Duration.ofSeconds(10),
          (session, how) -> ends.add(session.user() + " " + how),
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
  void logOut_endsOnce() {
    UserSession session = sessions.create(1);
    sessions.logOut(session);
    sessions.logOut(session);

    assertThat(ends).containsExactly("1 " + SessionCookie.End.LOGOUT);
    assertThat(sessions.size()).isZero();
  }
}
