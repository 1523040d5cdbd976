package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.CapacitySearch.Search;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.load.Tick;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.settings.RunSettings.Goal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CapacityTrialsTest {
  private static final String OBJECTIVE = "service.p95 < 50ms, errors < 1%";
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("a", "sticky", Map.of("pool-size", "20")),
          new Variant("b", "noop", Map.of()));

  @TempDir private Path folder;
  private final List<String> taken = new ArrayList<>();

  private CapacityTrials search() {
    Goal goal =
        new Goal(
            OBJECTIVE,
            new Search(20, 100, 0.5, false),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            List.of(),
            null);
    return new CapacityTrials(goal, VARIANTS, folder);
  }

  private SyntheticRun run = null;

  /** Runs steps: variant a meets the objective up to 30 users, b always. */
  private void take(CapacityTrials search, int most) {
    for (int i = 0; i < most; i++) {
      Optional<TrialSpec> next = search.get();
      if (next.isEmpty()) {
        return;
      }
      Variant step = next.get().variant();
      taken.add(step.name());
      run = run == null ? SyntheticRun.in(folder).objective(OBJECTIVE) : run;
      boolean missed = step.name().startsWith("a") && step.users(0) > 30;
      run.trial(step).load(20, 30).service(missed ? 60 : 10, 2);
      run.write();
    }
  }

  @Test
  void variants_takeTurnsAndGoOnFromTheFolder() {
    take(search(), 3);
    take(search(), 100);

    assertThat(String.join(", ", taken))
        .isEqualTo("a x20, b x20, a x40, a x28, b x40, a x28 long, b x80, b x100, b x100 long");
    assertThat(search().get()).isEmpty();
  }

  @Test
  void step_isItsVariantWithALoadAndATime() {
    TrialSpec first = search().get().orElseThrow();

    assertThat(first.number()).isEqualTo(1);
    assertThat(first.variant().policy()).isEqualTo("sticky");
    assertThat(first.variant().choices().all())
        .containsOnly(
            Map.entry("pool-size", "20"), Map.entry("users", "20"), Map.entry("duration", "10s"));
    take(search(), 8);
    assertThat(run.measure().config().trials())
        .filteredOn(trial -> trial.variant().name().endsWith("long"))
        .isNotEmpty()
        .allMatch(
            trial -> trial.variant().get(VariantOptions.DURATION).equals(Duration.ofSeconds(30)));
  }

  @Test
  void hopelessStep_isEnough() {
    CapacityTrials search = search();
    search.get();

    assertThat(search.enough(tick(1_000, 900))).isFalse();
    assertThat(search.enough(tick(5_900, 900))).isFalse();
    assertThat(search.enough(tick(6_100, 90))).as("missed, but not by far").isFalse();
    assertThat(search.enough(tick(6_100, 900))).isTrue();
  }

  private static Tick tick(long at, double p95) {
    return new Tick(at, "measured", 100, 0, 0, 1, 1, 1, 1, 0, 0, p95, Map.of("service.p95", p95));
  }
}
