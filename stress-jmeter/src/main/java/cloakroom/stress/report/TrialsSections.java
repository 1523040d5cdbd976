package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;
import static java.util.stream.Collectors.joining;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Links;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.CountersFile.EnginePart;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

final class TrialsSections {
  private static final List<String> OF_THE_RUN =
      List.of("summary.json", "summary.csv", "config.json", "environment.json");
  private static final Map<String, List<String>> DESCRIPTIONS =
      Resources.table("cloakroom/stress/report/faults.txt");
  private static final List<Metric> CPU =
      MetricCells.metrics("cpuSeconds.generator cpuSeconds.tier cpuSeconds.database");

  private static final String NOT_MEASURED = "not measured";

  private TrialsSections() {}

  static void addFaults(Blocks all, RunSummary run) {
    if (run.trials().stream().anyMatch(t -> !requested(t.variant()).equals(FaultSpec.NONE))) {
      Blocks section = new Blocks().say(VerdictText.prose("recovery"));
      Stream<String> useless = run.trials().stream().flatMap(t -> t.uselessFaults().stream());
      useless.forEach(line -> section.say(Tone.BAD, line));
      section.table(effects(VariantSummary.of(run)));
      section.fold("Faults, trial by trial", false, injected(run));
      all.section("faults", "Faults and what users saw of them", section);
    }
  }

  private static Table effects(List<VariantSummary> variants) {
    Table table = MetricCells.ofVariants("metric", variants);
    table.row(Cell.of("faults"), variants, v -> Cell.of(requested(v.variant())));
    table.row(Cell.of("faults injected"), variants, v -> Cell.count(v.sum(t -> t.faults().size())));
    table.row(
        Cell.of("failed requests"),
        variants,
        v -> {
          String kinds =
              VerdictText.counts(
                  v.trials(), FailureKind.values(), FailureKind::label, TrialSummary::errors);
          return Cell.of(kinds.isEmpty() ? "none" : kinds)
              .below(VerdictText.errors(v.trials()).orElse(""));
        });
    Stream<Metric> metrics =
        Metric.ALL.stream()
            .filter(m -> m.group().equals("Faults") && MetricCells.known(m, variants));
    MetricCells.addRows(
        table,
        metrics,
        variants,
        (variant, m) -> {
          double sum = variant.trials().stream().mapToDouble(m::of).sum();
          boolean lost = m.name().equals("faults.changesLost") || m.name().endsWith("Left");
          return MetricCells.cell(m, m.count() ? sum : variant.max(m))
              .toned(Tone.ALARM, m.count() && lost && sum > 0);
        });
    return table;
  }

  private static String requested(Variant variant) {
    return variant.choices().text(VariantOptions.FAULT);
  }

  private static Table injected(RunSummary run) {
    Table table =
        Table.of(
            "trial",
            "fault",
            "#from (s)",
            "#to (s)",
            "#requests that met it",
            ">what it does",
            ">how it ends");
    for (TrialSummary trial : run.trials()) {
      for (TrialSummary.FaultSummary fault : trial.faults()) {
        List<String> about = DESCRIPTIONS.getOrDefault(fault.kind(), List.of("", "", ""));
        Cell text = Cell.of(fault.text()).below(fault.failure());
        table.row(
            Cell.of(trial.config().folder()),
            text.toned(Tone.ALARM, !fault.failure().isEmpty()),
            Cell.of(fault.fromSeconds(), 1),
            Cell.of(fault.toSeconds(), 1),
            Cell.count(fault.requests()).toned(Tone.ALARM, fault.requests() == 0),
            Cell.of(about.get(1)),
            Cell.of(about.get(2)));
      }
    }
    return table;
  }

  static void add(Blocks all, RunSummary run) {
    Blocks trials = new Blocks().table(health(run));
    if (run.trials().stream().anyMatch(trial -> !trial.engines().isEmpty())) {
      trials.say(VerdictText.prose("engines")).table(engines(run));
    }
    List<String> ofRun = new ArrayList<>(OF_THE_RUN);
    ofRun.addAll(run.costs().isEmpty() ? List.of() : List.of("round-trips.csv"));
    Blocks files = new Blocks().add(links("the run", "", ofRun));
    for (TrialSummary trial : run.trials()) {
      String folder = trial.config().folder();
      files.add(links(folder, "trials/" + folder + "/", trial.files()));
    }
    all.section("trials", "Trials and files", trials.fold("Files", false, files));
    audits(all, run);
  }

