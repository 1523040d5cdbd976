package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.Preset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A pool that is stepped through decides as one that its requests' threads go through. */
class NonBlockingPoolTest {
  private static final int[] SCRIPT = {0, 1, 2, 0, 3, 4, 0, 1, 5, 2, 4, 3, 5, 0, 1};

  private final PoolFixture stepped =
      PoolFixture.of(
          Preset.STICKY, "jbo.ampool.maxpoolsize", "1", "cloakroom.ampool.maxwait", "1000");
  private final NonBlockingPool<FakeModule> pool = new NonBlockingPool<>(stepped.pool);

  private static Map<Counter, Long> counts(PoolFixture f) {
    Map<Counter, Long> all = new TreeMap<>();
    Arrays.stream(Counter.values()).forEach(counter -> all.put(counter, f.count(counter)));
    return all;
  }

  private static List<SessionCookie> sessions() {
    List<SessionCookie> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(PoolFixture.session("s" + i));
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(value = Preset.class, mode = Mode.EXCLUDE, names = "NOOP")
  void script_decidesAsBlockingPool(Preset preset) {
    String[] settings = {"jbo.recyclethreshold", "3", "jbo.ampool.maxinactiveage", "60000"};
    PoolFixture whole = PoolFixture.of(preset, settings);
    PoolFixture inSteps = PoolFixture.of(preset, settings);
    NonBlockingPool<FakeModule> steps = new NonBlockingPool<>(inSteps.pool);
    List<SessionCookie> ofWhole = sessions();
    List<SessionCookie> ofSteps = sessions();

    for (int session : SCRIPT) {
      String left = session + ":x";
      String found = whole.request(ofWhole.get(session), left);
      NonBlockingPool<FakeModule>.GrantedInstance place = steps.claimNow(ofSteps.get(session));
      CheckOut<FakeModule> out = place.checkOut();
      assertThat(out.module().state).isEqualTo(found);
      out.module().state = left;
      out.touch();
      long writes = inSteps.count(Counter.SNAPSHOT_WRITES);
      boolean promised = out.writesAtCheckIn();
      out.checkIn();
      assertThat(inSteps.count(Counter.SNAPSHOT_WRITES)).isEqualTo(writes + (promised ? 1 : 0));
      whole.advance(20_000);
      inSteps.advance(20_000);
      whole.pool.cleanUp();
      steps.cleanUp();
      assertThat(counts(inSteps)).isEqualTo(counts(whole));
    }
    assertThat(steps.statistics()).isEqualTo(whole.pool.statistics());
  }

  @Test
  void waitingRequest_receivesReleasedInstance() {
    CheckOut<FakeModule> first = pool.claimNow(PoolFixture.session("a")).checkOut();
    SessionCookie second = PoolFixture.session("b");
    List<NonBlockingPool<FakeModule>.GrantedInstance> served = new ArrayList<>();

    assertThat(pool.claimNow(second)).isNull();
    BooleanSupplier over = pool.enqueue(second, served::add);
    assertThat(served).isEmpty();
    first.checkIn();

    assertThat(served).hasSize(1);
    assertThat(over.getAsBoolean()).isFalse();
    assertThat(served.get(0).checkOut().module().state).isEmpty();
  }

  @Test
  void waitingRequest_timedOut_leavesQueue() {
    CheckOut<FakeModule> first = pool.claimNow(PoolFixture.session("a")).checkOut();
    List<NonBlockingPool<FakeModule>.GrantedInstance> served = new ArrayList<>();
    BooleanSupplier over = pool.enqueue(PoolFixture.session("b"), served::add);

    assertThat(over.getAsBoolean()).isTrue();
    first.checkIn();

    assertThat(served).isEmpty();
    assertThat(stepped.count(Counter.CHECKOUT_TIMEOUTS)).isEqualTo(1);
  }
}
