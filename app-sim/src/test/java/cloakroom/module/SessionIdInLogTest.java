package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import cloakroom.connection.LogCapture;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.Preset;
import org.junit.jupiter.api.Test;

/** What the pool writes of a session whose state it cannot put away: never the whole id. */
class SessionIdInLogTest {
  private static final String ID = "0123456789abcdef".repeat(2);

  private final SessionCookie ann = PoolFixture.session(ID);

  private static void assertSaysWhoButNotTheId(String text, String what) {
    assertThat(text).contains(what).contains("session 01234567").doesNotContain("012345678");
  }

  @Test
  void warnings_nameTheBeginningOfTheId() {
    PoolFixture memory = PoolFixture.of(Preset.STICKY);
    PoolFixture connected = PoolFixture.keepingOneConnection();
    PoolFixture stored = PoolFixture.of(Preset.RELEASE_FAILOVER);
    memory.request(ann, "a");
    connected.request(PoolFixture.session(ID), "a");
    connected.request(PoolFixture.session("bob"), "b");
    connected.store.down = true;
    SessionCookie left = PoolFixture.session(ID);
    stored.request(left, "a");
    memory.store.down = true;
    stored.store.down = true;

    try (LogCapture log = LogCapture.begin()) {
      memory.pool.close();
      assertSaysWhoButNotTheId(log.everything(), "stays in memory");
      assertThat(log.traces()).isEmpty();
    }
    try (LogCapture log = LogCapture.begin()) {
      stored.pool.endSession(left, SessionCookie.End.LOGOUT);
      assertSaysWhoButNotTheId(log.everything(), "stays behind");
      assertThat(log.traces()).isEmpty();
    }
    try (LogCapture log = LogCapture.begin()) {
      connected.pool.cleanUp();
      assertSaysWhoButNotTheId(log.everything(), "keeps its connection");
      assertThat(log.traces()).isEmpty();
    }
  }

  @Test
  void warning_ofAnUnexpectedFailure_hasItsTrace() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a");
    f.built.get(0).failsAt = "passivate";

    try (LogCapture log = LogCapture.begin()) {
      f.pool.close();
      assertSaysWhoButNotTheId(log.everything(), "stays in memory");
      assertThat(log.traces()).containsExactly(AssertionError.class.getName());
    }
  }

  @Test
  void busySession_isToldByTheBeginningOfItsId() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    CheckOut<FakeModule> out = f.pool.checkOut(ann);

    assertSaysWhoButNotTheId(
        catchThrowable(() -> f.pool.checkOut(ann)).getMessage(), "is still under way");
    out.checkIn();
  }
}
