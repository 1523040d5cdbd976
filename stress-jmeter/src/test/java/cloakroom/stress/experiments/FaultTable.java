package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.format;
import static cloakroom.stress.experiments.MeasuredTrials.sum;
import static cloakroom.stress.experiments.MeasuredTrials.table;
import static cloakroom.stress.experiments.MeasuredTrials.value;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Table of experiment 010: what users saw of a fault, with UCP and with HikariCP. */
final class FaultTable {
  private FaultTable() {}

  static String of(Path csv) throws IOException {
    return table(
        "fault|policy|failed requests|longest outage (s)|states lost|in doubt (committed)"
            + "|changes lost|connections left",
        MeasuredTrials.runs(csv).entrySet().stream()
            .flatMap(run -> rows("`" + run.getKey() + "`", run.getValue())));
  }

  private static Stream<String> rows(String fault, MeasuredTrials run) {
    return run.variants().keySet().stream()
        .filter(variant -> variant.endsWith(" ucp"))
        .map(
            variant -> {
              String policy = variant.replace(" ucp", "");
              Map<String, String> ucp = run.variants().get(variant).get(0);
              Map<String, String> hikari = run.variants().get(policy + " hikari").get(0);
              return String.join(
                  "|",
                  fault,
                  policy,
                  pair(ucp, hikari, trial -> "" + sum(trial, "errors.")),
                  pair(ucp, hikari, trial -> format(value(trial, "faults.outageSeconds"))),
                  pair(ucp, hikari, trial -> trial.get("faults.statesLost")),
                  pair(ucp, hikari, FaultTable::inDoubt),
                  pair(ucp, hikari, trial -> trial.get("faults.changesLost")),
                  pair(ucp, hikari, trial -> trial.get("faults.leakedConnections")));
            });
  }

  private static String inDoubt(Map<String, String> trial) {
    return "%s (%s)".formatted(trial.get("faults.inDoubt"), trial.get("faults.inDoubtCommitted"));
  }

  private static String pair(
      Map<String, String> ucp,
      Map<String, String> hikari,
      Function<Map<String, String>, String> cell) {
    return cell.apply(ucp) + " / " + cell.apply(hikari);
  }
}
