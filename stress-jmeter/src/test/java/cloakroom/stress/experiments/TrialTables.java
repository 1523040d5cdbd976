package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.span;
import static cloakroom.stress.experiments.MeasuredTrials.sum;
import static cloakroom.stress.experiments.MeasuredTrials.table;
import static cloakroom.stress.experiments.MeasuredTrials.value;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Tables of faults. */
final class TrialTables {
  private TrialTables() {}

  /** Returns what users saw of a fault in the trials of each variant. */
  static String faults(Path csv) throws IOException {
    return table(
        "fault|policy and pool|failed requests|longest outage (s)|states lost|commits in doubt"
            + "|of them made|changes lost|connections left",
        MeasuredTrials.runs(csv).entrySet().stream()
            .flatMap(
                run ->
                    run.getValue().variants().entrySet().stream()
                        .map(each -> "`" + run.getKey() + "`|" + faults(each))));
  }

  private static String faults(Map.Entry<String, List<Map<String, String>>> variant) {
    Stream<ToDoubleFunction<Map<String, String>>> counts =
        Stream.concat(
            Stream.of(trial -> sum(trial, "errors.")),
            Stream.of(
                    "outageSeconds",
                    "statesLost",
                    "inDoubt",
                    "inDoubtCommitted",
                    "changesLost",
                    "leakedConnections")
                .map(name -> trial -> value(trial, "faults." + name)));
    return counts
        .map(count -> span(variant.getValue().stream().mapToDouble(count)))
        .reduce(variant.getKey(), (row, cell) -> row + "|" + cell);
  }
}
