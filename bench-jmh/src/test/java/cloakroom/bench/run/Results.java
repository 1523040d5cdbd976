package cloakroom.bench.run;

import java.util.List;
import java.util.Map;

/** Results for tests. */
final class Results {
  static final Environment ENVIRONMENT =
      new Environment(
          "2026-11-20T10:00:00Z", "cpu", 2, "os", "jdk", "database", Map.of(), Map.of());

  private Results() {}

  static StudiesResult of(List<StudyResult> studies) {
    return new StudiesResult(ENVIRONMENT, 1, false, studies, List.of());
  }
}
