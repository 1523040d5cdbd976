package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.CheckOutException.CheckOutFailure;
import cloakroom.module.ModuleInstance.State;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodecs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages, failures and choices of an instance that {@link TransitionTableTest} omits. */
class ApplicationModulePoolTest {
  private final SessionCookie ann = session("ann");

  @ParameterizedTest
  @CsvSource({"mru, 1", "lru, 0"})
  void t2_choosesMostOrLeastRecentlyUsed(String choice, int index) {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "cloakroom.ampool.freechoice", choice);
    SessionCookie bob = session("bob");
    f.request(ann, "1");
    f.request(bob, "2");
    f.pool.endSession(ann, SessionCookie.End.LOGOUT);
    f.pool.endSession(bob, SessionCookie.End.LOGOUT);

    assertThat(f.pool.checkOut(session("third")).module()).isSameAs(f.built.get(index));
  }

  @Test
  void t6_poolExhausted_failsWithNumbers() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.ampool.maxpoolsize", "1");
    f.pool.checkOut(ann);

    CheckOutException e =
        catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(session("bob")));

    assertThat(e.reason()).isEqualTo(CheckOutFailure.TIMEOUT);
    assertThat(e)
        .hasMessageContainingAll(
            "JBO-30003", "JBO-28102", "FakeModule", "after 0 ms", "1 of at most 1", "busy 1");
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0, 1"})
  void t13_countsPassivationOnlyWithSnapshot(String level, int passivations) {
    ReleasePolicy policy =
        Preset.CONNECTION_THRESHOLD
            .policy()
            .with(
                Map.of(
                    "jbo.ampool.connection_threshold", "1",
                    "jbo.txn.disconnect_level", level,
                    "jbo.ampool.maxpoolsize", "2",
                    "cloakroom.ampool.maxwait", "0"));
    InstanceTable<FakeModule> table =
        new InstanceTable<>("pool", policy, new TierCounters(), System::nanoTime);
    for (String name : List.of("a", "b")) {
      ModuleInstance<FakeModule> instance = table.claim(session(name)).instance();
      instance.lease = new FakeConnections().borrow();
      table.keep(instance, State.REFERENCED);
    }
    assertThat(table.claimExcessConnections()).hasSize(1);
    table.claim(session("c"));

    assertThatThrownBy(() -> table.claim(session("d")))
        .hasMessageContaining("busy 2, reserved 0, passivating " + (1 + passivations));
  }

  @Test
  void open_tooFewConnectionsForInitialInstances_returnsThem() {
    FakeConnections two = new FakeConnections();
    Supplier<FakeModule> modules =
        () -> {
          two.refusal = two.out() == 2 ? new IllegalStateException("all in use") : null;
          return new FakeModule();
        };
    ReleasePolicy policy = Preset.STICKY.policy().with(Map.of("jbo.ampool.initpoolsize", "3"));

    assertThatThrownBy(
            () ->
                new ApplicationModulePool<>(
                    FakeModule.NAME,
                    policy,
                    modules,
                    two,
                    new FakeStore(),
                    SnapshotCodecs.XML,
                    new TierCounters(),
                    System::nanoTime))
        .hasMessage("all in use");
    assertThat(two.lent).hasSize(2);
    assertThat(two.out()).isZero();
  }

  @Test
  void checkIn_twice_fails() {
    CheckOut<FakeModule> out = PoolFixture.of(Preset.STICKY).pool.checkOut(ann);
    out.checkIn();

    assertThatThrownBy(out::checkIn).hasMessageContaining("already");
  }

  @Test
  void close_runningRequest_abortsItAndWritesState() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    FakeConnections.FakeLease lease = f.connections.lent.get(0);
    lease.aborted = out::checkIn;

    f.pool.close();

    assertThat(lease.broken).isTrue();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isEqualTo(1);
    assertThat(f.connections.out()).isZero();
  }

  @Test
  void checkOut_activationFromMemoryFails_keepsState() {
    PoolFixture f =
        PoolFixture.of(
            Preset.RELEASE_IN_MEMORY,
            "jbo.recyclethreshold",
            "1",
            "cloakroom.level1.recycle",
            "memory");
    f.request(ann, "a1");
    f.request(session("bob"), "b1");
    FakeModule only = f.built.get(0);
    only.refusesToActivate = true;

    assertThatThrownBy(() -> f.pool.checkOut(ann)).isInstanceOf(IllegalStateException.class);

    only.refusesToActivate = false;
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    assertThat(f.count(Counter.ACTIVATION_FAILURES)).isEqualTo(1);
  }

  /** The recycling request fails and repeats; the owner's state has not changed in between. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recycle_responseLost_ownerFindsItsState(boolean travels) {
    PoolFixture fixture =
        PoolFixture.of(
            Preset.STICKY,
            "jbo.recyclethreshold",
            "1",
            "jbo.ampool.writecookietoclient",
            Boolean.toString(travels));
    SessionCookie recycler = PoolFixture.session("recycler");
    fixture.request(ann, "ann:1");
    fixture.request(recycler, "recycler:1");
    fixture.request(ann, "ann:2");
    fixture.store.losesResponses = true;
    assertThatThrownBy(() -> fixture.request(recycler, "recycler:2"))
        .hasMessageContaining("the response was lost");
    fixture.store.losesResponses = false;

    assertThat(fixture.request(recycler, "recycler:2")).isEqualTo("recycler:1");
    assertThat(fixture.request(ann, "ann:3")).isEqualTo("ann:2");
    fixture.assertEachWriteHasACause();
    fixture.pool.close();
  }

  /** A kept connection would count as open, and the session's next request would fail on it. */
  @Test
  void recycle_connectionDies_releasesIt() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "a1");
    f.store.breaksHolders = true;

    assertThatThrownBy(() -> f.request(session("recycler"), "r1"))
        .hasMessageContaining("the connection died");

    assertThat(f.connections.out()).isZero();
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    assertThat(f.connections.out()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cleanUp_connectionDies_releasesIt(boolean atThreshold) {
    PoolFixture f =
        atThreshold
            ? PoolFixture.keepingOneConnection()
            : PoolFixture.of(Preset.STICKY, "jbo.ampool.timetolive", "1");
    f.request(ann, "a1");
    f.request(session("bob"), "b1");
    f.store.breaksHolders = true;

    f.advance(2);
    f.pool.cleanUp();

    assertThat(f.connections.out()).isEqualTo(atThreshold ? 1 : 0);
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @ParameterizedTest
  @CsvSource({
    "false, passivate",
    "false, reset",
    "false, disconnect",
    "true, passivate",
    "true, reset",
    "true, disconnect"
  })
  void cleanUp_instanceFails_processesTheOthers(boolean atThreshold, String method) {
    PoolFixture f =
        atThreshold
            ? PoolFixture.keepingOneConnection()
            : PoolFixture.of(Preset.STICKY, "jbo.ampool.timetolive", "1");
    SessionCookie bob = session("bob");
    SessionCookie carl = session("carl");
    f.request(ann, "ann:1");
    f.request(bob, "bob:1");
    f.request(carl, "carl:1");
    f.built.get(0).failsAt = method;
    f.advance(2);

    f.pool.cleanUp();

    assertThat(f.pool.statistics()).containsEntry(Counter.BUSY, 0L);
    assertThat(f.connections.out())
        .isEqualTo((atThreshold ? 1 : 0) + (method.equals("passivate") ? 1 : 0));
    assertThat(f.count(Counter.SNAPSHOT_WRITES)).isPositive();
    f.built.get(0).failsAt = "";
    assertThat(f.request(ann, "ann:2")).isEqualTo("ann:1");
    assertThat(f.request(bob, "bob:2")).isEqualTo("bob:1");
    assertThat(f.request(carl, "carl:2")).isEqualTo("carl:1");
    f.pool.endSession(ann, SessionCookie.End.LOGOUT);
    f.assertOneLiveStateEach();
  }

  @ParameterizedTest
  @ValueSource(strings = {"passivate", "reset", "disconnect"})
  void stop_instanceFails_savesTheOthers(String method) {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "ann:1");
    f.request(session("bob"), "bob:1");
    f.built.get(0).failsAt = method;

    assertThat(f.pool.stop()).isTrue();

    assertThat(f.pool.statistics()).containsEntry(Counter.BUSY, 0L);
    assertThat(f.connections.out()).isZero();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"passivate", "disconnect"})
  void checkOut_victimCannotBePassivated_leavesTheVictimItsState(String method) {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "ann:1");
    f.built.get(0).failsAt = method;
    f.store.breaksHolders = true;
    assertThatThrownBy(() -> f.request(session("recycler"), "recycler:1"))
        .hasMessage("told to fail");

    f.built.get(0).failsAt = "";
    f.store.breaksHolders = false;
    assertThat(f.pool.statistics()).containsEntry(Counter.BUSY, 0L);
    assertThat(f.request(ann, "ann:2")).isEqualTo("ann:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"activate", "reset"})
  void checkOut_moduleThrowsError_leavesNoInstanceBusyAndTheSnapshot(String method) {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "ann:1");
    f.request(session("bob"), "bob:1");
    f.built.get(0).failsAt = method;
    assertThatThrownBy(() -> f.pool.checkOut(ann)).hasMessage("told to fail");

    f.built.get(0).failsAt = "";
    assertThat(f.pool.statistics()).containsEntry(Counter.BUSY, 0L);
    assertThat(f.request(ann, "ann:2")).isEqualTo("ann:1");
  }

  @Test
  void end_sessionStaysDetached_failsAfterItsWait() {
    InstanceTable<FakeModule> table =
        new InstanceTable<>(
            "pool",
            Preset.STICKY.policy().with(Map.of("jbo.ampool.maxpoolsize", "1")),
            new TierCounters(),
            System::nanoTime);
    table.keep(table.claim(ann).instance(), State.REFERENCED);
    table.claim(session("recycler"));

    assertThatThrownBy(() -> table.end(ann, SessionCookie.End.LOGOUT, Duration.ZERO))
        .hasMessage(
            "JBO-30003: pool: cannot end session ann: its state is still being passivated"
                + " (maximum wait 0 ms); its snapshot is left to the purge");
  }

  @Test
  void endSession_duringCheckIn_leavesNoSnapshot() {
    PoolFixture f = PoolFixture.of(Preset.UNPOOLED_MODULES);
    f.store.during = () -> f.pool.endSession(ann, SessionCookie.End.LOGOUT);

    f.request(ann, "a1");

    assertThat(f.count(Counter.SNAPSHOT_WRITES)).isEqualTo(1);
    assertThat(f.store.size()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNPOOLED_MODULES", "RELEASE_PASSIVATE"})
  void endSession_duringFailedCheckOut_leavesNoSnapshot(Preset preset) {
    PoolFixture f = PoolFixture.of(preset);
    f.request(ann, "a1");
    f.store.during =
        () -> {
          f.pool.endSession(ann, SessionCookie.End.LOGOUT);
          throw new SnapshotStoreException(
              SnapshotStoreException.StoreFailure.UNAVAILABLE, "busy", null);
        };

    assertThatThrownBy(() -> f.pool.checkOut(ann)).hasMessageContaining("busy");

    assertThat(f.store.size()).isZero();
  }
}
