package cloakroom.http;

import cloakroom.app.Application;
import java.time.Duration;

/** Sessions with times that no test comes to the end of. */
final class TestSessions {
  private TestSessions() {}

  static UserSessions of(Application application) {
    return withQueue(application, 8);
  }

  static UserSessions withQueue(Application application, int length) {
    return new UserSessions(
        new UserSessions.Patience(Duration.ofMinutes(1), length, Duration.ofSeconds(30)),
        UserSessions.Life.of(application));
  }
}
