package cloakroom.bench.report;

import cloakroom.bench.run.S4Reading;
import cloakroom.bench.run.StudyResult;
import java.util.List;
import java.util.stream.Stream;

/** Sentences on what a study's figures show beyond its ratios; every report says them. */
final class Readings {
  private Readings() {}

  static List<String> of(StudyResult result) {
    return Stream.of(Curves.of(result).words(), S4Reading.of(result), result.remarks())
        .flatMap(List::stream)
        .toList();
  }
}
