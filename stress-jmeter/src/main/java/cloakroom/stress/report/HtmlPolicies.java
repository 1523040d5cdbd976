package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.PolicySummary;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;

/** The table that the report is about: figures down, policies across, ratios where they belong. */
final class HtmlPolicies {
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
      tables.figures();
      tables.ratios();
    }
    html.close("section");
  }

  private void figures() {
    html.paragraph(
        "Each figure is the mean over the trials of a policy; the small line below gives the"
            + " smallest and the largest trial where they differ."
            + ratioNote());
    html.openTable(heading());
    String group = "";
    for (Metric metric : Metrics.ALL) {
      if (!metric.group().equals(group)) {
        group = metric.group();
        html.group(group + unit(metric), columns());
      }
      html.row(figure(metric));
    }
    html.closeTable();
  }

  private String ratioNote() {
    return policies.size() < 2 || !run.valid()
        ? ""
        : " Ratios are " + first() + " over the policy of the column, with a 95 % interval.";
  }

  private String first() {
    return policies.get(0).policy();
  }

  private static String unit(Metric metric) {
    return metric.unit().isEmpty() ? "" : ", " + metric.unit();
  }

  private boolean two() {
    return policies.size() == 2;
  }

  private int columns() {
    return 1 + policies.size() + (two() ? 1 : 0);
  }

  private List<Cell> heading() {
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of("figure"));
    for (int i = 0; i < policies.size(); i++) {
      PolicySummary policy = policies.get(i);
      cells.add(new Cell(policy.policy(), Facts.trials(policy), "number policy hue" + i % 8));
    }
    if (two()) {
      cells.add(
          new Cell("ratio [95 % interval]", first() + " ÷ " + policies.get(1).policy(), "number"));
    }
    return cells;
  }

  private List<Cell> figure(Metric metric) {
    boolean primary = metric.name().equals(run.primary().key());
    List<Cell> cells = new ArrayList<>();
    cells.add(new Cell(metric.label(), "", primary ? "primary" : ""));
    for (PolicySummary policy : policies) {
      cells.add(value(metric, policy));
    }
    if (two()) {
      cells.add(Cell.number(ratio(metric, policies.get(1))));
    }
    return cells;
  }

  private Cell value(Metric metric, PolicySummary policy) {
    Figures figures = new Figures(policy);
    String below = figures.range(metric);
    String ratio = two() ? "" : ratio(metric, policy);
    String both = ratio.isEmpty() ? below : "ratio " + ratio;
    return new Cell(figures.mean(metric), both, "number" + alarm(metric, policy));
  }

  private static String alarm(Metric metric, PolicySummary policy) {
    return metric.name().startsWith("errors.") && policy.max(metric) > 0 ? " alarm" : "";
  }

  private String ratio(Metric metric, PolicySummary other) {
    return run.comparison(first(), other.policy(), metric.name()).map(Words::interval).orElse("");
  }

  private void ratios() {
    if (run.comparisons().isEmpty()) {
      return;
    }
    html.details("All ratios and verdicts (" + run.comparisons().size() + ")", two());
    html.paragraph(Facts.method(run));
    List<Cell> heading =
        List.of(
            Cell.of("a"),
            Cell.of("b"),
            Cell.of("figure"),
            Cell.number("a ÷ b [95 % interval]"),
            Cell.of("verdict"));
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
