package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Hyperlink;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.judge.Comparison.RatioInterval;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a page shows before anybody scrolls: the verdict and under what it holds, whether to trust
 * it, and what each variant pays and loses for its response time, in a picture and in numbers.
 */
public record SummarySection(RunSummary run, List<VariantSummary> variants) {
  private static final Metric LOST = Metrics.get("errors.stateLost");
  private static final String NOTHING = "nothing";

  private static final List<Metric> FIGURES =
      MetricCells.metrics(
          "response.mean response.p95 connections.meanInUse connections.databaseMax perTransaction.roundTrips"
              + " passivations.snapshotWrites cpuMicrosPerRequest.tier");

  static Blocks of(RunSummary run) {
    Blocks blocks = new Blocks();
    List<String> lines = Headline.of(run);
    Optional<String> best = Headline.best(run);
    best.map(List::of).orElse(lines).forEach(line -> blocks.say(Tone.HEADLINE, line));
    if (run.trials().isEmpty()) {
      return blocks.say(Tone.BAD, VerdictText.audit(run));
    }
    blocks.say(Tone.SOFT, VerdictText.conditions(run)).say(trust(run), VerdictText.trust(run));
    if (run.config().searched()) {
      return blocks;
    }
    Chart chart = trade(List.of(run), List.of(""));
    if (run.isReliable() && run.noise().isEmpty() && !chart.lines().isEmpty()) {
      blocks.chart(chart);
    }
    blocks.table(new SummarySection(run, VariantSummary.of(run)).table());
    Blocks words = new Blocks().list(best.isPresent() ? lines : List.of());
    return blocks.fold(
        "In words", run.isReliable() && !run.valid(), words.list(Headline.bill(run)));
  }

  static Tone trust(RunSummary run) {
    return !run.isReliable() ? Tone.BAD : VerdictText.hasCaveats(run) ? Tone.FAIR : Tone.GOOD;
  }

  /** Response time against connections of each variant, in runs with letters behind its name. */
  public static Chart trade(List<RunSummary> runs, List<String> letters) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      SummarySection screen = new SummarySection(runs.get(i), VariantSummary.of(runs.get(i)));
      lines.addAll(screen.marks(letters.get(i), runs.get(0).variants()));
    }
    boolean bounds = lines.stream().anyMatch(Line::hollow);
    String note =
        VerdictText.prose("trade") + (bounds ? " " + VerdictText.prose("trade-bounds") : "");
    return new Chart(
        "trade",
        Kind.SCATTER,
        "What a response costs in connections",
        "",
        note,
        new Axis("connections in use, mean", Scale.AUTO),
        new Axis("response time, mean, ms", Scale.LINEAR),
        List.of(),
        lines,
        false,
        List.of());
  }

  private List<Line> marks(String letter, List<String> known) {
    List<Line> lines = new ArrayList<>();
    for (VariantSummary variant : variants) {
      int place = known.indexOf(variant.name());
      RatioInterval time = run.responses().get(variant.name());
      double[] point = {variant.mean(Metrics.CONNECTIONS), time.ratio(), time.low(), time.high()};
      if (place >= 0 && Double.isFinite(point[0]) && point[1] > 0) {
        String label = (variant.name() + " " + letter).strip() + "\nlost: " + lost(variant, 1);
        lines.add(new Line(label, place, place, 0, Headline.bound(variant), false, List.of(point)));
      }
    }
    return lines;
  }

  private Table table() {
    List<Metric> metrics =
        FIGURES.stream().filter(metric -> MetricCells.known(metric, variants)).toList();
    List<Column> columns = new ArrayList<>();
    metrics.forEach(m -> columns.add(Column.number(m.title()).explainedBy(MetricCells.id(m))));
    columns.add(Column.of("lost").explainedBy(run.hasProbes() ? "matrix" : MetricCells.id(LOST)));
    boolean named = VerdictText.noun(run).equals("variant");
    Table table = Table.of(Density.PLAIN, Column.of(VerdictText.noun(run)), columns);
    for (int i = 0; i < variants.size(); i++) {
      VariantSummary variant = variants.get(i);
      List<Cell> row = new ArrayList<>();
      String what = named ? Differences.describe(variant, variants) : "";
      row.add(Cell.of(new Hyperlink(variant.name(), "#trials")).named(i).below(what));
      metrics.forEach(metric -> row.add(cell(variant, metric)));
      String lost = lost(variant, Integer.MAX_VALUE);
      row.add(Cell.of(lost).toned(Tone.ALARM, !lost.equals(NOTHING)));
      table.row(row);
    }
    return table;
  }

  private Cell cell(VariantSummary variant, Metric metric) {
    RatioInterval interval = run.responses().get(variant.name());
    boolean ends = metric.equals(Metrics.RESPONSE_MEAN) && Double.isFinite(interval.low());
    return MetricCells.mean(variant, metric)
        .below(
            ends ? String.format(Locale.ROOT, "%.2f–%.2f", interval.low(), interval.high()) : "");
  }

  /** Verdicts of probes are not told while the counters disagree. */
  private String lost(VariantSummary variant, int most) {
    List<String> gone = Headline.gone(variant);
    if (run.hasProbes() && !MatrixSections.shown(run)) {
      return "not told";
    }
    return gone.isEmpty()
        ? NOTHING
        : gone.size() > most ? gone.size() + " kinds of state" : String.join(", ", gone);
  }
}
