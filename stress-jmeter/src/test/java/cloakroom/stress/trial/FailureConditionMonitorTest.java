package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.load.Tick;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.RunSettings.Gate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FailureConditionMonitorTest {
  private final StopSignal stop = new StopSignal();
  private final FailureConditionMonitor watch = watch(Optional.of(Duration.ofSeconds(3)));

  private FailureConditionMonitor watch(Optional<Duration> abortAfter) {
    FailureConditions limits =
        FailureConditions.parse(List.of("service.p95 > 50ms", "sticky: errors > 1%"));
    return new FailureConditionMonitor(new Gate(limits, abortAfter, false, Optional.empty()), stop);
  }

  private Consumer<Tick> trial(String variant) {
    return watch.over(new TrialSpec(2, 4, new Variant(variant, variant, Map.of())));
  }

  private static Tick tick(int second, String phase, double p95, double errors) {
    Map<String, Double> soFar = Map.of("service.p95", p95, "errors", errors, "requests", 1000.0);
    return new Tick(second * 1000L, phase, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, soFar);
  }

  @Test
  void limitThatStaysBroken_endsTheRunAfterTheTime() {
    Consumer<Tick> trial = trial("sticky");
    for (int second = 10; second < 13; second++) {
      trial.accept(tick(second, "measured", 60, 0));
    }
    assertThat(stop.raised()).isFalse();
    assertThat(watch.verdict()).isEmpty();
    trial.accept(tick(13, "measured", 61, 0));

    assertThat(stop.reason())
        .isEqualTo("service.p95 > 50ms was broken for 3s in 02-sticky, where it was 61ms")
        .isEqualTo(watch.verdict());
  }

  @Test
  void limitThatHoldsInBetween_orNoTimeLimit_endsNothing() {
    Variant sticky = new Variant("sticky", "sticky", Map.of());
    Consumer<Tick> unlimited = watch(Optional.empty()).over(new TrialSpec(1, 1, sticky));
    unlimited.accept(tick(10, "measured", 60, 20));
    unlimited.accept(tick(1000, "measured", 60, 20));
    Consumer<Tick> trial = trial("sticky");
    for (int second = 10; second < 20; second++) {
      trial.accept(tick(second, "measured", second % 3 == 0 ? 50 : 60, 0));
    }

    assertThat(stop.raised()).isFalse();
  }

  @Test
  void warmUpAndOtherVariantsAndEarlierTrials_breakNothing() {
    Consumer<Tick> released = trial("released");
    Consumer<Tick> sticky = trial("sticky");
    for (int second = 10; second < 20; second++) {
      sticky.accept(tick(second, "warm-up", 60, 20));
      released.accept(tick(second, "measured", 40, 20));
    }
    released.accept(tick(20, "measured", 60, 20));
    sticky.accept(tick(24, "measured", 60, 20));

    assertThat(stop.raised()).isFalse();
  }

  @Test
  void runThatIsInterrupted_wasEndedByNoLimit() {
    stop.raise("interrupted");
    Consumer<Tick> trial = trial("sticky");
    trial.accept(tick(10, "measured", 60, 20));
    trial.accept(tick(20, "measured", 60, 20));

    assertThat(watch.verdict()).isEmpty();
    assertThat(stop.reason()).isEqualTo("interrupted");
  }
}
