package cloakroom.bench.report;

import cloakroom.bench.run.StudyResult;
import java.util.List;

/** Sentences on what a study's figures show beyond its ratios; every report says them. */
final class Readings {
  private Readings() {}

  static List<String> of(StudyResult result) {
    return List.copyOf(Curves.of(result).words());
  }
}
