package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;

/** The section about the database server; runs that did not ask it have none. */
final class HtmlServer {
  private HtmlServer() {}

  static void print(Html html, RunSummary run) {
    if (!ServerTable.applies(run)) {
      return;
    }
    ServerTable table = new ServerTable(run);
    html.section("server", ServerTable.TITLE).paragraph(ServerTable.NOTE);
    table(html, table);
    html.open("ul", "words");
    table.notes().forEach(note -> html.element("li", "", note));
    html.close("ul");
    html.open("div", "charts");
    ChartData.SERVER.forEach(chart -> HtmlCharts.chart(html, chart));
    html.close("div").close("section");
  }

  /** A word in place of a figure must not look like one. */
  private static String style(String cell) {
    return Character.isLetter(cell.charAt(0)) ? "number absent" : "number";
  }

  private static void table(Html html, ServerTable table) {
    List<VariantSummary> variants = table.variants();
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("figure")));
    for (int i = 0; i < variants.size(); i++) {
      heading.add(new Cell(variants.get(i).name(), "", "number policy hue" + i % 8));
    }
    html.openTable(heading);
    String group = "";
    for (ServerTable.Row row : table.rows()) {
      if (!row.group().equals(group)) {
        html.group(row.group(), variants.size() + 1);
        group = row.group();
      }
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.label())));
      row.cells().forEach(cell -> cells.add(new Cell(cell, "", style(cell))));
      html.row(cells);
    }
    html.closeTable();
  }
}
