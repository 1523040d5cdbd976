package cloakroom.bench.report;

import cloakroom.bench.report.Html.Cell;
import cloakroom.bench.run.StudiesResult;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Prints studies.html: one file that needs no network, in the order in which a reader asks. */
final class StudiesPage {
  /** Nothing may be fetched, whatever a name in a result tries to smuggle in. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

  private StudiesPage() {}

  static String print(StudiesResult result) {
    Html html = new Html();
    head(html);
    html.raw("<body>\n");
    title(html, result);
    overview(html, result);
    result.studies().forEach(study -> StudySection.print(html, study));
    EnvironmentSection.print(html, result);
    words(html);
    scripts(html, result);
    return html.raw("</body>\n</html>\n").toString();
  }

  private static void head(Html html) {
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
        .element("title", "", "Cloakroom: the published studies, repeated")
        .raw("<style>\n" + Resources.text("studies.css") + "</style>\n</head>\n");
  }

  private static void title(Html html, StudiesResult result) {
    html.raw("<header>\n")
        .element("p", "brand", "Cloakroom")
        .element("h1", "", "The published studies, repeated")
        .paragraph(
            result.environment().date()
                + "; "
                + result.environment().database()
                + "; "
                + result.environment().cores()
                + " cores; "
                + (result.rounds() == 1 ? "1 round" : result.rounds() + " rounds")
                + " of each study"
                + (result.full() ? ", long form" : ""));
    result.problems().forEach(problem -> html.element("p", "alarm", problem));
    html.raw("</header>\n");
  }

  private static void overview(Html html, StudiesResult result) {
    html.section("overview", "Published and measured")
        .paragraph(
            "A ratio compares two ways of doing the same work; it is above 1 when the first one"
                + " takes longer. Absolute times of other years' machines are no target."
                + " Brackets hold the 95 % interval.");
    html.openTable(
        List.of(
            Cell.of("study"),
            Cell.of("ratio"),
            Cell.number("published"),
            Cell.number("ours"),
            Cell.of("verdict")));
    result.studies().forEach(study -> rows(study).forEach(html::row));
    html.closeTable().close("section");
  }

  private static List<List<Cell>> rows(StudyResult study) {
    List<List<Cell>> rows = new ArrayList<>();
    for (MeasuredRatio measured : study.ratios()) {
      rows.add(
          List.of(
              first(study, rows.isEmpty()),
              Cell.of(measured.ratio().name()),
              Cell.number(times(Figures.ratio(measured.ratio().published()))),
              Cell.number(times(Figures.interval(measured.interval()))),
              new Cell(measured.verdict().words(), "", "verdict " + style(measured.verdict()))));
    }
    for (String why : study.absent()) {
      rows.add(
          List.of(
              first(study, rows.isEmpty()),
              new Cell(why, "", "why"),
              Cell.number(Figures.NONE),
              Cell.number(Figures.NONE),
              new Cell(Missing.of(why).word(), "", "verdict absent")));
    }
    if (rows.isEmpty()) {
      rows.add(
          List.of(
              first(study, true),
              Cell.of("no ratio was published"),
              Cell.number(Figures.NONE),
              Cell.number(Figures.NONE),
              Cell.of(Figures.NONE)));
    }
    return rows;
  }

  private static Cell first(StudyResult study, boolean first) {
    return first
        ? new Cell(study.card().id(), study.card().title(), "study")
        : new Cell("", "", "study");
  }

  private static String times(String ratio) {
    return ratio.replace(" x", " ×");
  }

  private static String style(Verdict verdict) {
    return switch (verdict) {
      case SAME_SIZE -> "good";
      case SAME_DIRECTION -> "fair";
      case NO_DIFFERENCE -> "open";
      case DIFFERS -> "bad";
    };
  }

  private static void words(Html html) {
    html.section("words", "Words").raw("<dl>\n");
    define(
        html,
        "round",
        "Every set of parameters once, each in a JVM of its own. What the machine does meanwhile"
            + " hits all of them alike.");
    define(
        html,
        "ours",
        "The geometric mean of the rounds' own ratios, with Student's t interval (95 %) on their"
            + " logarithms. One round has no interval.");
    define(
        html,
        Verdict.SAME_SIZE.words(),
        "The same direction, and the published ratio lies within a factor of 1.5 of the interval."
            + " Where no difference was claimed: none above 10 % was seen.");
    define(
        html,
        Verdict.SAME_DIRECTION.words(),
        "The same direction, but smaller or larger, or published without a figure.");
    define(html, Verdict.NO_DIFFERENCE.words(), "The interval holds 1.");
    define(html, Verdict.DIFFERS.words(), "The other direction.");
    define(html, "absent", "Not measured, for the reason that stands beside it.");
    define(html, "knee", "The smallest size that saves 95 % of what the best of all sizes saves.");
    define(
        html,
        "slope",
        "The exponent with which time grows with size: the least-squares line through both"
            + " logarithms. 1 is proportional.");
    define(
        html,
        "one operation",
        "The cost of a single operation after warm-up, with JMH's 99.9 % error, and the bytes that"
            + " it allocates.");
    html.raw("</dl>\n").close("section");
  }

  private static void define(Html html, String term, String meaning) {
    html.element("dt", "", term).element("dd", "", meaning);
  }

  private static void scripts(Html html, StudiesResult result) {
    html.raw("<script type=\"application/json\" id=\"charts-data\">")
        .raw(ChartData.json(result))
        .raw("</script>\n<script>\n" + Resources.chartLibrary() + "\n</script>\n")
        .raw("<script>\n" + Resources.text("studies.js") + "</script>\n");
  }
}
