package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import java.util.List;

/** The top of the page: the verdict, whether the counters agree, where to find what. */
final class HtmlOverview {
  private HtmlOverview() {}

  static void print(Html html, RunSummary run) {
    html.raw("<header>\n")
        .element("p", "brand", "Cloakroom stress report")
        .element("h1", "", run.config().plan())
        .paragraph(Facts.line(run))
        .raw("</header>\n");
    verdict(html, run);
    contents(html, run);
  }

  private static void verdict(Html html, RunSummary run) {
    html.raw("<section id=\"verdict\" class=\"" + (run.sound() ? "good" : "bad") + "\">\n")
        .element("h2", "hidden", "Verdict");
    Words.headline(run).forEach(line -> html.element("p", "headline", line));
    html.element("p", run.consistent() ? "audit passed" : "audit failed", Words.audit(run));
    boolean speed = run.valid() && !run.probed();
    html.paragraph(speed ? load(run) + " " + Words.primary(run) : load(run));
    if (!run.missing().isEmpty()) {
      html.paragraph("Not measured: " + String.join(", ", run.missing()) + ".");
    }
    html.close("section");
  }

  private static String load(RunSummary run) {
    long requests = run.trials().stream().mapToLong(trial -> trial.load().requests()).sum();
    return "%,d requests, %,d of them %s. %s"
        .formatted(requests, run.errors(), Words.failures(run), generator(run));
  }

  private static String generator(RunSummary run) {
    List<TrialSummary> bound =
        run.trials().stream().filter(trial -> trial.generator().bound()).toList();
    return bound.isEmpty()
        ? "The load generator kept up."
        : "The load generator was the bottleneck in "
            + String.join(", ", bound.stream().map(trial -> trial.config().folder()).toList())
            + ".";
  }

  private static void contents(Html html, RunSummary run) {
    html.raw("<nav aria-label=\"Contents\">");
    if (run.probed()) {
      entry(html, "matrix", HtmlMatrix.TITLE);
    }
    entry(html, "policies", HtmlVariants.title(run));
    if (Published.applies(run)) {
      entry(html, "published", Published.TITLE);
    }
    if (ServerTable.applies(run)) {
      entry(html, "server", ServerTable.TITLE);
    }
    entry(html, "charts", "Over the run");
    entry(html, "settings", "Settings");
    entry(html, "trials", "Trials and files");
    entry(html, "audit", "Audit");
    entry(html, "definitions", "Definitions");
    html.raw("</nav>\n");
  }

  private static void entry(Html html, String id, String title) {
    html.raw("<a href=\"#" + id + "\">").text(title).raw("</a> ");
  }
}
