package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Failed requests, by what the user saw and by what the database said. */
final class FailureMetrics {
  /** What the names of failures by kind begin with. */
  static final String KINDS = "errors.";

  /** What the names of failures by class begin with. */
  static final String CLASSES = "errorClasses.";

  private FailureMetrics() {}

  static List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    Arrays.stream(FailureKind.values()).map(FailureMetrics::of).forEach(all::add);
    Arrays.stream(ErrorClass.values()).map(FailureMetrics::of).forEach(all::add);
    return all;
  }

  private static Metric of(FailureKind kind) {
    return Metrics.count(
        KINDS + kind.key(),
        "Failed requests",
        kind.label(),
        trial -> trial.errors().of(kind),
        kind.meaning());
  }

  private static Metric of(ErrorClass type) {
    return Metrics.count(
        CLASSES + type.key(),
        "Failed requests by database error",
        type.label(),
        trial -> trial.errors().of(type),
        type.meaning() + "; these requests are among the failed ones of some kind");
  }
}
