package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Links;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Hyperlink;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.EnginePart;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
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
      trials.say(VerdictText.prose("engines")).table(engines(run));
    }
    Blocks files = new Blocks();
    files(files, "the run", "", OF_THE_RUN);
    for (TrialSummary trial : run.trials()) {
      String folder = trial.config().folder();
      files(files, folder, "trials/" + folder + "/", trial.files());
    }
    trials.fold("Files", false, files);
    trials.page(new Blocks().fold("All figures, trial by trial", false, figures(run)));
    all.section("trials", "Trials and files", trials);
    audits(all, run);
  }

  static void audits(Blocks all, RunSummary run) {
    Blocks audit = new Blocks().say(VerdictText.prose("audit"));
    run.trials().forEach(trial -> audit(audit, trial));
    all.section("audit", "Audit", audit);
  }

  private static Table health(RunSummary run) {
    return Table.of(
        run.trials(),
        column("trial", t -> Cell.of(t.config().folder()).below(t.cutShort() ? "cut short" : "")),
        column("#requests", t -> Cell.count(t.requests())),
        column("#failed", t -> Cell.count(t.errors())),
        column("#requests/s", t -> Cell.of(t.figure("throughputPerSecond"), 1)),
        column("#CPU generator, tier, database (s)", t -> Cell.of(cpu(t))),
        column("#other work (% of the machine)", TrialsSections::others),
        column("#sent late, p95 (ms)", t -> Cell.of(t.generator().lagP95(), 0)),
        column("#GC (% of time)", t -> Cell.of(t.generator().gcShare() * 100, 1)),
        column(
            "generator",
            t ->
                Cell.of(t.generator().bound() ? "bottleneck" : "kept up")
                    .below(t.generator().reason())
                    .toned(Tone.ALARM, t.generator().bound())),
        column(
            "consistent",
            t -> Cell.of("" + t.audit().consistent()).toned(Tone.ALARM, !t.audit().consistent())));
  }

  private static Table engines(RunSummary run) {
    record Part(TrialSummary trial, EnginePart of) {}
    return Table.of(
        run.trials().stream().flatMap(t -> t.engines().stream().map(e -> new Part(t, e))).toList(),
        column("trial", part -> Cell.of(part.trial.config().folder())),
        column("engine", part -> engine(part.of)),
        column("users", part -> users(part.of)),
        column("#requests", part -> Cell.count(part.of.requests())),
        column("#failed", part -> Cell.count(part.of.errors())),
        column("#CPU (s)", part -> told(part.of.cpuSeconds())),
        column(
            "#clock (ms)",
            part -> Cell.of(-part.of.offsetMs(), 1).below("± " + part.of.offsetErrorMs())),
        column("#drift (ms)", part -> told(part.of.driftMs() == null ? null : -part.of.driftMs())),
        column("when due", part -> Cell.of(part.of.reportsDueTime() ? "told" : "not told")));
  }

  private static Cell engine(EnginePart engine) {
    boolean lost = engine.lost() != null;
    return Cell.of(engine.name())
        .below(lost ? "lost: " + engine.lost() : engine.version())
        .toned(Tone.ALARM, lost);
  }

  private static Cell users(EnginePart engine) {
    return Cell.of(engine.firstUser() + "–" + (engine.firstUser() + engine.users() - 1));
  }

  private static Cell told(Double figure) {
    return figure == null ? Cell.of("not told") : Cell.of(figure, 1);
  }

  private static Cell others(TrialSummary trial) {
    double percent = trial.figure("interference.percent");
    return Double.isNaN(percent)
        ? Cell.of("not told")
        : Cell.of(percent, 1)
            .below(trial.noisy() ? "disturbed" : "")
            .toned(Tone.ALARM, trial.noisy());
  }

  private static String cpu(TrialSummary trial) {
    return Stream.of("generator", "tier", "database")
        .map(who -> Metrics.get("cpuSeconds." + who))
        .map(metric -> MetricCells.cell(metric, metric.of(trial)).text())
        .collect(Collectors.joining(", "));
  }

  private static void files(Blocks blocks, String label, String prefix, List<String> files) {
    List<Hyperlink> links =
        files.stream()
            .map(file -> new Hyperlink(name(file.substring(prefix.length())), file))
            .toList();
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
    Table table = Table.of(Density.PLAIN, Column.of("figure"), columns);
    for (Metric metric : Metrics.ALL) {
      if (run.server() || !metric.ofServer()) {
        Cell name = Cell.of(new Hyperlink(metric.title(), "#" + MetricCells.id(metric)));
        table.row(name, run.trials(), trial -> MetricCells.cell(metric, metric.of(trial)));
      }
    }
    return table;
  }

  /** The checks of a trial with both numbers; those of one that failed stand open. */
  private static void audit(Blocks blocks, TrialSummary trial) {
    int failed = trial.audit().failed().size();
    Table table =
        Table.of(
            trial.audit().checks(),
            column("check", check -> Cell.of(check.id() + ": " + check.name())),
            column(
                "outcome",
                check ->
                    Cell.of(VerdictText.outcome(check.outcome()))
                        .toned(Tone.ALARM, check.failed())),
            column("numbers", check -> Cell.of(check.numbers())),
            column("note", check -> Cell.of(check.note())));
    String title = failed == 0 ? ": consistent" : ": " + failed + " of the checks failed";
    blocks.fold(trial.config().folder() + title, failed > 0, table);
  }
}
