package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Steps in {@link ScheduleWorld} under every preset with random options; {@code
 * -Dcloakroom.steps=1000000} sets their number, {@code -Dcloakroom.seed=N} repeats a run.
 */
@Tag("scalable")
class LongScheduleTest {
  private static final int STEPS = Integer.getInteger("cloakroom.steps", 5_000);
  private static final int STEPS_UNDER_ONE_POLICY = 500;

  @Test
  void everyStepGoesAsPredicted() {
    long seed = Long.getLong("cloakroom.seed", System.nanoTime());
    Random random = new Random(seed);
    long start = System.nanoTime();
    int done = 0;
    while (done < STEPS) {
      for (Preset preset : Preset.values()) {
        done += run(ScheduleWorld.policy(preset, random), random, seed, done);
      }
    }
    System.out.printf(
        "LongScheduleTest: %d steps in %d ms, seed %d%n",
        done, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), seed);
    assertThat(done).isGreaterThanOrEqualTo(STEPS);
  }

  private static int run(ReleasePolicy policy, Random random, long seed, int before) {
    ScheduleWorld world = new ScheduleWorld(policy);
    for (int step = 0; step < STEPS_UNDER_ONE_POLICY; step++) {
      ScheduleWorld.Step next = ScheduleWorld.step(random);
      try {
        world.perform(next);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "step %d (%s) under %s; repeat with -Dcloakroom.seed=%d -Dcloakroom.steps=%d"
                .formatted(before + step, next, policy.settings(), seed, STEPS),
            e);
      }
    }
    world.finishAll();
    return STEPS_UNDER_ONE_POLICY;
  }
}
