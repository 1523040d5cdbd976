package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.StudyResult.Omission;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JmhExperimentTest {
  @TempDir private Path folder;

  private List<String> omissions(int rounds, String... sets) {
    JmhExperiment experiment =
        new JmhExperiment(
            SleepStudies.definition("S0"), List.of(), Object.class, StudySets.of(sets)) {
          @Override
          protected Map<Map.Entry<String, String>, String> unavailable() {
            return Map.of(Map.entry("mode", "B"), "install b", Map.entry("streams", "2"), "wait");
          }
        };
    assertThat(experiment.begin(new Experiment.RoundPlan(4, false, false, folder)))
        .isEqualTo(rounds);
    return experiment.result(List.of(), 0).omissions().stream().map(Omission::sentence).toList();
  }

  @Test
  void begin_setsThatCannotRun_areOmissions() {
    assertThat(omissions(0, "mode=B")).containsExactly("B absent: install b");
    assertThat(omissions(4, "mode=A streams=1,2")).containsExactly("streams=2 absent: wait");
  }
}
