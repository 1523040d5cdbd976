package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Counter;
import org.junit.jupiter.api.Test;

/** What becomes of an instance, its connection and its state: T7 to T12, and closing. */
class CheckInTest {
  private final SessionCookie ann = session("ann");
  private final SessionCookie bob = session("bob");

  @Test
  void t7_sticky_keepsStateAndConnection() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");

    assertThat(f.pool.statistics().referenced()).isEqualTo(1);
    assertThat(f.pool.statistics().connectionsHeld()).isEqualTo(1);
    assertThat(f.connections.out()).isEqualTo(1);
    assertThat(f.store.writes).isZero();
  }

  @Test
  void t7_releaseInMemory_keepsStateAndReturnsTheConnection() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_IN_MEMORY);
    f.request(ann, "a1");

    assertThat(f.pool.statistics().referenced()).isEqualTo(1);
    assertThat(f.connections.out()).isZero();
    assertThat(f.store.writes).isZero();
    assertThat(f.count(Counter.LOGICAL_PASSIVATIONS)).isEqualTo(1);
  }

  @Test
  void t7_releasePassivate_writesAtEachRequest() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_PASSIVATE);
    f.request(ann, "a1");
    f.request(ann, "a2");

    assertThat(f.count(Counter.SNAPSHOT_WRITES_LEVEL_ZERO)).isEqualTo(2);
    assertThat(f.store.size()).as("the second replaced the first").isEqualTo(1);
    assertThat(f.connections.out()).isZero();
  }

  @Test
  void t7_requestThatChangesNothing_writesNothing() {
    for (Preset preset : new Preset[] {Preset.RELEASE_PASSIVATE, Preset.STICKY_FAILOVER}) {
      PoolFixture f = PoolFixture.of(preset);
      SessionCookie reader = session("reader");
      f.request(reader, "a1");
      assertThat(f.store.writes).isEqualTo(1);
      for (int i = 0; i < 3; i++) {
        CheckOut<FakeModule> out = f.pool.checkOut(reader);
        assertThat(out.module().state).isEqualTo("a1");
        out.checkIn();
      }

      assertThat(f.store.writes).as(preset + ": the stored snapshot still holds").isEqualTo(1);
      f.request(reader, "a2");
      assertThat(f.store.writes).isEqualTo(2);
    }
  }

  @Test
  void t7_storeDown_failsTheRequestAndKeepsTheStateInMemory() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_PASSIVATE);
    f.store.down = true;
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    out.module().state = "a1";
    out.touch();

    CheckOutException e = catchThrowableOfType(CheckOutException.class, out::checkIn);

    assertThat(e.reason()).isEqualTo(CheckOutException.Reason.PASSIVATION);
    assertThat(f.connections.out()).as("the connection went back all the same").isZero();
    f.store.down = false;
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @Test
  void t8_unmanaged_freesTheInstanceAndForgetsTheState() {
    PoolFixture f = PoolFixture.of(Preset.STATELESS);
    f.request(ann, "a1");

    assertThat(f.pool.statistics().free()).isEqualTo(1);
    assertThat(f.request(ann, "a2")).isEmpty();
    assertThat(f.built).hasSize(1);
    assertThat(f.connections.out()).isZero();
  }

  @Test
  void t8_unmanaged_deletesAnEarlierSnapshot() {
    PoolFixture f = PoolFixture.of(Preset.STICKY_FAILOVER);
    f.request(ann, "a1");
    assertThat(f.store.size()).isEqualTo(1);

    f.pool.checkOut(ann).checkIn(ReleaseLevel.UNMANAGED);

    assertThat(f.store.size()).isZero();
    assertThat(f.count(Counter.SNAPSHOT_DELETES)).isEqualTo(1);
  }

  private static int cleaned(FakeModule module) {
    return ((FakeConnections.FakeLease) module.lease).cleaned;
  }

  @Test
  void keptConnection_isCleanedWheneverItChangesItsSession() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "a1");
    f.request(ann, "a2");
    FakeModule only = f.built.get(0);
    assertThat(cleaned(only)).as("T1: the same session").isZero();

    f.request(bob, "b1");
    assertThat(cleaned(only)).as("T4").isEqualTo(1);
    f.pool.checkOut(bob).checkIn(ReleaseLevel.UNMANAGED);
    assertThat(cleaned(only)).as("T8").isEqualTo(2);
    f.request(ann, "a3");
    assertThat(cleaned(only)).as("T2: it was clean").isEqualTo(2);
    f.pool.endSession(ann, SessionCookie.End.LOGOUT);
    assertThat(cleaned(only)).as("T12").isEqualTo(3);
    assertThat(f.connections.borrowed()).isEqualTo(1);
  }

  @Test
  void connectionThatGoesBack_isCleanedThereAndNotTwice() {
    PoolFixture f = PoolFixture.of(Preset.STATELESS);
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    FakeConnections.FakeLease lease = (FakeConnections.FakeLease) out.module().lease;
    out.checkIn();

    assertThat(lease.rolledBack).isTrue();
    assertThat(lease.cleaned).isZero();
    assertThat(f.connections.out()).isZero();
  }

  @Test
  void t9_reserved_isNeverRecycledAndComesBackToItsOwner() {
    PoolFixture f =
        PoolFixture.of(Preset.RESERVED, "jbo.recyclethreshold", "1", "jbo.ampool.maxpoolsize", "1");
    f.request(ann, "a1");

    assertThat(f.pool.statistics().reserved()).isEqualTo(1);
    assertThatThrownBy(() -> f.pool.checkOut(bob)).hasMessageContaining("reserved 1");
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    assertThat(f.connections.out()).isEqualTo(1);
  }

  @Test
  void t9_levelCanChangeAtRunTime() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_IN_MEMORY);
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    out.module().state = "a1";
    out.checkIn(ReleaseLevel.RESERVED);

    assertThat(f.pool.statistics().reserved()).isEqualTo(1);
    assertThat(f.connections.out()).as("reserved keeps its connection").isEqualTo(1);
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    assertThat(f.connections.out()).as("managed again").isZero();
  }

  @Test
  void t10_unpooledModules_writeAndVanish() {
    PoolFixture f = PoolFixture.of(Preset.UNPOOLED_MODULES);
    f.request(ann, "a1");
    assertThat(f.request(ann, "a2")).isEqualTo("a1");

    assertThat(f.pool.statistics().instances()).isZero();
    assertThat(f.built).hasSize(2);
    assertThat(f.count(Counter.SNAPSHOT_WRITES_UNPOOLED)).isEqualTo(2);
    assertThat(f.count(Counter.SNAPSHOT_READS)).isEqualTo(1);
    assertThat(f.connections.out()).isZero();
  }

  @Test
  void t11_timeToLive_removesEvenBelowTheFloorAndKeepsTheState() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.ampool.timetolive", "1000");
    f.request(ann, "a1");
    f.advance(1001);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().instances()).isZero();
    assertThat(f.connections.out()).isZero();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_MONITOR)).isEqualTo(1);
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @Test
  void t11_timeToLiveNever_removesNothing() {
    PoolFixture f =
        PoolFixture.of(
            Preset.STICKY, "jbo.ampool.timetolive", "-1", "jbo.ampool.maxinactiveage", "9999999");
    f.request(ann, "a1");
    f.advance(8_000_000);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().instances()).isEqualTo(1);
  }

  @Test
  void t11_idleInstances_goDownToTheFloor() {
    PoolFixture f =
        PoolFixture.of(
            Preset.STICKY, "jbo.ampool.minavailablesize", "2", "jbo.ampool.maxinactiveage", "1000");
    for (int i = 0; i < 5; i++) {
      f.request(session("s" + i), "x");
    }
    f.advance(1001);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().instances()).isEqualTo(2);
  }

  @Test
  void t11_moreThanTheCeiling_goLeastRecentlyUsedFirst() {
    PoolFixture f =
        PoolFixture.of(
            Preset.STICKY, "jbo.ampool.minavailablesize", "0", "jbo.ampool.maxavailablesize", "1");
    f.request(ann, "a1");
    f.advance(1);
    f.request(bob, "b1");

    f.pool.cleanUp();

    assertThat(f.pool.statistics().referenced()).isEqualTo(1);
    f.request(bob, "b2");
    assertThat(f.count(Counter.AFFINITY_HITS)).as("bob's is the one that stayed").isEqualTo(1);
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @Test
  void t11_busyAndReservedInstances_areNotTouched() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.ampool.timetolive", "1");
    CheckOut<FakeModule> busy = f.pool.checkOut(ann);
    f.pool.checkOut(bob).checkIn(ReleaseLevel.RESERVED);
    f.advance(10);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().instances()).isEqualTo(2);
    busy.checkIn();
  }

  @Test
  void t11_storeDown_keepsTheInstance() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.ampool.timetolive", "1");
    f.request(ann, "a1");
    f.advance(10);
    f.store.down = true;

    f.pool.cleanUp();

    assertThat(f.pool.statistics().referenced()).isEqualTo(1);
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @Test
  void t12_logOut_freesTheInstanceAndDeletesTheSnapshot() {
    PoolFixture f = PoolFixture.of(Preset.STICKY_FAILOVER);
    f.request(ann, "a1");

    f.pool.endSession(ann, SessionCookie.End.LOGOUT);

    assertThat(f.pool.statistics().free()).isEqualTo(1);
    assertThat(f.store.size()).isZero();
    assertThat(f.built.get(0).state).isEmpty();
  }

  @Test
  void t12_crash_leavesAnOrphanBehind() {
    PoolFixture f = PoolFixture.of(Preset.STICKY_FAILOVER);
    f.request(ann, "a1");

    f.pool.endSession(ann, SessionCookie.End.CRASH);

    assertThat(f.store.size()).isEqualTo(1);
    assertThat(f.pool.statistics().free()).isEqualTo(1);
  }

  @Test
  void t12_inTheMiddleOfARequest_isDoneByItsCheckIn() {
    for (ReleaseLevel level : ReleaseLevel.values()) {
      PoolFixture f = PoolFixture.of(Preset.STICKY);
      SessionCookie session = session("s");
      CheckOut<FakeModule> out = f.pool.checkOut(session);
      f.pool.endSession(session, SessionCookie.End.EXPIRED);
      assertThat(f.pool.statistics().busy()).isEqualTo(1);

      out.checkIn(level);

      assertThat(f.pool.statistics().free()).as(level.name()).isEqualTo(1);
      assertThat(f.pool.statistics().busy()).isZero();
    }
  }

  @Test
  void t12_sessionWithoutInstance_losesItsSnapshot() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "a1");
    f.request(bob, "b1");
    assertThat(f.store.size()).isEqualTo(1);

    f.pool.endSession(ann, SessionCookie.End.LOGOUT);

    assertThat(f.store.size()).isZero();
    assertThat(f.pool.statistics().referenced()).as("bob's").isEqualTo(1);
  }

  @Test
  void t13_connectionsAboveTheThreshold_goLeastRecentlyUsedFirst() {
    PoolFixture f =
        PoolFixture.of(Preset.CONNECTION_THRESHOLD, "jbo.ampool.connection_threshold", "1");
    f.request(ann, "a1");
    f.advance(1);
    f.request(bob, "b1");
    assertThat(f.connections.out()).as("not at check-in").isEqualTo(2);

    f.pool.cleanUp();

    assertThat(f.connections.out()).isEqualTo(1);
    assertThat(f.built.get(0).lease).as("ann's, the older").isNull();
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @Test
  void transactionEnded_deletesTheSnapshot() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "a1");
    f.request(bob, "b1");
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    assertThat(f.store.size()).as("ann's and bob's").isEqualTo(2);

    out.transactionEnded();

    assertThat(f.store.size()).as("bob's").isEqualTo(1);
    out.checkIn();
    assertThat(f.count(Counter.SNAPSHOT_DELETES)).isEqualTo(1);
  }

  @Test
  void transactionEnded_promisedSnapshotReplacesTheOldInOneStep() {
    PoolFixture f = PoolFixture.of(Preset.STICKY_FAILOVER);
    f.request(ann, "a1");
    CheckOut<FakeModule> out = f.pool.checkOut(ann);

    out.transactionEnded();

    assertThat(f.store.size()).as("a crash now finds the old one").isEqualTo(1);
    out.checkIn();
    assertThat(f.store.size()).isEqualTo(1);
    assertThat(f.store.writes).isEqualTo(2);
    assertThat(f.store.deletes).isZero();
  }

  @Test
  void connectionLost_isClosedAtCheckInAndReplaced() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    FakeConnections.FakeLease lease = (FakeConnections.FakeLease) out.module().lease;
    out.module().state = "a1";
    out.connectionLost();
    out.checkIn();

    assertThat(lease.broken).isTrue();
    assertThat(f.connections.out()).isZero();
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    assertThat(f.connections.out()).isEqualTo(1);
  }

  @Test
  void checkIn_twice_isRefused() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    out.checkIn();

    assertThatThrownBy(out::checkIn).hasMessageContaining("already");
  }

  @Test
  void close_writesThroughTheConnectionsThatItGivesBack() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.store.connections = f.connections;
    f.request(ann, "a1");
    f.request(bob, "b1");

    f.pool.close();

    assertThat(f.store.size()).isEqualTo(2);
    assertThat(f.store.peakConnections).isEqualTo(2);
    assertThat(f.pool.unsavedStates()).isZero();
  }

  @Test
  void close_countsTheStatesThatItCouldNotWrite() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");
    f.request(bob, "b1");
    f.store.down = true;

    f.pool.close();

    assertThat(f.pool.unsavedStates()).isEqualTo(2);
  }

  @Test
  void close_endsARequestThatDoesNotEnd_andWritesWhatItsSessionLeftBefore() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    FakeConnections.FakeLease lease = (FakeConnections.FakeLease) out.module().lease;
    lease.aborted = out::checkIn;

    f.pool.close();

    assertThat(lease.broken).isTrue();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isEqualTo(1);
    assertThat(f.connections.out()).isZero();
  }

  @Test
  void close_passivatesReferencedStateAndReturnsEveryConnection() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");
    f.request(bob, "b1");
    f.pool.endSession(bob, SessionCookie.End.LOGOUT);

    f.pool.close();

    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isEqualTo(1);
    assertThat(f.store.size()).isEqualTo(1);
    assertThat(f.connections.out()).isZero();
    assertThat(f.pool.statistics().instances()).isZero();
    assertThatThrownBy(() -> f.pool.checkOut(ann)).hasMessageContaining("closed");
  }
}
