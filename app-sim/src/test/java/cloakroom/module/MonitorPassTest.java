package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pass of the pool monitor: its order, its two readings, and what it does to connections. */
class MonitorPassTest {
  private final List<SessionCookie> sessions = new ArrayList<>();

  /** Leaves {@code n} referenced instances behind, the first the least recently used. */
  private void fill(PoolFixture f, int n) {
    for (int i = 0; i < n; i++) {
      sessions.add(session("s" + i));
      f.request(sessions.get(i), "left by s" + i);
      f.advance(1);
    }
  }

  private static PoolFixture pool(Preset preset, String... settings) {
    return PoolFixture.of(preset, settings);
  }

  @Test
  void steps_comeInTheirOrder() {
    PoolFixture f =
        pool(
            Preset.CONNECTION_THRESHOLD,
            "jbo.ampool.timetolive",
            "10000",
            "jbo.ampool.maxinactiveage",
            "5000",
            "jbo.ampool.minavailablesize",
            "4",
            "jbo.ampool.maxavailablesize",
            "5",
            "jbo.ampool.connection_threshold",
            "2");
    fill(f, 3);
    f.advance(8_000);
    for (int i = 3; i < 9; i++) {
      sessions.add(session("s" + i));
      f.request(sessions.get(i), "left by s" + i);
      f.advance(1);
    }
    f.advance(3_000);

    f.pool.cleanUp();

    // a: s0 to s2 are too old, whatever the floor; b: nobody else is idle; c: s3 is above the
    // ceiling of 5; d: of the five that stay, the three least recently used are disconnected
    assertThat(f.count(Counter.REMOVED)).isEqualTo(4);
    assertThat(f.pool.statistics().referenced()).isEqualTo(5);
    assertThat(f.pool.statistics().connectionsHeld()).isEqualTo(2);
    long hits = f.count(Counter.AFFINITY_HITS);
    for (int i = 0; i < 9; i++) {
      assertThat(f.request(sessions.get(i), "again")).as("s" + i).isEqualTo("left by s" + i);
    }
    assertThat(f.count(Counter.AFFINITY_HITS) - hits).isEqualTo(5);
  }

  @Test
  void idleInstances_stopAtTheFloorOrAllGo() {
    for (String reading : new String[] {"floor", "all"}) {
      PoolFixture f =
          pool(
              Preset.STICKY,
              "jbo.ampool.minavailablesize",
              "2",
              "jbo.ampool.maxinactiveage",
              "1000",
              "cloakroom.monitor.idle",
              reading);
      sessions.clear();
      fill(f, 4);
      f.advance(2_000);

      f.pool.cleanUp();

      assertThat(f.pool.statistics().instances()).isEqualTo("floor".equals(reading) ? 2 : 0);
    }
  }

  @Test
  void floor_keepsTheMostRecentlyUsed() {
    PoolFixture f =
        pool(
            Preset.STICKY, "jbo.ampool.minavailablesize", "1", "jbo.ampool.maxinactiveage", "1000");
    fill(f, 3);
    f.advance(2_000);

    f.pool.cleanUp();
    f.request(sessions.get(2), "again");

    assertThat(f.count(Counter.AFFINITY_HITS)).isEqualTo(1);
  }

