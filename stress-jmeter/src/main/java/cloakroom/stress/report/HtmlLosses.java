package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The charts of what is lost against the setting that the run varies, and their numbers. */
final class HtmlLosses {
  private HtmlLosses() {}

  static void print(Html html, RunSummary run) {
    List<LossCurves> all = LossCurves.of(run);
    if (all.isEmpty()) {
      return;
    }
    html.section("losses", LossCurves.title(run)).paragraph(LossCurves.NOTE);
    html.open("div", "charts");
    all.forEach(curves -> chart(html, curves));
    html.close("div");
    numbers(html, run, all);
    html.close("section");
  }

  private static void chart(Html html, LossCurves curves) {
    html.open("figure", "")
        .open("figcaption", "")
        .element("strong", "", curves.name() + ", %")
        .element("span", "", never(curves))
        .close("figcaption");
    if (!curves.drawn().isEmpty()) {
      html.raw("<div class=\"canvas tall\"><canvas id=\"chart-" + curves.id() + "\" role=\"img\" ")
          .raw("aria-label=\"" + Html.escape("share lost under " + curves.name()))
          .raw("\"></canvas></div>");
    }
    html.close("figure");
  }

  private static String never(LossCurves curves) {
    return curves.kept().isEmpty()
        ? ""
        : "Never lost: "
            + curves.kept().stream().map(StateKind::label).collect(Collectors.joining(", "))
            + ".";
  }

  private static void numbers(Html html, RunSummary run, List<LossCurves> all) {
    List<Cell> heading = new ArrayList<>();
    heading.add(Cell.of(Words.noun(run)));
    heading.add(Cell.of("state kind"));
    all.get(0).values().forEach(value -> heading.add(Cell.number(value)));
    html.details("The same in numbers", false);
    html.table(
        heading,
        all.stream().flatMap(curves -> curves.rows().stream()).map(HtmlLosses::cells).toList());
    html.close("details");
  }

  private static List<Cell> cells(List<String> row) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      cells.add(i < 2 ? Cell.of(row.get(i)) : Cell.number(row.get(i)));
    }
    return cells;
  }
}
