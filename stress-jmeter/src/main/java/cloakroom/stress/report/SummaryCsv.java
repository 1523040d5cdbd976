package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.TrialSummary;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints summary.csv: one row a trial, one column a figure, units in the headings. */
final class SummaryCsv {
  private SummaryCsv() {}

  static String print(RunSummary run) {
    Map<String, Function<TrialSummary, Object>> columns = columns(run);
    StringBuilder text = new StringBuilder(line(columns.keySet().stream()));
    run.trials()
        .forEach(t -> text.append(line(columns.values().stream().map(cell -> cell.apply(t)))));
    return text.toString();
  }

  private static Map<String, Function<TrialSummary, Object>> columns(RunSummary run) {
    Map<String, Function<TrialSummary, Object>> columns = new LinkedHashMap<>();
    columns.put("trial", trial -> trial.config().folder());
    columns.put("policy", TrialSummary::policy);
    columns.put("pool", trial -> trial.config().pool());
    columns.put("poolSize", trial -> trial.config().poolSize());
    columns.put("users", trial -> run.config().users());
    columns.put("nodes", trial -> trial.variant().nodes());
    columns.put("consistent", trial -> trial.audit().consistent());
    columns.put("variant", trial -> trial.variant().name());
    columns.put("store", trial -> trial.config().store());
    columns.put("choices", SummaryCsv::choices);
    for (Metric metric : Metrics.ALL) {
      String unit = metric.unit().isEmpty() ? "" : " (" + metric.unit() + ")";
      columns.put(metric.name() + unit, trial -> number(metric, metric.of(trial)));
    }
    for (StateKind kind : Probed.kinds(run)) {
      for (Fate fate : Fate.values()) {
        columns.put(
            "stateKinds." + kind.key() + "." + fate.key(),
            trial -> trial.stateKinds().of(kind).of(fate));
      }
    }
    return columns;
  }

  private static String choices(TrialSummary trial) {
    return trial.variant().choices().entrySet().stream()
        .map(choice -> choice.getKey() + "=" + choice.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String number(Metric metric, double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    return metric.count() ? Long.toString((long) value) : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String line(Stream<?> fields) {
    return fields.map(field -> quote(field.toString())).collect(Collectors.joining(",")) + "\n";
  }

  private static String quote(String field) {
    return field.matches("[^\",\\r\\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
