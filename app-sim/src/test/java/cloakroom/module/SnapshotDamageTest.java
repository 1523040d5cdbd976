package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.Reason;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.BinarySnapshotCodec;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.XmlSnapshotCodec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A damaged or oversized snapshot is the trouble of one session, whatever the codec. */
final class SnapshotDamageTest {
  private static final int LIMIT = 1_000;

  private final SessionCookie ann = PoolFixture.session("ann");
  private final SessionCookie bob = PoolFixture.session("bob");
  private final FlippingStore store = new FlippingStore();
  private final Counts counts = new Counts();

  static List<SnapshotCodec> codecs() {
    return List.of(new XmlSnapshotCodec(LIMIT), new BinarySnapshotCodec(LIMIT));
  }

  /** A store in memory that turns one bit of what it reads. */
  private static final class FlippingStore implements SnapshotStore {
    private final MemoryStore memory = new MemoryStore();
    private boolean flips;

    @Override
    public StoredSnapshot write(
        StoredSnapshot replaces, long version, byte[] content, Lease holder) {
      return memory.write(replaces, version, content, holder);
    }

    @Override
    public byte[] read(long id, Lease holder) {
      byte[] content = memory.read(id, holder).clone();
      if (flips) {
        content[content.length - 3] ^= 1;
      }
      return content;
    }

    @Override
    public boolean delete(StoredSnapshot snapshot, Lease holder) {
      return memory.delete(snapshot, holder);
    }

    @Override
    public int keepAlive(Collection<Long> ids, Duration olderThan) {
      return memory.keepAlive(ids, olderThan);
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  private ApplicationModulePool<FakeModule> pool(Preset preset, SnapshotCodec codec) {
    ReleasePolicy policy =
        preset.policy().with(Map.of("jbo.recyclethreshold", "1", "cloakroom.ampool.maxwait", "0"));
    return new ApplicationModulePool<>(
        FakeModule.NAME, policy, FakeModule::new, new FakeConnections(), store, codec, counts);
  }

  private static String request(
      ApplicationModulePool<FakeModule> pool, SessionCookie cookie, String leaves) {
    CheckOut<FakeModule> out = pool.checkOut(cookie);
    String found = out.module().state;
    out.module().state = leaves;
    out.touch();
    out.checkIn();
    return found;
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void flippedBit_costsOneSessionItsState(SnapshotCodec codec) {
    try (ApplicationModulePool<FakeModule> pool = pool(Preset.RELEASE_PASSIVATE, codec)) {
      request(pool, ann, "ann's");
      request(pool, bob, "bob's");
      store.flips = true;

      CheckOutException lost =
          catchThrowableOfType(CheckOutException.class, () -> pool.checkOut(ann));
      store.flips = false;

      assertThat(lost.reason()).isEqualTo(Reason.ACTIVATION);
      assertThat(lost)
          .hasMessageContaining("the session's state is lost: " + codec.name())
          .hasMessageContaining("checksum");
      assertThat(lost.getMessage().lines()).hasSize(1);
      assertThat(request(pool, ann, "new")).as("starts anew").isEmpty();
      assertThat(request(pool, bob, "bob's")).isEqualTo("bob's");
      assertThat(counts.get(Counter.ACTIVATION_FAILURES)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void stateAboveTheLimit_staysInMemory(SnapshotCodec codec) {
    try (ApplicationModulePool<FakeModule> pool = pool(Preset.STICKY, codec)) {
      String large = "x".repeat(LIMIT);
      request(pool, ann, large);

      CheckOutException refused =
          catchThrowableOfType(CheckOutException.class, () -> pool.checkOut(bob));

      assertThat(refused.reason()).isEqualTo(Reason.PASSIVATION);
      assertThat(refused).hasMessageContaining("too large").hasMessageContaining("limit of 1000");
      assertThat(counts.get(Counter.PASSIVATION_FAILURES)).isEqualTo(1);
      assertThat(request(pool, ann, "small")).isEqualTo(large);
      assertThat(request(pool, bob, "bob's")).as("once there is room").isEmpty();
      assertThat(request(pool, ann, "small")).isEqualTo("small");
    }
  }
}
