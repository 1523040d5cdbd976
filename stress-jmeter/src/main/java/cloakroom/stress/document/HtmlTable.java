package cloakroom.stress.document;

import cloakroom.stress.document.Cell.Link;
import cloakroom.stress.document.Cell.Share;
import cloakroom.stress.document.Cell.Shares;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Row;
import java.util.List;
import java.util.Locale;

/** Prints a table into a page. */
record HtmlTable(Markup html, Table table) {

  static void print(Markup html, Table table) {
    String look = table.look() == Table.Look.PLAIN ? "" : table.look().name();
    html.raw("<div class=\"scroll\" tabindex=\"0\">").open("table", look.toLowerCase(Locale.ROOT));
    HtmlTable printer = new HtmlTable(html, table);
    html.raw("\n<thead>");
    printer.over();
    printer.heading();
    html.raw("</thead>\n<tbody>\n");
    printer.rows();
    html.raw("</tbody></table></div>\n");
  }

  /** What neighbouring columns share stands once above them. */
  private void over() {
    List<Column> columns = table.columns();
    if (columns.stream().allMatch(column -> column.over().isEmpty())) {
      return;
    }
    html.raw("<tr class=\"over\">");
    for (int from = 0; from < columns.size(); ) {
      String over = columns.get(from).over();
      int to = from;
      while (to < columns.size() && columns.get(to).over().equals(over)) {
        to++;
      }
      String span = Integer.toString(to - from);
      if (over.isEmpty()) {
        html.open("td", "", "colspan", span).raw("</td>");
      } else {
        html.open("th", "", "scope", "colgroup", "colspan", span).text(over).raw("</th>");
      }
      from = to;
    }
    html.raw("</tr>\n");
  }

  private void heading() {
    html.raw("<tr>");
    for (Column column : table.columns()) {
      String style = column.number() ? "number" : column.wide() ? "wide" : "";
      if (column.hue() >= 0) {
        style += " strong hue" + column.hue() % Chart.HUES;
      }
      html.open("th", style, "scope", "col").text(column.heading()).raw("</th>");
    }
    html.raw("</tr>\n");
  }

  private void rows() {
    String group = "";
    for (Row row : table.rows()) {
      if (!row.group().equals(group)) {
        group = row.group();
        String span = Integer.toString(table.columns().size());
        html.raw("<tr class=\"group\">")
            .open("th", "", "scope", "colgroup", "colspan", span)
            .text(group)
            .raw("</th></tr>\n");
      }
      html.open("tr", row.apart() ? "first" : "");
      for (int i = 0; i < row.cells().size(); i++) {
        cell(row.cells().get(i), i);
      }
      html.raw("</tr>\n");
    }
  }

  private void cell(Cell cell, int index) {
    if (index > 0 && cell.content() instanceof Shares shares) {
      shares(shares, cell.text());
      return;
    }
    String tag = index == 0 ? "th" : "td";
    String style = cell.style(table.columns().get(index).number());
    html.open(tag, style, index == 0 ? new String[] {"scope", "row"} : new String[0]);
    if (cell.content() instanceof Link link) {
      html.link(link);
    } else {
      html.text(cell.text());
    }
    if (!cell.below().isEmpty()) {
      html.raw("<small>").text(cell.below()).raw("</small>");
    }
    html.raw("</" + tag + ">");
  }

  /** Words and percents, so that the cell can be read without its colours. */
  private void shares(Shares shares, String otherwise) {
    if (shares.total() == 0) {
      html.open("td", "share").text(otherwise).raw("</td>");
      return;
    }
    html.open(
        "td", "share " + shares.tone().style(), "title", shares.hint(), "style", strip(shares));
    for (Share share : shares.seen()) {
      html.raw("<span>").text(share.name() + " ").raw("<b>");
      html.text(Cell.percent(shares.part(share))).raw("</b></span>");
    }
    html.raw("</td>");
  }

  /** A strip along the bottom of the cell, divided as the things are. */
  private static String strip(Shares shares) {
    StringBuilder stops = new StringBuilder();
    double from = 0;
    for (Share share : shares.seen()) {
      double to = from + shares.part(share) * 100;
      stops.append(
          String.format(Locale.ROOT, ",var(--%s) %.2f%% %.2f%%", share.tone().style(), from, to));
      from = to;
    }
    return "background-image:linear-gradient(to right" + stops + ")";
  }
}
