package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.TrialSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints summary.csv: one row a trial, one column a figure, units in the headings. */
final class SummaryCsv {
  private static final List<String> FIRST =
      List.of(
          "trial",
          "policy",
          "pool",
          "poolSize",
          "users",
          "nodes",
          "consistent",
          "variant",
          "hygiene",
          "store",
          "set");

  private SummaryCsv() {}

  static String print(RunSummary run) {
    StringBuilder text = new StringBuilder();
    line(text, header(run));
    List<StateKind> kinds = Probed.kinds(run);
    run.trials().forEach(trial -> line(text, row(trial, kinds)));
    return text.toString();
  }

  private static List<String> header(RunSummary run) {
    List<String> header = new ArrayList<>(FIRST);
    Metrics.ALL.forEach(metric -> header.add(heading(metric)));
    for (StateKind kind : Probed.kinds(run)) {
      for (Fate fate : Fate.values()) {
        header.add("stateKinds." + kind.key() + "." + fate.key());
      }
    }
    return header;
  }

  private static String heading(Metric metric) {
    return metric.unit().isEmpty() ? metric.name() : metric.name() + " (" + metric.unit() + ")";
  }

  private static List<String> row(TrialSummary trial, List<StateKind> kinds) {
    List<String> row =
        new ArrayList<>(
            List.of(
                trial.config().folder(),
                trial.policy(),
                trial.config().pool(),
                Long.toString(trial.config().poolSize()),
                Long.toString(trial.users()),
                Long.toString(trial.nodes()),
                Boolean.toString(trial.audit().consistent()),
                trial.variant().name(),
                trial.variant().hygiene(),
                trial.config().store(),
                set(trial)));
    Metrics.ALL.forEach(metric -> row.add(number(metric, trial)));
    for (StateKind kind : kinds) {
      for (Fate fate : Fate.values()) {
        row.add(Long.toString(trial.stateKinds().of(kind).of(fate)));
      }
    }
    return row;
  }

  private static String set(TrialSummary trial) {
    return trial.variant().set().entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String number(Metric metric, TrialSummary trial) {
    double value = metric.of(trial);
    if (!Double.isFinite(value)) {
      return "";
    }
    return metric.count() ? Long.toString((long) value) : String.format(Locale.ROOT, "%.3f", value);
  }

  private static void line(StringBuilder text, List<String> fields) {
    text.append(fields.stream().map(SummaryCsv::quote).collect(Collectors.joining(",")));
    text.append('\n');
  }

  private static String quote(String field) {
    return field.matches("[^\",\\r\\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