  static void audits(Blocks all, RunSummary run) {
    Blocks audit = new Blocks().say(VerdictText.prose("audit"));
    for (TrialSummary trial : run.trials()) {
      int failed = trial.audit().failed().size();
      Table table =
          Table.of(
              trial.audit().checks(),
              column("check", check -> Cell.of(check.id() + ": " + check.name())),
              column(
                  "outcome",
                  check -> Cell.of(check.outcome().key()).toned(Tone.ALARM, check.failed())),
              column("numbers", check -> Cell.of(check.numbers())),
              column("note", check -> Cell.of(check.note())));
      String title = failed == 0 ? ": consistent" : ": " + failed + " of the checks failed";
      audit.fold(trial.config().folder() + title, failed > 0, table);
    }
    all.section("audit", "Audit", audit);
  }

  private static Table health(RunSummary run) {
    return Table.of(
        run.trials(),
        column("trial", t -> Cell.of(t.config().folder()).below(t.cutShort() ? "cut short" : "")),
        column("#requests", t -> Cell.count(t.requests())),
        column("#failed", t -> Cell.count(t.errors())),
        column("#requests/s", t -> Cell.of(t.figure("throughputPerSecond"), 1)),
        column(
            "#CPU generator, tier, database (s)",
            t ->
                Cell.of(
                    CPU.stream()
                        .map(metric -> MetricCells.cell(metric, metric.of(t)).text())
                        .collect(joining(", ")))),
        column(
            "#background CPU load (%)",
            t ->
                orAbsent(t.backgroundLoad())
                    .below(t.noisy() ? "noisy" : "")
                    .toned(Tone.ALARM, t.noisy())),
        column("#sent late, p95 (ms)", t -> lateness(t.generator())),
        column("#GC (% of time)", t -> Cell.of(t.generator().gcShare() * 100, 1)),
        column(
            "generator",
            t -> {
              TrialSummary.GeneratorHealth health = t.generator();
              boolean known = health.bound() || health.latenessMeasured();
              String text = health.bound() ? "saturated" : known ? "on time" : NOT_MEASURED;
              return Cell.of(text)
                  .below(health.reason())
                  .toned(Tone.ALARM, health.bound() || !known);
            }));
  }

  /** Returns how late requests were sent, as far as the engines report when they were due. */
  private static Cell lateness(TrialSummary.GeneratorHealth health) {
    if (Double.isNaN(health.lagP95())) {
      return Cell.of(NOT_MEASURED);
    }
    return Cell.of(health.lagP95(), 0).below(health.latenessMeasured() ? "" : "of a part");
  }

  private static Table engines(RunSummary run) {
    record Part(TrialSummary trial, EnginePart of) {}
    return Table.of(
        run.trials().stream().flatMap(t -> t.engines().stream().map(e -> new Part(t, e))).toList(),
        column("trial", part -> Cell.of(part.trial.config().folder())),
        column(
            "engine",
            part -> {
              String lost = part.of.lost();
              String below = lost == null ? part.of.version() : "lost: " + lost;
              return Cell.of(part.of.name()).below(below).toned(Tone.ALARM, lost != null);
            }),
        column(
            "users", p -> Cell.of(p.of.firstUser() + "–" + (p.of.firstUser() + p.of.users() - 1))),
        column("#requests", part -> Cell.count(part.of.requests())),
        column("#failed", part -> Cell.count(part.of.errors())),
        column("#CPU (s)", part -> orAbsent(part.of.cpuSeconds())),
        column(
            "#clock (ms)",
            part -> Cell.of(-part.of.offsetMs(), 1).below("± " + part.of.offsetErrorMs())),
        column(
            "#drift (ms)", part -> orAbsent(part.of.driftMs() == null ? null : -part.of.driftMs())),
        column("reports due time", part -> Cell.of(part.of.reportsDueTime() ? "yes" : "no")));
  }

  private static Cell orAbsent(Double value) {
    return value == null || value.isNaN() ? Cell.of("n/a") : Cell.of(value, 1);
  }

  static Links links(String label, String prefix, List<String> files) {
    Stream<Cell.Hyperlink> links =
        files.stream().map(file -> new Cell.Hyperlink(file.substring(prefix.length()), file));
    return new Links(label, links.toList());
  }
}
