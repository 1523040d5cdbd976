package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What the database server told of itself: figures below each other, variants across. Runs that did
 * not ask it have no such section.
 */
record ServerSection(RunSummary run, List<VariantSummary> variants) {
  static final String TITLE = "What the database server did";
  private static final String WAITING = "waiting: sessions at a time, on average, by class";

  static void add(Blocks all, RunSummary run) {
    if (run.server()) {
      all.section(
          "server",
          TITLE,
          new Blocks()
              .say(VerdictText.prose("server"))
              .add(new Charts(ChartsSection.server(run), List.of()))
              .fold("All that it told", false, table(run))
              .list(notes(run)));
    }
  }

  static Table table(RunSummary run) {
    ServerSection section = new ServerSection(run, VariantSummary.of(run));
    List<Column> columns = section.variants.stream().map(v -> Column.number(v.name())).toList();
    Table table = Table.of(Density.PLAIN, Column.of("figure"), columns);
    for (Metric m : Metrics.ALL.stream().filter(section::shown).toList()) {
      Cell name = Cell.of(m.heading());
      table.row(m.group(), name, section.variants, v -> cell(v, m::of, column(m)));
    }
    section.waits(table);
    return table;
  }

  /** What only one of the databases has is left out when it says nothing. */
  private boolean shown(Metric metric) {
    return metric.ofServer()
        && (!metric.rare()
            || run.trials().stream()
                .anyMatch(
                    trial ->
                        Double.isFinite(metric.of(trial))
                            || refused(trial.server(), column(metric))));
  }

  /** The column of server.csv that a figure is made of: it stands behind the word rate or level. */
  private static String column(Metric metric) {
    return metric.sources().get(0).replaceFirst(".* ", "");
  }

  private static boolean refused(ServerWork server, String column) {
    return server.group(column).filter(group -> !group.told()).isPresent();
  }

  private static Cell cell(
      VariantSummary variant, ToDoubleFunction<TrialSummary> figure, String column) {
    double mean = variant.trials().stream().mapToDouble(figure).average().orElse(Double.NaN);
    return Double.isFinite(mean) ? number(mean) : absence(variant, column);
  }

  /** The smaller the number, the more digits. */
  private static Cell number(double value) {
    int decimals = value >= 1000 || value == 0 ? 0 : value >= 100 ? 1 : value >= 0.1 ? 2 : 4;
    return Cell.of(value, decimals);
  }

  /** Why a variant has no such figure: the first of its trials that lacks it speaks for all. */
  private static Cell absence(VariantSummary variant, String column) {
    for (TrialSummary trial : variant.trials()) {
      ServerWork server = trial.server();
      if (server.any() && refused(server, column)) {
        return Cell.of(server.group(column).orElseThrow().state()).toned(Tone.SOFT, true);
      }
      if (server.any() && server.group(column).isEmpty()) {
        return Cell.of("not told").toned(Tone.SOFT, true);
      }
    }
    return Cell.of(Double.NaN, 0);
  }

  /** A class that nobody waited for says nothing, unless there is no other. */
  private void waits(Table table) {
    Set<String> classes = new LinkedHashSet<>();
    for (TrialSummary trial : run.trials()) {
      trial.waits().forEach((name, n) -> classes.addAll(n > 0 ? Set.of(name) : Set.of()));
    }
    for (String name : classes.isEmpty() ? Set.of("any") : classes) {
      table.row(
          WAITING, Cell.of(name), variants, v -> cell(v, t -> waited(t, name), waitColumn(v)));
    }
  }

  private static double waited(TrialSummary trial, String name) {
    return trial.waits().getOrDefault(name, trial.waits().isEmpty() ? Double.NaN : 0);
  }

  private static String waitColumn(VariantSummary variant) {
    return variant.trials().stream()
        .flatMap(trial -> trial.server().groups().stream())
        .flatMap(group -> group.figures().stream())
        .filter(figure -> figure.startsWith("wait"))
        .findFirst()
        .orElse("waits");
  }

  /** What a reader must know of the record: what was refused, what is missing, what it cost. */
  static List<String> notes(RunSummary run) {
    Set<String> notes = new LinkedHashSet<>();
    run.trials().stream()
        .flatMap(trial -> trial.server().groups().stream())
        .filter(group -> !group.told())
        .forEach(group -> notes.add(refusal(group)));
    long gaps = run.trials().stream().mapToLong(trial -> trial.server().gaps()).sum();
    if (gaps > 0) {
      notes.add("At " + gaps + " moments the server did not answer within a second.");
    }
    run.trials().stream()
        .map(trial -> trial.server().lastFailure())
        .filter(failure -> !failure.isEmpty())
        .forEach(failure -> notes.add("Asking failed: " + failure + "."));
    notes.add(
        "Asking took %s statements and %s ms of waiting in a second, over a connection of its own; its transactions are not among the commits."
            .formatted(
                mean(run, trial -> trial.figure("rate ownStatements")),
                mean(run, trial -> trial.figure("rate ownMicros") / 1_000)));
    return List.copyOf(notes);
  }

  private static String refusal(ServerWork.Group group) {
    String said = group.name() + " " + group.state() + ": " + group.reason() + ".";
    return group.grant().isEmpty() ? said : said + " It takes: " + group.grant();
  }

  private static String mean(RunSummary run, ToDoubleFunction<TrialSummary> figure) {
    return number(
            run.trials().stream()
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN))
        .text();
  }
}
