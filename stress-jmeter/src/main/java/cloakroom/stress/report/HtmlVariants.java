package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;

/** The tables that the report is about: variants below each other, figures across. */
final class HtmlVariants {
  private static final List<String> TIMES = List.of("Response time", "Service time", "Tier time");
  private static final List<List<String>> COUNTS =
      List.of(
          List.of("Load", "Failed requests"),
          List.of("Failed requests by database error"),
          List.of("Connections", "Application modules"),
          List.of("Keeping state", "Hygiene", "CPU time"));

  private final Html html;
  private final RunSummary run;
  private final List<VariantSummary> variants;

  private HtmlVariants(Html html, RunSummary run) {
    this.html = html;
    this.run = run;
    this.variants = VariantSummary.of(run);
  }

  static void print(Html html, RunSummary run) {
    html.section("policies", title(run));
    if (!run.trials().isEmpty()) {
      HtmlVariants tables = new HtmlVariants(html, run);
      tables.note();
      tables.times();
      COUNTS.forEach(tables::counts);
      tables.ratios();
    }
    html.close("section");
  }

  static String title(RunSummary run) {
    return Words.noun(run).equals("policy") ? "Policies side by side" : "Variants side by side";
  }

  private void note() {
    String ratios =
        variants.size() < 2 || !run.valid()
            ? ""
            : " Ratios are "
                + first()
                + " over the other "
                + Words.noun(run)
                + ", with a 95 % interval.";
    html.paragraph(
        "Each figure is the mean over the trials of a "
            + Words.noun(run)
            + " ("
            + Facts.trials(variants)
            + "); the trials stand one by one further down."
            + ratios);
  }

  private String first() {
    return variants.get(0).name();
  }

  private boolean two() {
    return variants.size() == 2;
  }

  /** Three kinds of time share the same columns. */
  private void times() {
    List<Metric> columns = metrics(TIMES.subList(0, 1));
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("milliseconds")));
    columns.forEach(metric -> heading.add(Cell.number(metric.label())));
    html.openTable(heading);
    for (String group : TIMES) {
      html.group(group, columns.size() + 1);
      rows(metrics(List.of(group)));
    }
    html.closeTable();
  }

  private void counts(List<String> all) {
    List<String> groups = all.stream().filter(g -> !metrics(List.of(g)).isEmpty()).toList();
    List<Metric> columns = metrics(groups);
    if (columns.isEmpty()) {
      return;
    }
    html.raw("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr class=\"over\"><td></td>");
    for (String group : groups) {
      html.raw("<th scope=\"colgroup\" colspan=\"" + metrics(List.of(group)).size() + "\">");
      html.text(group).raw("</th>");
    }
    html.raw("</tr>\n<tr><th scope=\"col\">per trial</th>");
    columns.forEach(metric -> html.element("th scope=\"col\"", "", metric.heading()));
    html.raw("</tr></thead>\n<tbody>\n");
    rows(columns);
    html.closeTable();
  }

  private List<Metric> metrics(List<String> groups) {
    return Metrics.ALL.stream()
        .filter(metric -> groups.contains(metric.group()))
        .filter(metric -> Figures.told(metric, variants))
        .toList();
  }

  private void rows(List<Metric> columns) {
    for (int i = 0; i < variants.size(); i++) {
      html.row(variant(i, columns));
    }
    if (two() && columns.stream().anyMatch(metric -> !ratio(metric, 1).isEmpty())) {
      List<Cell> cells = new ArrayList<>();
      cells.add(new Cell("ratio [95 % interval]", "", "ratio"));
      columns.forEach(metric -> cells.add(new Cell(ratio(metric, 1), "", "number ratio")));
      html.row(cells);
    }
  }

  private List<Cell> variant(int index, List<Metric> columns) {
    VariantSummary variant = variants.get(index);
    List<Cell> cells = new ArrayList<>();
    cells.add(new Cell(variant.name(), "", "policy hue" + index % 8));
    for (Metric metric : columns) {
      String below = two() || index == 0 ? "" : ratio(metric, index);
      cells.add(new Cell(new Figures(variant).mean(metric), below, style(metric, variant)));
    }
    return cells;
  }

  private String style(Metric metric, VariantSummary variant) {
    boolean failed = metric.failures() && variant.max(metric) > 0;
    boolean primary = metric.name().equals(run.primary().key());
    return "number" + (failed ? " alarm" : "") + (primary ? " primary" : "");
  }

  private String ratio(Metric metric, int other) {
    return run.comparison(first(), variants.get(other).name(), metric.name())
        .filter(comparison -> run.valid())
        .map(Words::interval)
        .orElse("");
  }

  private void ratios() {
    if (run.comparisons().isEmpty()) {
      return;
    }
    html.details("Ratios and verdicts (" + Facts.ratios(run).size() + ")", false);
    html.paragraph(Facts.method(run) + Facts.further(run));
    List<Cell> heading =
        List.of(
            Cell.of("a"),
            Cell.of("b"),
            Cell.of("figure"),
            Cell.number("a ÷ b [95 % interval]"),
            new Cell("verdict", "", "wide"));
    html.table(
        heading,
        Facts.ratios(run).stream()
            .map(
                c ->
                    List.of(
                        Cell.of(c.a()),
                        Cell.of(c.b()),
                        Cell.of(c.metric()),
                        Cell.number(Words.interval(c)),
                        Cell.of(c.verdict())))
            .toList());
    html.close("details");
  }
}
