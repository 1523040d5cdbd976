package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.Reason;
import org.junit.jupiter.api.Test;

/** How a session comes to its instance: T1 to T6, in this order and no other. */
class CheckOutTest {
  private final SessionCookie ann = session("ann");
  private final SessionCookie bob = session("bob");
  private final SessionCookie eve = session("eve");

  @Test
  void t1_ownInstance_isTakenBeforeAFreeOne() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");
    f.request(bob, "b1");
    f.pool.endSession(bob, SessionCookie.End.LOGOUT);

    CheckOut<FakeModule> out = f.pool.checkOut(ann);

    assertThat(out.module()).isSameAs(f.built.get(0));
    assertThat(out.module().state).isEqualTo("a1");
    assertThat(f.count(Counter.AFFINITY_HITS)).isEqualTo(1);
    assertThat(f.count(Counter.ACTIVATIONS)).isZero();
  }

  @Test
  void t1_withConnectionPooling_borrowsAndPreparesAgain() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_IN_MEMORY);
    f.request(ann, "a1");
    assertThat(f.connections.out()).isZero();

    CheckOut<FakeModule> out = f.pool.checkOut(ann);

    assertThat(f.connections.out()).isEqualTo(1);
    assertThat(out.module().lease).isNotNull();
    assertThat(f.count(Counter.PREPARE_SESSIONS)).isEqualTo(2);
    assertThat(f.count(Counter.SNAPSHOT_READS)).isZero();
  }

  @Test
  void t1_withLevelZero_activatesFromTheStore() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_PASSIVATE);
    f.request(ann, "a1");
    assertThat(f.built.get(0).state).as("state has left memory").isEmpty();

    assertThat(f.request(ann, "a2")).isEqualTo("a1");

    assertThat(f.count(Counter.AFFINITY_HITS)).isEqualTo(1);
    assertThat(f.count(Counter.SNAPSHOT_READS)).isEqualTo(1);
    assertThat(f.count(Counter.REEXECUTIONS)).isEqualTo(1);
  }

  @Test
  void t1_levelOne_reexecutesOnlyWhenTold() {
    PoolFixture lazy = PoolFixture.of(Preset.RELEASE_IN_MEMORY);
    PoolFixture all = PoolFixture.of(Preset.RELEASE_IN_MEMORY, "cloakroom.level1.reexecute", "all");
    for (PoolFixture f : new PoolFixture[] {lazy, all}) {
      SessionCookie session = session("s");
      f.request(session, "1");
      f.request(session, "2");
    }
    assertThat(lazy.count(Counter.REEXECUTIONS)).isZero();
    assertThat(all.count(Counter.REEXECUTIONS)).isEqualTo(1);
    assertThat(all.built.get(0).reexecutions).isEqualTo(1);
  }

  @Test
  void t2_freeInstance_isTakenBeforeANewOne() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.request(ann, "a1");
    f.pool.endSession(ann, SessionCookie.End.LOGOUT);

    assertThat(f.request(bob, "b1")).isEmpty();

    assertThat(f.built).hasSize(1);
    assertThat(f.count(Counter.FREE_HITS)).isEqualTo(1);
    assertThat(f.built.get(0).preparedFor).isEqualTo("bob");
  }

  @Test
  void t2_choosesMostOrLeastRecentlyUsed() {
    for (String choice : new String[] {"mru", "lru"}) {
      PoolFixture f = PoolFixture.of(Preset.STICKY, "cloakroom.ampool.freechoice", choice);
      SessionCookie first = session("first");
      SessionCookie second = session("second");
      f.request(first, "1");
      f.request(second, "2");
      f.pool.endSession(first, SessionCookie.End.LOGOUT);
      f.pool.endSession(second, SessionCookie.End.LOGOUT);
      CheckOut<FakeModule> out = f.pool.checkOut(session("third"));
      assertThat(out.module()).isSameAs(f.built.get("mru".equals(choice) ? 1 : 0));
    }
  }

  @Test
  void t3_belowTheThreshold_createsInsteadOfRecycling() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "2");
    f.request(ann, "a1");
    f.request(bob, "b1");

    assertThat(f.built).hasSize(2);
    assertThat(f.count(Counter.RECYCLES)).isZero();
  }

  @Test
  void t4_pastTheThreshold_recyclesTheLeastRecentlyUsedAndTheThiefPays() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "2");
    f.request(ann, "a1");
    f.request(bob, "b1");
    f.request(ann, "a2");
    long before = f.count(Counter.SNAPSHOT_WRITES_RECYCLE);

    CheckOut<FakeModule> out = f.pool.checkOut(eve);

    assertThat(out.module()).as("bob's instance").isSameAs(f.built.get(1));
    assertThat(out.module().state).isEmpty();
    assertThat(before).isZero();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_RECYCLE)).isEqualTo(1);
    assertThat(((FakeConnections.FakeLease) out.module().lease).rolledBack).isTrue();
    out.checkIn();
    assertThat(f.request(bob, "b2")).isEqualTo("b1");
  }

  @Test
  void t4_stateThatIsStoredAlready_isNotWrittenAgain() {
    PoolFixture f = PoolFixture.of(Preset.STICKY_FAILOVER, "jbo.recyclethreshold", "1");
    f.request(ann, "a1");
    f.request(bob, "b1");

    assertThat(f.count(Counter.RECYCLES)).isEqualTo(1);
    assertThat(f.count(Counter.SNAPSHOT_WRITES_RECYCLE)).isZero();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_FAILOVER)).isEqualTo(2);
  }

  @Test
  void t4_storeDown_failsTheThiefAndTheVictimLosesNothing() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1");
    f.request(ann, "a1");
    f.store.down = true;

    CheckOutException e = catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(bob));

    assertThat(e.reason()).isEqualTo(Reason.PASSIVATION);
    assertThat(e).hasMessageContaining("JBO-28030");
    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    f.store.down = false;
    assertThat(f.request(bob, "b1")).isEmpty();
  }

  @Test
  void t5_allInUsePastTheThreshold_growsUpToTheMaximum() {
    PoolFixture f =
        PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "1", "jbo.ampool.maxpoolsize", "2");
    CheckOut<FakeModule> first = f.pool.checkOut(ann);
    CheckOut<FakeModule> second = f.pool.checkOut(bob);

    assertThat(first.module()).isNotSameAs(second.module());
    assertThat(f.pool.statistics().instances()).isEqualTo(2);
  }

  @Test
  void t6_nothingLeft_failsWithTheWholeStory() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.ampool.maxpoolsize", "1");
    f.pool.checkOut(ann);

    CheckOutException e = catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(bob));

    assertThat(e.reason()).isEqualTo(Reason.TIMEOUT);
    assertThat(e)
        .hasMessageContainingAll(
            "JBO-30003", "JBO-28102", "FakeModule", "after 0 ms", "1 of at most 1", "busy 1");
    assertThat(f.count(Counter.CHECKOUT_TIMEOUTS)).isEqualTo(1);
  }

  @Test
  void threshold_zero_stillCreatesTheFirstInstance() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.recyclethreshold", "0");
    f.request(ann, "a1");
    f.request(bob, "b1");

    assertThat(f.built).hasSize(1);
    assertThat(f.count(Counter.RECYCLES)).isEqualTo(1);
  }

  @Test
  void connectionRefused_leavesTheStateWhereItWas() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_IN_MEMORY);
    f.request(ann, "a1");
    f.connections.refusal = new IllegalStateException("no connection");

    assertThat(catchThrowableOfType(IllegalStateException.class, () -> f.pool.checkOut(ann)))
        .isNotNull();
    f.connections.refusal = null;

    assertThat(f.request(ann, "a2")).isEqualTo("a1");
    assertThat(f.pool.statistics().instances()).isEqualTo(1);
  }

  @Test
  void connectionRefused_toANewInstance_leavesNoInstanceBehind() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.connections.refusal = new IllegalStateException("no connection");

    assertThat(catchThrowableOfType(IllegalStateException.class, () -> f.pool.checkOut(ann)))
        .isNotNull();

    assertThat(f.pool.statistics().instances()).isZero();
    assertThat(f.pool.statistics().busy()).isZero();
  }

  @Test
  void corruptSnapshot_costsThatSessionItsStateOnceAndNobodyElse() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_PASSIVATE);
    f.request(ann, "a1");
    f.store.corruptContent = new byte[] {'x'};

    CheckOutException e = catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(ann));
    f.store.corruptContent = null;

    assertThat(e.reason()).isEqualTo(Reason.ACTIVATION);
    assertThat(e).hasMessageContaining("state is lost");
    assertThat(f.request(ann, "a2")).as("starts anew").isEmpty();
    assertThat(f.count(Counter.ACTIVATION_FAILURES)).isEqualTo(1);
  }

  @Test
  void missingSnapshot_isAnActivationFailure() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_PASSIVATE);
    f.request(ann, "a1");
    f.store.loseEverything();

    CheckOutException e = catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(ann));

    assertThat(e.reason()).isEqualTo(Reason.ACTIVATION);
  }

  @Test
  void storeDownAtActivation_keepsTheSnapshotForALaterTry() {
    PoolFixture f = PoolFixture.of(Preset.RELEASE_PASSIVATE);
    f.request(ann, "a1");
    f.store.down = true;
    assertThat(catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(ann)))
        .isNotNull();
    f.store.down = false;

    assertThat(f.request(ann, "a2")).isEqualTo("a1");
  }

  @Test
  void initialSize_isBuiltWithThePool() {
    PoolFixture f = PoolFixture.of(Preset.STICKY, "jbo.ampool.initpoolsize", "3");

    assertThat(f.pool.statistics().free()).isEqualTo(3);
    assertThat(f.connections.out()).isEqualTo(3);
    assertThat(f.count(Counter.CREATED)).isEqualTo(3);
  }

  @Test
  void endedSession_isRefused() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.pool.endSession(ann, SessionCookie.End.LOGOUT);

    CheckOutException e = catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(ann));

    assertThat(e.reason()).isEqualTo(Reason.ENDED);
  }

  @Test
  void secondRequestOfABusySession_doesNotGetASecondInstance() {
    PoolFixture f = PoolFixture.of(Preset.STICKY);
    f.pool.checkOut(ann);

    CheckOutException e = catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(ann));

    assertThat(e.reason()).isEqualTo(Reason.SESSION_BUSY);
  }
}
