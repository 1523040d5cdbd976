package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;

/** Prints report.html: one file that needs no network, in the order in which a reader asks. */
final class HtmlReport {
  /** Nothing may be fetched, whatever a name in the run tries to smuggle in. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

  private HtmlReport() {}

  static String print(RunSummary run) {
    Html html = new Html();
    head(html, run);
    html.raw("<body>\n");
    HtmlOverview.print(html, run);
    HtmlMatrix.print(html, run);
    HtmlVariants.print(html, run);
    HtmlPublished.print(html, run);
    HtmlServer.print(html, run);
    HtmlCharts.print(html, run);
    HtmlSettings.print(html, run);
    HtmlTrials.print(html, run);
    HtmlAudit.print(html, run);
    HtmlDefinitions.print(html, run);
    scripts(html, run);
    return html.raw("</body>\n</html>\n").toString();
  }

  private static void head(Html html, RunSummary run) {
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
        .element("title", "", "Cloakroom: " + run.config().plan())
        .raw("<style>\n" + Resources.text("report.css") + "</style>\n</head>\n");
  }

  private static void scripts(Html html, RunSummary run) {
    html.raw("<script type=\"application/json\" id=\"charts-data\">")
        .raw(ChartData.json(run))
        .raw("</script>\n<script>\n" + Resources.chartLibrary() + "\n</script>\n")
        .raw("<script>\n" + Resources.text("report.js") + "</script>\n");
  }
}
