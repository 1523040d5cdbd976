package cloakroom.stress.document;

import cloakroom.stress.document.Cell.Anchor;
import cloakroom.stress.document.Cell.Hyperlink;
import cloakroom.stress.document.Cell.ShareCell;
import cloakroom.stress.document.Cell.Shares;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.TableRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints a table into a page. */
record HtmlTable(Markup html, Table table) {

  /** Prints it; {@code title} is that of the part of the page in which it stands. */
  static void print(Markup html, Table table, String title) {
    HtmlTable printer = new HtmlTable(html, table);
    String caption = printer.caption(title);
    html.open("div", "scroll", "role", "group", "tabindex", "0", "aria-label", caption)
        .open("table", printer.cards() ? "cards" : table.look().name().toLowerCase(Locale.ROOT))
        .element("caption", "hidden", caption);
    html.raw("<thead>");
    printer.over();
    printer.heading();
    html.raw("</thead>\n<tbody>\n");
    printer.rows();
    html.raw("</tbody></table></div>\n");
  }

  private boolean cards() {
    return table.look() == Table.Density.PLAIN;
  }

  /** Where it stands and what it is about, for those who hear the page. */
  private String caption(String title) {
    String over =
        table.columns().stream()
            .map(Column::over)
            .filter(name -> !name.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    return Stream.of(title, over.isEmpty() ? table.columns().get(0).heading() : over)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(": "));
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
    table.columns().forEach(this::heading);
    html.raw("</tr>\n");
  }

  /** A heading without words is none for who hears the page. */
  private void heading(Column column) {
    String style = column.number() ? "number" : column.wide() ? "wide" : "";
    if (column.heading().isEmpty()) {
      html.raw("<td></td>");
    } else if (column.explanation().isEmpty()) {
      html.open("th", style, "scope", "col").text(column.heading()).raw("</th>");
    } else {
      html.open("th", style, "scope", "col")
          .link(new Hyperlink(column.heading(), "#" + column.explanation()))
          .raw("</th>");
    }
  }

  private void rows() {
    String group = "";
    String between = "";
    for (TableRow row : table.rows()) {
      if (!row.group().equals(group)) {
        html.raw(between);
        group = row.group();
        String span = Integer.toString(table.columns().size());
        html.raw("<tr class=\"group\">")
            .open("th", "", "scope", "rowgroup", "colspan", span)
            .text(group)
            .raw("</th></tr>\n");
      }
      html.open("tr", row.apart() ? "first" : "");
      for (int i = 0; i < row.cells().size(); i++) {
        cell(row.cells().get(i), i);
      }
      html.raw("</tr>\n");
      between = "</tbody>\n<tbody>\n";
    }
  }

  private void cell(Cell cell, int index) {
    if (index > 0 && cell.content() instanceof Shares shares) {
      shares(shares, cell.text());
      return;
    }
    String tag = index == 0 ? "th" : "td";
    Column column = table.columns().get(index);
    List<String> attributes = new ArrayList<>();
    if (index == 0) {
      attributes.addAll(List.of("scope", "row"));
    }
    if (cell.content() instanceof Anchor anchor) {
      attributes.addAll(List.of("id", anchor.id()));
    }
    if (index > 0 && cards() && !column.heading().isEmpty()) {
      attributes.addAll(List.of("data-label", column.heading()));
    }
    html.open(tag, cell.style(column.number()), attributes.toArray(String[]::new));
    if (cell.content() instanceof Hyperlink link) {
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
    for (ShareCell share : shares.seen()) {
      html.open("span", share.tone().style()).text(share.name() + " ").raw("<b>");
      html.text(Cell.percent(shares.part(share))).raw("</b></span>");
    }
    html.raw("</td>");
  }

  /** A strip along the bottom of the cell, divided as the things are. */
  private static String strip(Shares shares) {
    StringBuilder stops = new StringBuilder();
    double from = 0;
    for (ShareCell share : shares.seen()) {
      double to = from + shares.part(share) * 100;
      stops.append(
          String.format(Locale.ROOT, ",var(--%s) %.2f%% %.2f%%", share.tone().style(), from, to));
      from = to;
    }
    return "background-image:linear-gradient(to right" + stops + ")";
  }
}
