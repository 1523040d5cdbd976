package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.Percentiles;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.List;

/** How every figure came about. */
final class HtmlDefinitions {
  private HtmlDefinitions() {}

  static void print(Html html, RunSummary run) {
    html.section("definitions", "Definitions")
        .paragraph(
            "Means and percentiles come from one routine, "
                + Percentiles.METHOD
                + ": values are kept to three significant digits. Response and service times are"
                + " recorded in whole milliseconds, tier times in microseconds and shown in"
                + " milliseconds.")
        .paragraph(Facts.COUNTED)
        .paragraph(Facts.method(run))
        .paragraph(
            "The interval of the connections in use comes from the pool's count once a second,"
                + " which is coarser than the figure itself when few connections are in use.")
        .paragraph(
            "The load generator counts as the bottleneck when 5 % of the requests left more than"
                + " 20 ms after they were due, or garbage collection took more than 5 % of the"
                + " time.");
    html.details("Every figure", false);
    html.table(
        List.of(Cell.of("figure"), Cell.of("name in the files"), Cell.of("meaning")),
        Metrics.ALL.stream().map(HtmlDefinitions::row).toList());
    html.close("details").close("section");
  }

  private static List<Cell> row(Metric metric) {
    return List.of(
        Cell.of(metric.group() + ": " + metric.heading()),
        Cell.of(metric.name()),
        Cell.of(metric.definition()));
  }
}
