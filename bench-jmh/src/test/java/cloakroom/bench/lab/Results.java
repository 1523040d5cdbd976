package cloakroom.bench.lab;

import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.Experiment.Round;
import java.util.Iterator;
import java.util.Map;

/** What tests of the lab share. */
final class Results {
  static final Environment ENVIRONMENT =
      new Environment(
          "2026-11-20T10:00:00Z", "cpu", 2, "os", "jdk", "database", Map.of(), Map.of());

  static final StudyCard EMPTY_CARD =
      new StudyCard("S0", "Nothing", "What comes of nothing?", 1, null, null, null, null, null);

  private Results() {}

  /** Runs an experiment to its end. */
  static StudyResult of(Experiment experiment, Plan plan) throws Exception {
    try (experiment) {
      for (Iterator<Round> rounds = experiment.rounds(plan); rounds.hasNext(); ) {
        rounds.next().work().run();
      }
      return experiment.result();
    }
  }
}
