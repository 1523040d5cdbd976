package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each trial: how its generator fared, its files, and all its figures. */
final class HtmlTrials {
  private HtmlTrials() {}

  static void print(Html html, RunSummary run) {
    html.section("trials", "Trials and files");
    health(html, run);
    run.trials().forEach(trial -> files(html, trial));
    figures(html, run);
    html.close("section");
  }

  private static void health(Html html, RunSummary run) {
    html.table(
        List.of(
            Cell.of("trial"),
            Cell.number("requests"),
            Cell.number("failed"),
            Cell.number("requests/s"),
            Cell.number("CPU generator, tier, database (s)"),
            Cell.number("sent late, p95 (ms)"),
            Cell.number("GC (% of time)"),
            Cell.of("generator"),
            Cell.of("consistent")),
        run.trials().stream().map(HtmlTrials::health).toList());
  }

  private static List<Cell> health(TrialSummary trial) {
    return List.of(
        new Cell(trial.config().folder(), trial.cutShort() ? "cut short" : "", ""),
        Cell.number(number("%,d", trial.load().requests())),
        Cell.number(number("%,d", trial.errors().total())),
        Cell.number(number("%.1f", trial.load().throughput())),
        Cell.number(cpu(trial)),
        Cell.number(number("%.0f", trial.generator().lagP95())),
        Cell.number(number("%.1f", trial.generator().gcShare() * 100)),
        trial.generator().bound()
            ? new Cell("bottleneck", trial.generator().reason(), "alarm wide")
            : Cell.of("kept up"),
        new Cell(
            Boolean.toString(trial.audit().consistent()),
            "",
            trial.audit().consistent() ? "" : "alarm"));
  }

  private static String cpu(TrialSummary trial) {
    return Stream.of("generator", "tier", "database")
        .map(who -> Metrics.named("cpuSeconds." + who).orElseThrow())
        .map(metric -> metric.format(metric.of(trial)))
        .collect(Collectors.joining(", "));
  }

  private static String number(String format, Number value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static void files(Html html, TrialSummary trial) {
    if (trial.files().isEmpty()) {
      return;
    }
    String prefix = "trials/" + trial.config().folder() + "/";
    html.open("p", "files").element("strong", "", trial.config().folder());
    for (String file : trial.files()) {
      html.link(file, name(file.substring(prefix.length()))).raw(" ");
    }
    html.close("p");
  }

  private static String name(String file) {
    return file.startsWith("dashboard/") ? "JMeter dashboard" : file;
  }

  private static void figures(Html html, RunSummary run) {
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("figure")));
    run.trials().forEach(trial -> heading.add(Cell.number(trial.config().folder())));
    html.details("All figures, trial by trial", false);
    html.table(
        heading,
        Metrics.ALL.stream()
            .filter(metric -> ServerTable.applies(run) || !metric.group().equals(Metrics.SERVER))
            .map(metric -> row(metric, run))
            .toList());
    html.close("details");
  }

  private static List<Cell> row(Metric metric, RunSummary run) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(metric.group() + ": " + metric.heading()));
    run.trials().forEach(trial -> row.add(Cell.number(metric.format(metric.of(trial)))));
    return row;
  }
}
