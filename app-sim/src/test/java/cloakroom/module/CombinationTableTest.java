package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleaseLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Costs of each combination of connection pooling, disconnect level and failover: at the check-in,
 * at the next request in the same instance, after a recycling, and at another node.
 */
class CombinationTableTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      useHeadersInDisplayName = false,
      textBlock =
          """
          # preset,             held, wRelease, sameReads, samePrepares, recycleWrites, ownerReads, elsewhere
          STICKY,               1,    0,        0,         0,            1,           1,          0
          STICKY_FAILOVER,      1,    1,        0,         0,            0,           1,          1
          RELEASE_PASSIVATE,    0,    1,        1,         1,            0,           1,          1
          RELEASE_IN_MEMORY,    0,    0,        0,         1,            1,           1,          0
          RELEASE_FAILOVER,     0,    1,        0,         1,            0,           1,          1
          CONNECTION_THRESHOLD, 1,    0,        0,         0,            1,           1,          0
          UNPOOLED_MODULES,     0,    1,        1,         1,            0,           1,          1
          UNBOUNDED,            1,    0,        0,         0,            -,           -,          0
          RESERVED,             1,    0,        0,         0,            -,           -,          0
          STATELESS,            0,    0,        0,         1,            0,           0,          0
          """)
  void preset_hasCostsOfTable(
      Preset preset,
      int held,
      int releaseWrites,
      int sameReads,
      int samePrepares,
      String recycleWrites,
      String ownerReads,
      int elsewhere) {
    assertRow(PoolFixture.of(preset), held, releaseWrites, sameReads, samePrepares, elsewhere);
    if (!"-".equals(recycleWrites)) {
      assertRecycled(
          PoolFixture.of(preset, "jbo.recyclethreshold", "1"),
          Integer.parseInt(recycleWrites),
          Integer.parseInt(ownerReads));
    }
  }

  @ParameterizedTest(name = "P={0} L={1} F={2}")
  @CsvSource(
      textBlock =
          """
          false, 0, false, 1, 0, 0, 0, 0, 1
          false, 1, false, 1, 0, 0, 0, 0, 1
          false, 0, true,  1, 1, 0, 0, 1, 0
          true,  0, false, 0, 1, 1, 1, 1, 0
          true,  0, true,  0, 1, 1, 1, 1, 0
          true,  1, false, 0, 0, 0, 1, 0, 1
          true,  1, true,  0, 1, 0, 1, 1, 0
          """)
  void combination_hasCostsOfTable(
      String pooling,
      String level,
      String failover,
      int held,
      int releaseWrites,
      int sameReads,
      int samePrepares,
      int elsewhere,
      int recycleWrites) {
    String[] settings = {
      "jbo.doconnectionpooling", pooling,
      "jbo.txn.disconnect_level", level,
      "jbo.dofailover", failover,
      "jbo.recyclethreshold", "1"
    };
    assertRow(
        PoolFixture.of(Preset.STICKY, settings),
        held,
        releaseWrites,
        sameReads,
        samePrepares,
        elsewhere);
    assertRecycled(PoolFixture.of(Preset.STICKY, settings), recycleWrites, 1);
  }

  private static void assertRow(
      PoolFixture f, int held, int releaseWrites, int sameReads, int samePrepares, int elsewhere) {
    SessionCookie ann = session("ann");
    f.request(ann, "a1");
    assertThat(f.connections.out()).as("connections held").isEqualTo(held);
    assertThat(f.count(Counter.SNAPSHOT_WRITES)).as("writes at release").isEqualTo(releaseWrites);
    assertThat(f.store.size()).as("snapshots for another node").isEqualTo(elsewhere);
    long prepared = f.count(Counter.PREPARE_SESSIONS);
    boolean kept = f.pool.policy.releaseLevel() != ReleaseLevel.UNMANAGED;

    assertThat(f.request(ann, "a2")).isEqualTo(kept ? "a1" : "");

    assertThat(f.count(Counter.SNAPSHOT_READS)).as("reads by the owner").isEqualTo(sameReads);
    assertThat(f.count(Counter.REEXECUTIONS)).as("queries again").isEqualTo(sameReads);
    assertThat(f.count(Counter.PREPARE_SESSIONS) - prepared)
        .as("prepareSession")
        .isEqualTo(samePrepares);
  }

  private static void assertRecycled(PoolFixture f, int recycleWrites, int ownerReads) {
    SessionCookie ann = session("ann");
    SessionCookie bob = session("bob");
    f.request(ann, "a1");
    long before = f.count(Counter.SNAPSHOT_WRITES);
    CheckOut<FakeModule> recycler = f.pool.checkOut(bob);
    assertThat(f.count(Counter.SNAPSHOT_WRITES) - before)
        .as("writes by the recycling request")
        .isEqualTo(recycleWrites);
    assertThat(recycler.module().state).isEmpty();
    recycler.checkIn();
    long reads = f.count(Counter.SNAPSHOT_READS);

    CheckOut<FakeModule> owner = f.pool.checkOut(ann);

    boolean kept = f.pool.policy.releaseLevel() != ReleaseLevel.UNMANAGED;
    assertThat(owner.module().state).isEqualTo(kept ? "a1" : "");
    assertThat(f.count(Counter.SNAPSHOT_READS) - reads).as("owner's reads").isEqualTo(ownerReads);
    owner.checkIn();
  }
}
