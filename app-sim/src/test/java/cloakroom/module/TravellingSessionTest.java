package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.policy.Preset;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One session that two nodes see, each with a pool of its own, over one snapshot store. */
class TravellingSessionTest {
  private static final String TRAVELS = "jbo.ampool.writecookietoclient";

  private static final class Site {
    final PoolFixture fixture;
    final SessionCookie cookie = PoolFixture.session("s1");

    Site(PoolFixture fixture) {
      this.fixture = fixture;
    }

    CheckOut<FakeModule> checkOut(SessionTicket ticket) {
      cookie.present(ticket);
      return fixture.pool.checkOut(cookie);
    }

    long count(Counter count) {
      return fixture.count(count);
    }
  }

  /** Each policy that writes a snapshot at each check-in. */
  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"STICKY_FAILOVER", "RELEASE_PASSIVATE", "RELEASE_FAILOVER", "UNPOOLED_MODULES"})
  @Retention(RetentionPolicy.RUNTIME)
  private @interface WithSnapshotAtCheckIn {}

  private record Answer(String found, SessionTicket ticket) {}

  private Site a;
  private Site b;
  private static final SessionTicket NEW = new SessionTicket(0, null);

  private void nodes(Preset preset) {
    a = new Site(PoolFixture.of(preset, TRAVELS, "true"));
    b =
        new Site(
            new PoolFixture(
                preset.policy().with(Map.of(TRAVELS, "true", "cloakroom.ampool.maxwait", "0")),
                a.fixture.store));
  }

  @AfterEach
  void close() {
    a.fixture.pool.close();
    b.fixture.pool.close();
  }

  private static boolean isCovered(SessionTicket ticket) {
    return ticket.snapshot() != null && ticket.snapshot().version() == ticket.version();
  }

  private static Answer request(Site node, SessionTicket ticket, String leaves) {
    CheckOut<FakeModule> out = node.checkOut(ticket);
    String found = out.module().state;
    if (leaves != null) {
      out.module().state = leaves;
      out.touch();
    }
    out.checkIn();
    return new Answer(found, node.cookie.ticket());
  }

  @WithSnapshotAtCheckIn
  void alternatingNodes_findLatestState(Preset preset) {
    nodes(preset);
    SessionTicket ticket = NEW;
    String left = "";
    for (int i = 1; i <= 6; i++) {
      Answer answer = request(i % 2 == 0 ? a : b, ticket, "v" + i);
      assertThat(answer.found()).isEqualTo(left);
      assertThat(isCovered(answer.ticket())).isTrue();
      ticket = answer.ticket();
      left = "v" + i;
    }
    assertThat(a.count(Counter.FAILOVERS_WITHOUT_STATE) + b.count(Counter.FAILOVERS_WITHOUT_STATE))
        .isZero();
    assertThat(a.fixture.store.size()).as("one snapshot of one session").isEqualTo(1);
  }

  @Test
  void stateInMemoryOnly_isLostAtOtherNodeAndCounted() {
    nodes(Preset.RELEASE_IN_MEMORY);
    Answer first = request(a, NEW, "v1");

    Answer second = request(b, first.ticket(), "v2");
    assertThat(second.found()).isEmpty();
    assertThat(b.count(Counter.FAILOVERS_WITHOUT_STATE)).isEqualTo(1);

    Answer third = request(a, second.ticket(), null);
    assertThat(third.found()).as("older than the client's state").isEmpty();
    assertThat(a.count(Counter.STALE_STATES)).isEqualTo(1);
  }

  @Test
  void supersededStateInMemory_isDroppedAndCounted() {
    Map<String, String> memory =
        Map.of(
            "jbo.recyclethreshold", "1",
            "cloakroom.ampool.maxwait", "0",
            "cloakroom.level1.recycle", "memory");
    a = new Site(new PoolFixture(Preset.RELEASE_FAILOVER.policy().with(memory)));
    b = new Site(new PoolFixture(Preset.RELEASE_FAILOVER.policy().with(memory), a.fixture.store));
    Answer first = request(a, NEW, "v1");
    a.fixture.request(PoolFixture.session("recycler"), "other");
    assertThat(a.fixture.pool.statistics().get(Counter.STATES_IN_MEMORY)).isEqualTo(1);

    Answer second = request(b, first.ticket(), "v2");
    Answer third = request(a, second.ticket(), "v3");

    assertThat(third.found()).isEqualTo("v2");
    assertThat(a.count(Counter.STALE_STATES)).isEqualTo(1);
    assertThat(a.count(Counter.ACTIVATIONS_FROM_MEMORY)).isZero();
  }

  @Test
  void sticky_findsLastSnapshotAtOtherNode() {
    nodes(Preset.STICKY);
    Answer first = request(a, NEW, "v1");
    a.fixture.pool.close(); // a graceful stop writes v1 out
    SessionTicket saved = a.cookie.ticket();
    assertThat(isCovered(saved)).isTrue();

    assertThat(request(b, saved, null).found()).isEqualTo("v1");
    assertThat(isCovered(first.ticket())).isFalse();
  }

  @Test
  void oldTicket_findsLatestStateAndAdoptsItsVersion() {
    nodes(Preset.RELEASE_FAILOVER);
    Answer first = request(a, NEW, "v1");
    Answer second = request(a, first.ticket(), "v2");

    assertThat(request(a, first.ticket(), null).found()).isEqualTo("v2");
    Answer third = request(b, first.ticket(), "v3");
    assertThat(third.found()).isEqualTo("v2");
    assertThat(third.ticket().version()).isGreaterThan(second.ticket().version());
    assertThat(isCovered(third.ticket())).isTrue();
    assertThat(request(b, second.ticket(), null).found()).isEqualTo("v3");
  }

  @WithSnapshotAtCheckIn
  void twoNodesAtOnce_secondCheckInFails(Preset preset) {
    nodes(preset);
    SessionTicket ticket = request(a, NEW, "v1").ticket();
    CheckOut<FakeModule> atA = a.checkOut(ticket);
    CheckOut<FakeModule> atB = b.checkOut(ticket);
    atA.module().state = "fromA";
    atA.touch();
    atB.module().state = "fromB";
    atB.touch();
    atB.checkIn();
    SessionTicket winner = b.cookie.ticket();

    assertThatThrownBy(atA::checkIn)
        .isInstanceOfSatisfying(
            CheckOutException.class,
            e -> assertThat(e.reason()).isEqualTo(CheckOutException.CheckOutFailure.CONFLICT))
        .hasMessageStartingWith("JBO-30010: another node has continued this session");
    assertThat(a.count(Counter.CONFLICTS)).isEqualTo(1);
    assertThat(a.count(Counter.PASSIVATION_FAILURES)).isZero();

    assertThat(request(a, winner, null).found()).isEqualTo("fromB");
    assertThat(request(b, winner, null).found()).isEqualTo("fromB");
  }

  @WithSnapshotAtCheckIn
  void write_responseLost_nextWriteSucceeds(Preset preset) {
    nodes(preset);
    Answer first = request(a, NEW, "v1");
    a.fixture.store.losesResponses = true;
    assertThatThrownBy(() -> request(a, first.ticket(), "v2"))
        .hasMessageContaining("the response was lost");
    assertThatThrownBy(() -> request(a, first.ticket(), "v3"))
        .hasMessageContaining("the response was lost");
    a.fixture.store.losesResponses = false;

    Answer last = request(a, first.ticket(), "v4");

    assertThat(last.found()).isEqualTo("v3");
    assertThat(isCovered(last.ticket())).isTrue();
    assertThat(request(b, last.ticket(), null).found()).isEqualTo("v4");
    assertThat(a.fixture.store.size()).as("one snapshot of one session").isEqualTo(1);
    assertThat(a.count(Counter.CONFLICTS)).isZero();
  }

  @Test
  void write_newerSnapshotOfOtherNode_isConflictAlsoAfterFailedWrite() {
    nodes(Preset.RELEASE_FAILOVER);
    Answer first = request(a, NEW, "v1");
    a.fixture.store.down = true;
    assertThatThrownBy(() -> request(a, first.ticket(), "v2")).hasMessageContaining("down");
    a.fixture.store.down = false;
    request(b, first.ticket(), "v2 elsewhere");

    assertThatThrownBy(() -> request(a, first.ticket(), "v3"))
        .hasMessageContaining("another node has continued");
  }

  @Test
  void readOnlyRequestDuringChange_isNoConflict() {
    nodes(Preset.RELEASE_FAILOVER);
    SessionTicket ticket = request(a, NEW, "v1").ticket();
    CheckOut<FakeModule> reader = b.checkOut(ticket);
    SessionTicket changed = request(a, ticket, "v2").ticket();

    reader.checkIn();

    assertThat(request(b, changed, null).found()).isEqualTo("v2");
  }

  @ParameterizedTest
  @EnumSource(
      value = SessionCookie.End.class,
      names = {"EXPIRED", "LOGOUT"})
  @NullSource
  void endOrCloseAtOldNode_leavesSnapshotOfNewNode(SessionCookie.End end) {
    nodes(Preset.RELEASE_FAILOVER);
    SessionTicket newer = request(b, request(a, NEW, "v1").ticket(), "v2").ticket();

    if (end == null) {
      a.fixture.pool.close();
    } else {
      a.fixture.pool.endSession(a.cookie, end);
    }

    Answer next = request(b, newer, "v3");
    assertThat(next.found()).isEqualTo("v2");
    assertThat(isCovered(next.ticket())).isTrue();
    assertThat(a.fixture.store.size()).isEqualTo(1);
  }

  @Test
  void expiryAtOldNode_newNodeHasOnlyRead_leavesSnapshot() {
    nodes(Preset.RELEASE_FAILOVER);
    SessionTicket read = request(b, request(a, NEW, "v1").ticket(), null).ticket();

    a.fixture.pool.endSession(a.cookie, SessionCookie.End.EXPIRED);

    assertThat(request(b, read, "v2").found()).isEqualTo("v1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ticketOfAnotherSession_isRejectedAndDeletesNothing(boolean storeDown) {
    nodes(Preset.RELEASE_FAILOVER);
    SessionTicket ofS1 = request(a, NEW, "secret").ticket();
    SessionCookie attacker = PoolFixture.session("s2");
    attacker.present(ofS1);
    a.fixture.store.down = storeDown;
    assertThatThrownBy(() -> b.fixture.pool.checkOut(attacker))
        .isInstanceOf(CheckOutException.class)
        .hasMessageStartingWith(storeDown ? "JBO-30017" : "JBO-30001");
    a.fixture.store.down = false;

    b.fixture.pool.endSession(attacker, SessionCookie.End.LOGOUT);

    assertThat(a.fixture.store.size()).isEqualTo(1);
    assertThat(request(a, ofS1, null).found()).isEqualTo("secret");
  }

  @WithSnapshotAtCheckIn
  void logout_requestAtOtherNode_endsSessionThere(Preset preset) {
    nodes(preset);
    SessionTicket ticket = request(a, NEW, "v1").ticket();
    CheckOut<FakeModule> atA = a.checkOut(ticket);
    atA.module().state = "v2";
    atA.touch();
    b.cookie.present(ticket);
    b.fixture.pool.endSession(b.cookie, SessionCookie.End.LOGOUT);

    assertThatThrownBy(atA::checkIn).hasMessageStartingWith("JBO-30010");

    assertEnded(() -> a.fixture.pool.checkOut(a.cookie));
    assertEnded(() -> a.checkOut(ticket));
    assertThat(a.fixture.store.size()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"RELEASE_PASSIVATE", "RELEASE_FAILOVER"})
  void missingSnapshot_meansEndedSession(Preset preset) {
    nodes(preset);
    SessionTicket ticket = request(a, NEW, "v1").ticket();
    a.fixture.store.loseEverything();

    assertEnded(() -> b.checkOut(ticket));
    assertThat(hasSnapshot("s1", ticket)).isFalse();
  }

  private boolean hasSnapshot(String session, SessionTicket ticket) {
    SessionCookie shown = PoolFixture.session(session);
    shown.present(ticket);
    return b.fixture.pool.hasSnapshot(shown, Duration.ofHours(1));
  }

  @Test
  void hasSnapshot_anotherSessions_isFalse() {
    nodes(Preset.RELEASE_FAILOVER);
    SessionTicket ticket = request(a, NEW, "v1").ticket();
    long id = ticket.snapshot().id();

    assertThat(hasSnapshot("s1", ticket)).isTrue();
    assertThat(hasSnapshot("s2", ticket)).isFalse();
    assertThat(hasSnapshot("s1", new SessionTicket(9, new StoredSnapshot(id, 9)))).isFalse();
    assertThat(hasSnapshot("s1", new SessionTicket(1, new StoredSnapshot(id + 1, 1)))).isFalse();
    assertThat(hasSnapshot("s1", new SessionTicket(1, null))).isFalse();
    assertThat(b.count(Counter.SNAPSHOT_READS)).as("no activation").isZero();
  }

  private static void assertEnded(ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            CheckOutException.class,
            e -> assertThat(e.reason()).isEqualTo(CheckOutException.CheckOutFailure.ENDED));
  }
}
