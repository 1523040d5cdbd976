package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.PolicySummary;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;

/** The tables that the report is about: policies below each other, figures across. */
final class HtmlPolicies {
  private static final List<String> TIMES = List.of("Response time", "Service time", "Tier time");
  private static final List<List<String>> COUNTS =
      List.of(
          List.of("Load", "Failed requests"),
          List.of("Connections", "Application modules"),
          List.of("Keeping state", "CPU time"));

  private final Html html;
  private final RunSummary run;
  private final List<PolicySummary> policies;

  private HtmlPolicies(Html html, RunSummary run) {
    this.html = html;
    this.run = run;
    this.policies = PolicySummary.of(run);
  }

  static void print(Html html, RunSummary run) {
    html.section("policies", "Policies side by side");
    if (!run.trials().isEmpty()) {
      HtmlPolicies tables = new HtmlPolicies(html, run);
      tables.note();
      tables.times();
      COUNTS.forEach(tables::counts);
      tables.ratios();
    }
    html.close("section");
  }

  private void note() {
    String ratios =
        policies.size() < 2 || !run.valid()
            ? ""
            : " Ratios are " + first() + " over the other policy, with a 95 % interval.";
    html.paragraph(
        "Each figure is the mean over the trials of a policy ("
            + String.join(", ", policies.stream().map(Facts::named).toList())
            + "); the trials stand one by one further down."
            + ratios);
  }

  private String first() {
    return policies.get(0).policy();
  }

  private boolean two() {
    return policies.size() == 2;
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

  private void counts(List<String> groups) {
    List<Metric> columns = metrics(groups);
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

  private static List<Metric> metrics(List<String> groups) {
    return Metrics.ALL.stream().filter(metric -> groups.contains(metric.group())).toList();
  }

  private void rows(List<Metric> columns) {
    for (int i = 0; i < policies.size(); i++) {
      html.row(policy(i, columns));
    }
    if (two() && columns.stream().anyMatch(metric -> !ratio(metric, 1).isEmpty())) {
      List<Cell> cells = new ArrayList<>();
      cells.add(new Cell("ratio [95 % interval]", "", "ratio"));
      columns.forEach(metric -> cells.add(new Cell(ratio(metric, 1), "", "number ratio")));
      html.row(cells);
    }
  }

  private List<Cell> policy(int index, List<Metric> columns) {
    PolicySummary policy = policies.get(index);
    List<Cell> cells = new ArrayList<>();
    cells.add(new Cell(policy.policy(), "", "policy hue" + index % 8));
    for (Metric metric : columns) {
      String below = two() || index == 0 ? "" : ratio(metric, index);
      cells.add(new Cell(new Figures(policy).mean(metric), below, style(metric, policy)));
    }
    return cells;
  }

  private String style(Metric metric, PolicySummary policy) {
    boolean failed = metric.name().startsWith("errors.") && policy.max(metric) > 0;
    boolean primary = metric.name().equals(run.primary().key());
    return "number" + (failed ? " alarm" : "") + (primary ? " primary" : "");
  }

  private String ratio(Metric metric, int other) {
    return run.comparison(first(), policies.get(other).policy(), metric.name())
        .filter(comparison -> run.valid())
        .map(Words::interval)
        .orElse("");
  }

  private void ratios() {
    if (run.comparisons().isEmpty()) {
      return;
    }
    html.details("All ratios and verdicts (" + run.comparisons().size() + ")", false);
    html.paragraph(Facts.method(run));
    List<Cell> heading =
        List.of(
            Cell.of("a"),
            Cell.of("b"),
            Cell.of("figure"),
            Cell.number("a ÷ b [95 % interval]"),
            new Cell("verdict", "", "wide"));
    html.table(
        heading,
        run.comparisons().stream()
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
