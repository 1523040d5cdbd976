package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.app.Application;
import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.app.PageAnswer;
import cloakroom.app.UserSession;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.connection.LogCapture;
import cloakroom.contract.Counter;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.SnapshotStoreException.StoreFailure;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserSessionsTest {
  private static final int MOST = 400;
  private final List<String> ends = new ArrayList<>();
  private Runnable whileEnding = () -> {};
  private Runnable whileServing = () -> {};
  private boolean held = true;
  private final List<Duration> maxAges = new ArrayList<>();
  private RuntimeException refusal;
  private long now;
  private final List<Long> kept = new ArrayList<>();
  private final TierCounters counts = new TierCounters();
  private final Application application =
      new NoopApplication(Hr.APPLICATION) {
        @Override
        public void end(UserSession session, SessionCookie.End how) {
          ends.add(session.user() + " " + how);
          whileEnding.run();
        }

        @Override
        public boolean hasSnapshot(UserSession session, Duration maxAge) {
          maxAges.add(maxAge);
          return held;
        }

        @Override
        public PageAnswer perform(
            UserSession session,
            PageDefinition page,
            StepDefinition step,
            long user,
            String value) {
          whileServing.run();
          return super.perform(session, page, step, user, value);
        }

        @Override
        public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
          if (refusal != null) {
            throw refusal;
          }
          living.forEach(session -> kept.add(session.user()));
        }
      };
  private final UserSessions sessions =
      new UserSessions(
          application,
          counts,
          new UserSessions.SessionLimits(Duration.ofSeconds(10), 1, Duration.ZERO, MOST),
          () -> now);

  @AfterEach
  void close() {
    sessions.close();
  }

  /** Each of 128 bits must be set in about half of the ids. */
  @Test
  void ids_have128BitsThatVary() {
    Set<String> ids = new HashSet<>();
    int[] set = new int[128];
    for (int i = 0; i < MOST; i++) {
      String id = sessions.create(1).id();
      assertThat(id).matches("[0-9a-f]{32}");
      ids.add(id);
      BigInteger bits = new BigInteger(id, 16);
      for (int bit = 0; bit < set.length; bit++) {
        set[bit] += bits.testBit(bit) ? 1 : 0;
      }
    }
    assertThat(ids).hasSize(MOST);
    assertThat(Arrays.stream(set).boxed()).allMatch(n -> n > MOST / 4 && n < MOST * 3 / 4);
  }

  @Test
  void sessionBeyondTheMost_isRefusedUntilAnotherEnds() {
    UserSession first = sessions.create(1);
    for (int i = 1; i < MOST; i++) {
      sessions.create(1);
    }
    assertThatThrownBy(() -> sessions.create(1))
        .hasMessage("503: session limit reached: 400 (--max-sessions); retry later");
    assertThat(sessions.size()).isEqualTo(MOST);

    sessions.logOut(first);

    assertThat(sessions.create(1)).isNotNull();
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
  void requestLongerThanTheTimeOut_doesNotEndItsSession_whoseIdleTimeBeginsAtItsEnd()
      throws Exception {
    whileServing =
        () -> {
          now += TimeUnit.SECONDS.toNanos(30);
          sessions.sweep();
        };
    Tier tier =
        new Tier(
            application, sessions, counts, List.of(), 0, Optional.empty(), Map.of("policy", "x"));
    try (TierServer server = TestTier.start(tier, 20, false)) {
      Browser browser = new Browser(server.port());
      Browser.served(browser.get("/departments?user=1"));
      Browser.served(browser.post("/departments/change", "value=x"));
      now += TimeUnit.SECONDS.toNanos(10);
      sessions.sweep();
      assertThat(ends).isEmpty();

      now++;
      sessions.sweep();
      assertThat(ends).containsExactly("1 " + SessionCookie.End.EXPIRED);
    }
  }

  @Test
  void sweep_storeIsDown_logsOneLine_andAnUnexpectedFailureWithItsTrace() {
    try (LogCapture log = LogCapture.begin()) {
      refusal = new SnapshotStoreException(StoreFailure.UNAVAILABLE, "the store is down", null);
      sessions.sweep();
      assertThat(log.lines()).singleElement().asString().endsWith("sessions: the store is down");
      assertThat(log.traces()).isEmpty();

      refusal = new NullPointerException();
      sessions.sweep();
      assertThat(log.traces()).containsExactly(NullPointerException.class.getName());
    }
  }

  @Test
  void sessionOfAnotherNode_resumesOnceUnderItsOwnId() {
    String id = "0123456789abcdef".repeat(2);

    UserSession session = sessions.resume(new UserSession(id, 5));

    assertThat(session.id()).isEqualTo(id);
    assertThat(session.user()).isEqualTo(5);
    assertThat(sessions.resume(new UserSession(id, 6))).isSameAs(session);
    assertThat(maxAges).containsOnly(Duration.ofSeconds(10));
    assertThat(sessions.find(id)).isSameAs(session);
    assertThat(counts.get(Counter.SESSIONS_RESUMED)).isEqualTo(1);
    assertThat(counts.get(Counter.SESSIONS_CREATED)).isZero();

    held = false;
    assertThat(sessions.resume(new UserSession("x", 5))).isNull();
  }

  @Test
  void sessionThatIsLoggingOut_endsOnceAndDoesNotResume() {
    UserSession session = sessions.create(1);
    whileEnding =
        () -> {
          assertThat(sessions.find(session.id())).isNull();
          assertThat(sessions.resume(new UserSession(session.id(), 1))).isNull();
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
