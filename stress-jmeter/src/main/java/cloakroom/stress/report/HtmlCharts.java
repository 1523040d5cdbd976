package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.List;

/** The places of the charts, and one legend for them all. */
final class HtmlCharts {
  private static final List<String> DASHES = List.of("", "7 4", "2 3", "10 3 2 3");

  private HtmlCharts() {}

  static void print(Html html, RunSummary run) {
    html.section("charts", "Over the run")
        .paragraph(
            "Seconds since the measured phase of each trial began. One colour a "
                + Words.noun(run)
                + ", one line style a trial; press a name to hide or show it.")
        .raw("<noscript><p>The charts need JavaScript; their numbers are in each trial's")
        .raw(" series.csv and counters.json.</p></noscript>\n");
    legend(html, VariantSummary.of(run));
    html.open("div", "charts");
    ChartData.CHARTS.forEach(chart -> chart(html, chart));
    html.close("div").close("section");
  }

  private static void legend(Html html, List<VariantSummary> variants) {
    html.open("div", "legend");
    for (int i = 0; i < variants.size(); i++) {
      html.raw(
          "<button type=\"button\" class=\"hue%d\" data-variant=\"%d\" aria-pressed=\"true\">"
              .formatted(i % 8, i));
      html.text(variants.get(i).name());
      for (int trial = 0; trial < variants.get(i).trials().size(); trial++) {
        html.raw(stroke(trial));
      }
      html.raw("</button>\n");
    }
    html.close("div");
  }

  private static String stroke(int trial) {
    return "<svg width=\"30\" height=\"8\" aria-hidden=\"true\"><line x1=\"1\" y1=\"4\" x2=\"29\""
        + " y2=\"4\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\""
        + DASHES.get(trial % DASHES.size())
        + "\"/></svg>";
  }

  static void chart(Html html, ChartData.Chart chart) {
    html.open("figure", "")
        .open("figcaption", "")
        .element("strong", "", chart.title() + ", " + chart.unit())
        .element("span", "", chart.note())
        .close("figcaption")
        .raw("<div class=\"canvas\"><canvas id=\"chart-" + chart.id() + "\" role=\"img\" ")
        .raw("aria-label=\"" + Html.escape(chart.title()) + "\"></canvas></div>")
        .close("figure");
  }
}
