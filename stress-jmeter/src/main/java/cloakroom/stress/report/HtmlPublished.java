package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.List;

/** The published figures beside this run's. */
final class HtmlPublished {
  private HtmlPublished() {}

  static void print(Html html, RunSummary run) {
    if (!Published.applies(run)) {
      return;
    }
    html.section("published", Published.TITLE).paragraph(Published.STUDY);
    html.table(
        List.of(Cell.of("policy"), Cell.of("setting"), Cell.of("published"), Cell.of("this run")),
        Published.rows(run).stream().map(HtmlPublished::cells).toList());
    html.paragraph(Published.ADVICE).close("section");
  }

  private static List<Cell> cells(Published.Row row) {
    return row.policy().isEmpty()
        ? cells(row.setting(), "", row)
        : cells(row.policy(), row.setting(), row);
  }

  private static List<Cell> cells(String first, String second, Published.Row row) {
    return List.of(Cell.of(first), Cell.of(second), Cell.of(row.published()), Cell.of(row.ours()));
  }
}
