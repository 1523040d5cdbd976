package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Links;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Link;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Audit.Check;
import cloakroom.stress.measure.EnginePart;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.ServerFigure;
import cloakroom.stress.measure.TrialSummary;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each trial: how its generator fared, its files, all its figures and its audit. */
final class TrialsSections {
  private static final List<String> OF_THE_RUN =
      List.of("summary.json", "summary.csv", "config.json", "environment.json");

  private TrialsSections() {}

  static void add(Blocks all, RunSummary run) {
    Blocks trials = new Blocks().table(health(run));
    if (run.trials().stream().anyMatch(trial -> !trial.engines().isEmpty())) {
      trials.say(Words.ENGINES).table(engines(run));
    }
    Blocks files = new Blocks();
    files(files, "the run", "", OF_THE_RUN);
    for (TrialSummary trial : run.trials()) {
      String folder = trial.config().folder();
      files(files, folder, "trials/" + folder + "/", trial.files());
    }
    trials.fold("Files", false, files);
    trials.fold("All figures, trial by trial", false, new Blocks().table(figures(run)));
    all.page(new Blocks().section("trials", "Trials and files", trials));
    Blocks audit =
        new Blocks()
            .say(
                "The load generator, the tier and the database each count for themselves. Where"
                    + " they disagree, something was lost or counted twice, and no verdict is"
                    + " given.");
    run.trials().forEach(trial -> audit(audit, trial));
    all.section("audit", "Audit", new Blocks().page(audit).text(new Blocks().table(checks(run))));
  }

  private static Table health(RunSummary run) {
    Table table =
        Table.of(
            "trial",
            "#requests",
            "#failed",
            "#requests/s",
            "#CPU generator, tier, database (s)",
            "#other work (% of the machine)",
            "#sent late, p95 (ms)",
            "#GC (% of time)",
            "generator",
            "consistent");
    for (TrialSummary trial : run.trials()) {
      boolean consistent = trial.audit().consistent();
      boolean bound = trial.generator().bound();
      table.row(
          Cell.of(trial.config().folder()).below(trial.cutShort() ? "cut short" : ""),
          Cell.count(trial.requests()),
          Cell.count(trial.errors()),
          Cell.of(trial.figure("throughputPerSecond"), 1),
          Cell.of(cpu(trial)),
          others(trial),
          Cell.of(trial.generator().lagP95(), 0),
          Cell.of(trial.generator().gcShare() * 100, 1),
          Cell.of(bound ? "bottleneck" : "kept up")
              .below(trial.generator().reason())
              .toned(Tone.ALARM, bound),
          Cell.of(Boolean.toString(consistent)).toned(Tone.ALARM, !consistent));
    }
    return table;
  }

  private static Table engines(RunSummary run) {
    Table table =
        Table.of(
            "trial",
            "engine",
            "users",
            "#requests",
            "#failed",
            "#CPU (s)",
            "#clock (ms)",
            "#drift (ms)",
            "when due");
    for (TrialSummary trial : run.trials()) {
      for (EnginePart engine : trial.engines()) {
        boolean lost = engine.lost() != null;
        table.row(
            Cell.of(trial.config().folder()),
            Cell.of(engine.name())
                .below(lost ? "lost: " + engine.lost() : engine.version())
                .toned(Tone.ALARM, lost),
            Cell.of(engine.firstUser() + "–" + (engine.firstUser() + engine.users() - 1)),
            Cell.count(engine.requests()),
            Cell.count(engine.errors()),
            told(engine.cpuSeconds()),
            Cell.of(-engine.offsetMs(), 1).below("± " + engine.unsureMs()),
            told(engine.driftMs() == null ? null : -engine.driftMs()),
            Cell.of(engine.lateness() ? "told" : "not told"));
      }
    }
    return table;
  }

  private static Cell told(Double figure) {
    return figure == null ? Cell.of("not told") : Cell.of(figure, 1);
  }

  private static Cell others(TrialSummary trial) {
    double percent = trial.figure("interference.percent");
    return Double.isNaN(percent)
        ? Cell.of("not told")
        : Cell.of(percent, 1)
            .below(trial.disturbed() ? "disturbed" : "")
            .toned(Tone.ALARM, trial.disturbed());
  }

  private static String cpu(TrialSummary trial) {
    return Stream.of("generator", "tier", "database")
        .map(who -> Metrics.named("cpuSeconds." + who).orElseThrow())
        .map(metric -> Figures.cell(metric, metric.of(trial)).text())
        .collect(Collectors.joining(", "));
  }

  private static void files(Blocks blocks, String label, String prefix, List<String> files) {
    List<Link> links =
        files.stream().map(file -> new Link(name(file.substring(prefix.length())), file)).toList();
    if (!links.isEmpty()) {
      blocks.add(new Links(label, links));
    }
  }

  private static String name(String file) {
    return file.startsWith("dashboard/") ? "JMeter dashboard" : file;
  }

  private static Table figures(RunSummary run) {
    List<Column> columns =
        run.trials().stream().map(trial -> Column.number(trial.config().folder())).toList();
    Table table = Table.of(Look.PLAIN, Column.of("figure"), columns);
    for (Metric metric : Metrics.ALL) {
      if (run.server() || !metric.group().equals(ServerFigure.GROUP)) {
        Cell name = Cell.of(new Link(metric.title(), "#" + Figures.id(metric)));
        table.row(name, run.trials(), trial -> Figures.cell(metric, metric.of(trial)));
      }
    }
    return table;
  }

  /** The checks of a trial with both numbers; those of one that failed stand open. */
  private static void audit(Blocks blocks, TrialSummary trial) {
    int failed = trial.audit().failed().size();
    Table table = Table.of("check", "outcome", "numbers", "note");
    for (Check check : trial.audit().checks()) {
      table.row(
          Cell.of(name(check)),
          Cell.of(Words.outcome(check.outcome())).toned(Tone.ALARM, check.failed()),
          Cell.of(check.numbers()),
          Cell.of(check.note()));
    }
    String title = failed == 0 ? ": consistent" : ": " + failed + " of the checks failed";
    blocks.fold(trial.config().folder() + title, failed > 0, new Blocks().table(table));
  }

  private static Table checks(RunSummary run) {
    Table table = Table.of("trial", "check", "numbers", "outcome", "note");
    for (TrialSummary trial : run.trials()) {
      for (Check check : trial.audit().checks()) {
        table.row(
            Cell.of(trial.config().folder()),
            Cell.of(name(check)),
            Cell.of(check.numbers()),
            Cell.of(Words.outcome(check.outcome())),
            Cell.of(check.note()));
      }
    }
    return table;
  }

  private static String name(Check check) {
    return check.id() + ": " + check.name();
  }
}
