package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.Reason;
import cloakroom.state.BinarySnapshotCodec;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.XmlSnapshotCodec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A damaged or oversized snapshot is the trouble of one session, whatever the codec. */
final class SnapshotDamageTest {
  private static final int LIMIT = 1_000;

  private final SessionCookie ann = session("ann");
  private final SessionCookie bob = session("bob");

  static List<SnapshotCodec> codecs() {
    return List.of(new XmlSnapshotCodec(LIMIT), BinarySnapshotCodec.plain(LIMIT));
  }

  private static PoolFixture pool(Preset preset, SnapshotCodec codec) {
    Map<String, String> small =
        Map.of("jbo.recyclethreshold", "1", "cloakroom.ampool.maxwait", "0");
    return new PoolFixture(preset.policy().with(small), new FakeStore(), codec);
  }

  private CheckOutException refusal(PoolFixture f, SessionCookie cookie) {
    return catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(cookie));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void flippedBit_costsOneSessionItsState(SnapshotCodec codec) {
    PoolFixture f = pool(Preset.RELEASE_PASSIVATE, codec);
    f.request(ann, "ann's");
    f.request(bob, "bob's");
    f.store.flips = true;

    CheckOutException lost = refusal(f, ann);
    f.store.flips = false;

    assertThat(lost.reason()).isEqualTo(Reason.ACTIVATION);
    assertThat(lost)
        .hasMessageContaining("the session's state is lost: " + codec.name())
        .hasMessageContaining("checksum");
    assertThat(lost.getMessage().lines()).hasSize(1);
    assertThat(f.request(ann, "new")).as("starts anew").isEmpty();
    assertThat(f.request(bob, "bob's")).isEqualTo("bob's");
    assertThat(f.count(Counter.ACTIVATION_FAILURES)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void stateAboveTheLimit_staysInMemory(SnapshotCodec codec) {
    PoolFixture f = pool(Preset.STICKY, codec);
    String large = "x".repeat(LIMIT);
    f.request(ann, large);

    CheckOutException refused = refusal(f, bob);

    assertThat(refused.reason()).isEqualTo(Reason.PASSIVATION);
    assertThat(refused).hasMessageContaining("too large").hasMessageContaining("limit of 1000");
    assertThat(f.count(Counter.PASSIVATION_FAILURES)).isEqualTo(1);
    assertThat(f.request(ann, "small")).isEqualTo(large);
    assertThat(f.request(bob, "bob's")).as("once there is room").isEmpty();
    assertThat(f.request(ann, "small")).isEqualTo("small");
  }
}
