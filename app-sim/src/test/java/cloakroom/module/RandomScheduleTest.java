package cloakroom.module;

import cloakroom.module.ScheduleWorld.Step;
import cloakroom.module.ScheduleWorld.What;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/**
 * Short random schedules under random policies in {@link ScheduleWorld}. jqwik prints the seed and
 * the shortest failing schedule; {@code jqwik.tries.default} sets their number.
 */
@Tag("scalable")
class RandomScheduleTest {
  @Property
  void everyScheduleGoesAsPredicted(
      @ForAll("policies") ReleasePolicy policy, @ForAll("schedules") List<Step> schedule) {
    ScheduleWorld world = new ScheduleWorld(policy);
    schedule.forEach(world::perform);
    world.finishAll();
  }

  @Provide
  Arbitrary<List<Step>> schedules() {
    Arbitrary<What> what =
        Arbitraries.frequency(
            Tuple.of(40, What.REQUEST),
            Tuple.of(2, What.END),
            Tuple.of(2, What.CLEAN_UP),
            Tuple.of(4, What.TIME_PASSES),
            Tuple.of(1, What.STORE_FAILS),
            Tuple.of(1, What.CONNECTIONS_FAIL));
    return Combinators.combine(
            what,
            Arbitraries.integers().between(0, ScheduleWorld.USERS - 1),
            Arbitraries.integers().between(0, 99))
        .as(Step::new)
        .list()
        .ofMaxSize(120);
  }

  @Provide
  Arbitrary<ReleasePolicy> policies() {
    return Combinators.combine(Arbitraries.of(Preset.class), Arbitraries.longs())
        .as((preset, seed) -> ScheduleWorld.policy(preset, new Random(seed)));
  }
}
