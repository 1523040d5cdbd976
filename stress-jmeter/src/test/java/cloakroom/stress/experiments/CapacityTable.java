package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.format;
import static cloakroom.stress.experiments.MeasuredTrials.sum;
import static cloakroom.stress.experiments.MeasuredTrials.table;
import static cloakroom.stress.experiments.MeasuredTrials.value;

import cloakroom.contract.StateKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Table of experiment 011: users that a pool carries, and what a session then keeps. */
final class CapacityTable {
  private static final double P95_MILLIS = 300;
  private static final double ERRORS = 0.001;
  private final MeasuredTrials steps;
  private final MeasuredTrials probes;

  CapacityTable(Path steps, Path probes) throws IOException {
    this.steps = MeasuredTrials.run(steps);
    this.probes = MeasuredTrials.run(probes);
  }

  String users() {
    return table(
        "variant|threshold|pool|users|missed at|sessions in the database|connections in use"
            + "|utilization|state kept",
        steps.variants().keySet().stream().map(this::row));
  }

  private String row(String variant) {
    List<Map<String, String>> all = steps.variants().get(variant);
    double missed =
        all.stream()
            .filter(step -> !isMet(step))
            .mapToDouble(CapacityTable::users)
            .min()
            .orElse(1e9);
    Map<String, String> best =
        all.stream()
            .filter(step -> isMet(step) && users(step) < missed)
            .max(Comparator.comparingDouble(CapacityTable::users))
            .orElseThrow(() -> new AssertionError(variant + " meets the objective at no step"));
    return Stream.of(
            variant.replace(" ", "|"),
            best.get("users"),
            missed == 1e9 ? "-" : format(missed),
            best.get("connections.databaseMax"),
            format(value(best, "connections.meanInUse")),
            format(value(best, "interference.utilization")) + " %",
            kept(probes.variants().get(variant).get(0)))
        .reduce((a, b) -> a + "|" + b)
        .orElseThrow();
  }

  private static double users(Map<String, String> step) {
    return value(step, "users");
  }

  private static boolean isMet(Map<String, String> step) {
    return value(step, "service.p95") < P95_MILLIS
        && sum(step, "errors.") < ERRORS * value(step, "requests");
  }

  /** Returns the share of the probes in the database session that were kept. */
  private static String kept(Map<String, String> trial) {
    long kept = 0;
    long all = 0;
    for (StateKind kind : StateKind.values()) {
      if (kind.ofConnection()) {
        kept += sum(trial, "stateKinds." + kind.key() + ".kept");
        all += sum(trial, "stateKinds." + kind.key() + ".");
      }
    }
    return "%.0f %%".formatted(100.0 * kept / all);
  }
}
