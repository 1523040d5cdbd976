package cloakroom.bench.harness;

import cloakroom.bench.harness.Experiment.RoundPlan;
import java.util.List;
import java.util.Map;

final class Results {
  static final Environment ENVIRONMENT =
      new Environment(
          "2026-11-20T10:00:00Z", "cpu", 2, "os", "jdk", "database", Map.of(), Map.of());

  private Results() {}

  static StudyResult of(Experiment experiment, RoundPlan plan) throws Exception {
    try (experiment) {
      int rounds = experiment.begin(plan);
      for (int round = 1; round <= rounds; round++) {
        experiment.round(round % 2 == 0);
      }
      experiment.finish();
      return experiment.result(List.of(), 0);
    }
  }
}
