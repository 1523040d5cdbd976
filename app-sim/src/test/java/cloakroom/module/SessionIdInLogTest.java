package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import cloakroom.connection.LogCapture;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.Preset;
import org.junit.jupiter.api.Test;

/** Session ids in warnings and messages: never the whole id. */
class SessionIdInLogTest {
  private static final String ID = "0123456789abcdef".repeat(2);
  private final SessionCookie ann = PoolFixture.session(ID);

  private static void assertStartOfId(String text, String what) {
    assertThat(text).contains(what).contains("session 01234567").doesNotContain("012345678");
  }

  private static void assertWarning(Runnable work, String what, String... traces) {
    try (LogCapture log = LogCapture.begin()) {
      work.run();
      assertStartOfId(log.everything(), what);
      assertThat(log.traces()).containsExactly(traces);
    }
  }

  @Test
  void warnings_expectedFailure_haveStartOfIdAndNoTrace() {
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

    assertWarning(memory.pool::close, "keeps its state in memory");
    assertWarning(
        () -> stored.pool.endSession(left, SessionCookie.End.LOGOUT), "is left to the purge");
    assertWarning(connected.pool::cleanUp, "keeps its connection");
  }

  @Test
  void warning_unexpectedFailure_hasTrace() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a");
    f.built.get(0).failsAt = "passivate";

    assertWarning(f.pool::close, "keeps its state in memory", AssertionError.class.getName());
  }

  @Test
  void message_busySession_hasStartOfId() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    CheckOut<FakeModule> out = f.pool.checkOut(ann);

    assertStartOfId(
        catchThrowable(() -> f.pool.checkOut(ann)).getMessage(), "is still running after");
    out.checkIn();
  }
}