  @Test
  void burst_staysUntilThePass() {
    PoolFixture f = pool(Preset.STICKY, "jbo.recyclethreshold", "100");
    fill(f, 60);
    assertThat(f.pool.statistics().instances()).isEqualTo(60);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().instances()).isEqualTo(25);
  }

  @Test
  void stateOfARemovedInstance_isLostOnlyWhenTold() {
    PoolFixture f =
        pool(Preset.STICKY, "jbo.ampool.timetolive", "10", "cloakroom.monitor.passivates", "false");
    fill(f, 2);
    f.advance(100);

    f.pool.cleanUp();

    assertThat(f.count(Counter.STATES_LOST)).isEqualTo(2);
    assertThat(f.count(Counter.SNAPSHOT_WRITES)).isZero();
    assertThat(f.count(Counter.LOGICAL_PASSIVATIONS)).isZero();
    assertThat(f.request(sessions.get(0), "anew")).isEmpty();
  }

  @Test
  void stateThatIsStoredAlready_isNotLost() {
    PoolFixture f =
        pool(
            Preset.STICKY_FAILOVER,
            "jbo.ampool.timetolive",
            "10",
            "cloakroom.monitor.passivates",
            "false");
    fill(f, 1);
    f.advance(100);

    f.pool.cleanUp();

    assertThat(f.count(Counter.STATES_LOST)).isZero();
    assertThat(f.request(sessions.get(0), "again")).isEqualTo("left by s0");
  }

  @Test
  void close_passivatesWhateverTheMonitorDoes() {
    PoolFixture f = pool(Preset.STICKY, "cloakroom.monitor.passivates", "false");
    fill(f, 2);

    f.pool.close();

    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isEqualTo(2);
    assertThat(f.count(Counter.STATES_LOST)).isZero();
  }

  @Test
  void threshold_idleTimeout_disconnectsOnlyTheIdle() {
    PoolFixture f =
        pool(
            Preset.CONNECTION_THRESHOLD,
            "jbo.ampool.connection_threshold",
            "1",
            "jbo.ampool.maxinactiveage",
            "1000",
            "cloakroom.connectionthreshold",
            "idle-timeout");
    fill(f, 3);
    f.pool.cleanUp();
    assertThat(f.connections.out()).as("nobody is idle yet").isEqualTo(3);
    f.advance(2_000);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().instances()).as("below the floor of 5").isEqualTo(3);
    assertThat(f.connections.out()).isEqualTo(1);
  }

  @Test
  void t13_levelOne_keepsStateInMemoryAndLosesWhatWasPosted() {
    PoolFixture f =
        pool(
            Preset.CONNECTION_THRESHOLD,
            "jbo.ampool.connection_threshold",
            "1",
            "cloakroom.level1.reexecute",
            "all");
    fill(f, 2);
    FakeConnections.FakeLease lease = (FakeConnections.FakeLease) f.built.get(0).lease;
    lease.pendingOf = "s0";

    f.pool.cleanUp();

    assertThat(lease.pendingOf).as("what was posted and not committed").isNull();
    assertThat(f.built.get(0).lease).isNull();
    assertThat(f.count(Counter.LOGICAL_PASSIVATIONS)).isEqualTo(1);
    assertThat(f.count(Counter.SNAPSHOT_WRITES)).isZero();
    long prepared = f.count(Counter.PREPARE_SESSIONS);
    assertThat(f.request(sessions.get(0), "again")).isEqualTo("left by s0");
    assertThat(f.count(Counter.PREPARE_SESSIONS) - prepared).isEqualTo(1);
    assertThat(f.built.get(0).reexecutions).as("its cursors were closed").isEqualTo(1);
    assertThat(f.request(sessions.get(1), "again")).isEqualTo("left by s1");
    assertThat(f.built.get(1).reexecutions).as("kept its connection").isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0, 1"})
  void t13_countsAsAPassivationOnlyWhereItWritesASnapshot(String level, int passivations) {
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
        new InstanceTable<>("pool", policy, new Counts(), System::nanoTime);
    for (String name : List.of("a", "b")) {
      ModuleInstance<FakeModule> instance = table.claim(session(name)).instance();
      instance.lease = new FakeConnections().borrow();
      table.reference(instance);
    }
    assertThat(table.claimOverConnected()).hasSize(1);
    table.claim(session("c"));

    assertThatThrownBy(() -> table.claim(session("d")))
        .hasMessageContaining("busy 2, reserved 0, passivations under way " + (1 + passivations));
  }

  @Test
  void t13_levelZero_putsStateIntoTheStore() {
    PoolFixture f =
        pool(
            Preset.CONNECTION_THRESHOLD,
            "jbo.ampool.connection_threshold",
            "1",
            "jbo.txn.disconnect_level",
            "0");
    fill(f, 2);

    f.pool.cleanUp();

    assertThat(f.count(Counter.SNAPSHOT_WRITES_LEVEL_ZERO)).isEqualTo(1);
    assertThat(f.built.get(0).state).as("state has left memory").isEmpty();
    assertThat(f.request(sessions.get(0), "again")).isEqualTo("left by s0");
    assertThat(f.count(Counter.SNAPSHOT_READS)).isEqualTo(1);
  }

  @Test
  void t13_levelZero_storeDown_keepsStateAndConnection() {
    PoolFixture f =
        pool(
            Preset.CONNECTION_THRESHOLD,
            "jbo.ampool.connection_threshold",
            "1",
            "jbo.txn.disconnect_level",
            "0");
    fill(f, 2);
    f.store.down = true;

    f.pool.cleanUp();

    assertThat(f.connections.out()).isEqualTo(2);
    assertThat(f.count(Counter.PASSIVATION_FAILURES)).isEqualTo(1);
    assertThat(f.request(sessions.get(0), "again")).isEqualTo("left by s0");
  }

  @Test
  void t13_freeInstance_goesOnWithoutConnection() {
    PoolFixture f = pool(Preset.CONNECTION_THRESHOLD, "jbo.ampool.connection_threshold", "1");
    fill(f, 2);
    f.pool.endSession(sessions.get(0), SessionCookie.End.LOGOUT);
    f.pool.endSession(sessions.get(1), SessionCookie.End.LOGOUT);

    f.pool.cleanUp();

    assertThat(f.pool.statistics().free()).isEqualTo(2);
    assertThat(f.connections.out()).isEqualTo(1);
    f.request(session("new"), "x");
    assertThat(f.request(session("newer"), "x")).isEmpty();
    assertThat(f.built).hasSize(2);
    assertThat(f.connections.out()).isEqualTo(2);
  }

  @Test
  void t2AndT3_changePlacesWhenTold() {
    PoolFixture f =
        pool(Preset.STICKY, "jbo.recyclethreshold", "2", "cloakroom.ampool.order", "create-first");
    fill(f, 1);
    f.pool.endSession(sessions.get(0), SessionCookie.End.LOGOUT);
    assertThat(f.pool.statistics().free()).isEqualTo(1);

    f.request(session("new"), "x");
    assertThat(f.built).as("one is created although one is free").hasSize(2);
    f.request(session("newer"), "x");

    assertThat(f.built).as("at the threshold the free one is taken").hasSize(2);
    assertThat(f.count(Counter.FREE_HITS)).isEqualTo(1);
  }

  @Test
  void t9_deadConnectionOfAReservedInstance_isReplaced() {
    PoolFixture f = pool(Preset.RESERVED);
    SessionCookie ann = session("ann");
    CheckOut<FakeModule> out = f.pool.checkOut(ann);
    out.module().state = "a1";
    out.touch();
    out.connectionLost();
    out.checkIn();
    assertThat(f.connections.out()).isZero();

    assertThat(f.request(ann, "a2")).isEqualTo("a1");

    assertThat(f.connections.out()).isEqualTo(1);
    assertThat(f.pool.statistics().reserved()).isEqualTo(1);
  }

  @Test
  void manyInstances_goInTheSameOrderAsFew() {
    PoolFixture f =
        pool(
            Preset.CONNECTION_THRESHOLD,
            "jbo.recyclethreshold",
            "2000",
            "jbo.ampool.timetolive",
            "100000",
            "jbo.ampool.maxinactiveage",
            "5000",
            "jbo.ampool.minavailablesize",
            "500",
            "jbo.ampool.maxavailablesize",
            "600",
            "jbo.ampool.connection_threshold",
            "100");
    fill(f, 300);
    f.advance(100_000);
    sessions.clear();
    fill(f, 900);
    f.advance(4_600);

    f.pool.cleanUp();

    // 300 are too old; of the other 900 those idle for more than 5 s go, down to the floor of 500
    // in the order of their use, or above the ceiling of 600; of what stays 100 keep a connection
    assertThat(f.count(Counter.REMOVED)).isEqualTo(300 + 400);
    assertThat(f.pool.statistics().referenced()).isEqualTo(500);
    assertThat(f.pool.statistics().connectionsHeld()).isEqualTo(100);
    long hits = f.count(Counter.AFFINITY_HITS);
    for (SessionCookie session : sessions.subList(400, 900)) {
      f.request(session, "again");
    }
    assertThat(f.count(Counter.AFFINITY_HITS) - hits).as("the most recently used").isEqualTo(500);
  }

  @Test
  void instanceThatAThiefGaveBack_isAsOldAsItWas() {
    PoolFixture f =
        pool(
            Preset.STICKY,
            "jbo.recyclethreshold",
            "3",
            "jbo.ampool.maxavailablesize",
            "2",
            "jbo.ampool.minavailablesize",
            "0");
    fill(f, 3);
    f.store.down = true;
    assertThatThrownBy(() -> f.request(session("thief"), "x"))
        .isInstanceOf(CheckOutException.class);
    f.store.down = false;

    f.pool.cleanUp();

    assertThat(f.request(sessions.get(0), "again")).isEqualTo("left by s0");
    assertThat(f.count(Counter.SNAPSHOT_READS)).as("s0 was the one to go").isEqualTo(1);
  }
}
