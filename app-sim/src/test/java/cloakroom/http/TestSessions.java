package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.module.Counts;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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

  /** A tier of this application with nothing else in it. */
  static Tier tierOf(Application application) {
    return new Tier(
        application, of(application), new Counts(), List.of(), null, 0, Map.of("policy", "test"));
  }
}
