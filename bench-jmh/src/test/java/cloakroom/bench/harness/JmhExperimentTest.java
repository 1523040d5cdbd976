package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.StudyResult.Gap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JmhExperimentTest {
  private static final Map<Map.Entry<String, String>, String> ABSENT =
      new TreeMap<>(
          Map.Entry.<String, String>comparingByKey().thenComparing(Map.Entry.comparingByValue()));

  static {
    ABSENT.put(Map.entry("mode", "A"), "install a");
    ABSENT.put(Map.entry("mode", "B"), "install b");
    ABSENT.put(Map.entry("mode", "C"), "install a");
    ABSENT.put(Map.entry("pinned", "true"), "install taskset");
  }

  @TempDir private Path folder;

  private List<String> absent(int rounds, String... sets) {
    JmhExperiment experiment =
        new JmhExperiment(SleepCards.card("S0"), Object.class, StudySets.of(sets)) {
          @Override
          protected List<Map<String, String>> possible(List<Map<String, String>> all) {
            return without(ABSENT, all);
          }
        };
    assertThat(experiment.begin(new Experiment.RoundPlan(4, 60, false, false, folder)))
        .isEqualTo(rounds);
    return experiment.result(List.of(), 0).gaps().stream().map(Gap::sentence).toList();
  }

  @Test
  void begin_noSetCanRun_hasNoRoundsAndAGapForEachReason() {
    assertThat(absent(0, "mode=A,B,C"))
        .containsExactly("A, C absent: install a", "B absent: install b");
  }

  @Test
  void begin_someSetsCanRun_namesTheParameterOfABoolean() {
    assertThat(absent(4, "mode=D pinned=true,false"))
        .containsExactly("pinned=true absent: install taskset");
  }
}
