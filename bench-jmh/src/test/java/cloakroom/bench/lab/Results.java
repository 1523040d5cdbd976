package cloakroom.bench.lab;

import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.Experiment.Steps;
import cloakroom.bench.lab.Experiment.Work;
import java.util.Map;

/** What tests of the lab share. */
final class Results {
  static final Environment ENVIRONMENT =
      new Environment(
          "2026-11-20T10:00:00Z", "cpu", 2, "os", "jdk", "database", Map.of(), Map.of());

  static final StudyCard EMPTY_CARD =
      new StudyCard(
          "S0", "Nothing", "What comes of nothing?", null, null, null, false, null, null, null);

  private Results() {}

  /** Runs an experiment to its end. */
  static StudyResult of(Experiment experiment, Plan plan) throws Exception {
    try (experiment) {
      Steps steps = experiment.begin(plan);
      for (int round = 1; steps.protocol() != null && round <= plan.rounds(); round++) {
        steps.protocol().run(round % 2 == 0);
      }
      for (Work once : steps.once().values()) {
        once.run();
      }
      return experiment.result();
    }
  }
}
