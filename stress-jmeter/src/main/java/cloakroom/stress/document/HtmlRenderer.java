package cloakroom.stress.document;

import cloakroom.platform.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Renderer of a document as one HTML file that loads nothing from the network. */
public final class HtmlRenderer {
  private static final String CHART_JAR = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART_SCRIPT =
      "META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";
  private static final String STROKE =
      "<svg width=\"30\" height=\"8\" aria-hidden=\"true\"><line x1=\"1\" y1=\"4\" x2=\"29\""
          + " y2=\"4\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"%s\"/></svg>";
  private static final List<String> DASHES = List.of("", "7 4", "2 3", "10 3 2 3");
  private final Markup html = new Markup();
  private final List<Block.Section> sections;
  private final List<Chart> charts = new ArrayList<>();
  private String title = "";

  private HtmlRenderer(Document document) {
    sections =
        document.blocks().stream()
            .filter(Block.Section.class::isInstance)
            .map(Block.Section.class::cast)
            .filter(section -> section.tone() == Tone.PLAIN)
            .toList();
  }

  public static String print(Document document) {
    HtmlRenderer renderer = new HtmlRenderer(document);
    document.blocks().forEach(renderer::block);
    String title = Markup.escape(document.title());
    String subtitle = Markup.escape(document.subtitle());
    return Resources.text("cloakroom/stress/document/document.html")
        .formatted(
            title,
            styles(),
            Markup.escape(document.brand()),
            title,
            subtitle.isEmpty() ? "" : "<p>" + subtitle + "</p>\n",
            renderer.html,
            renderer.data(),
            Resources.text("cloakroom/platform/tables.js"),
            chartLibrary(),
            Resources.text("cloakroom/stress/document/document.js"));
  }

  /** Returns the chart data as JSON, escaped so that no text can end the script element. */
  private String data() {
    return charts.stream()
        .map(chart -> chart.json().toString())
        .collect(Collectors.joining(",", "[", "]"))
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }

  /**
   * Returns the source of Chart.js with its licence notices. Removes http:// and https://, so that
   * the report contains no URL of another host.
   */
  public static String chartLibrary() {
    String version = Resources.text(CHART_JAR).replaceFirst("(?s).*version=(\\S+).*", "$1");
    return Resources.text(CHART_SCRIPT.formatted(version))
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .replaceAll("https?://", "")
        .replace("</script", "<\\/script")
        .strip();
  }

  public static String styles() {
    return Resources.text("cloakroom/stress/document/document.css")
        + Resources.text("cloakroom/platform/tables.css");
  }

  private void block(Block block) {
    if (block instanceof Block.Sentence sentence) {
      html.element("p", sentence.tone().style(), sentence.text());
    } else if (block instanceof Block.Bullets bullets) {
      boolean terms = bullets.items().stream().anyMatch(item -> !item.label().isEmpty());
      html.open("ul", terms ? "terms" : "words");
      for (Block.ListItem item : bullets.items()) {
        html.open("li", "");
        if (!item.label().isEmpty()) {
          html.element("strong", item.tone().style(), item.label()).text(" ");
        }
        html.text(item.text()).close("li");
      }
      html.close("ul");
    } else if (block instanceof Block.Tabled tabled) {
      HtmlTable.print(html, tabled.table(), title);
    } else if (block instanceof Block.Links links) {
      html.open("p", "files").element("strong", "", links.label());
      links.links().forEach(link -> html.link(link).raw(" "));
      html.close("p");
    } else if (block instanceof Block.Charts all) {
      charts(all);
    } else if (block instanceof Block.Fold fold) {
      html.raw(fold.open() ? "<details open>" : "<details>").element("summary", "", fold.title());
      titled(fold.title(), fold.blocks());
      html.close("details");
    } else if (block instanceof Block.Section section) {
      section(section);
    } else if (block instanceof Block.OnPage onPage) {
      onPage.blocks().forEach(this::block);
    }
  }

  private void section(Block.Section section) {
    if (sections.indexOf(section) == 0) {
      html.raw("<nav aria-label=\"Contents\">");
      sections.forEach(s -> html.open("a", "", "href", "#" + s.id()).text(s.title()).raw("</a> "));
      html.raw("</nav>\n");
    }
    boolean verdict = section.tone() != Tone.PLAIN;
    String style = verdict ? "verdict " + section.tone().style() : "";
    html.open("section", style, "id", section.id())
        .element("h2", verdict ? "hidden" : "", section.title());
    titled(section.title(), section.blocks());
    html.close("section");
  }

  private void titled(String of, List<Block> blocks) {
    String outer = title;
    title = of;
    blocks.forEach(this::block);
    title = outer;
  }

  private void charts(Block.Charts all) {
    html.raw("<noscript><p>The charts need JavaScript.</p></noscript>\n");
    if (!all.legend().isEmpty()) {
      html.open("div", "legend");
      for (int i = 0; i < all.legend().size(); i++) {
        html.raw("<button class=\"hue" + i % Chart.HUES + "\" type=\"button\" data-group=\"" + i)
            .raw("\" aria-pressed=\"true\">")
            .text(all.legend().get(i).name());
        for (int line = 0; line < all.legend().get(i).strokes(); line++) {
          html.raw(STROKE.formatted(DASHES.get(line % DASHES.size())));
        }
        html.close("button");
      }
      html.close("div");
    }
    html.open("div", "charts");
    all.charts().forEach(this::chart);
    html.close("div");
  }

  private void chart(Chart chart) {
    String unit = chart.unit().isEmpty() ? "" : ", " + chart.unit();
    html.open("figure", "").open("figcaption", "").element("strong", "", chart.title() + unit);
    html.element("span", "", chart.note()).close("figcaption");
    if (!chart.lines().isEmpty()) {
      charts.add(chart);
      boolean tall = chart.legend() || chart.kind() == Chart.Kind.SCATTER;
      html.open("div", tall ? "canvas tall" : "canvas")
          .open(
              "canvas", "", "id", "chart-" + chart.id(), "role", "img", "aria-label", chart.title())
          .raw("</canvas></div>");
    }
    html.close("figure");
  }

  private record HtmlTable(Markup html, Table table) {
    static void print(Markup html, Table table, String title) {
      HtmlTable printer = new HtmlTable(html, table);
      String first = table.columns().get(0).heading();
      boolean one = title.isEmpty() || first.isEmpty();
      String caption = one ? title + first : title + ": " + first; // for screen readers
      html.open("div", "scroll", "role", "group", "tabindex", "0", "aria-label", caption)
          .open("table", printer.cards() ? "cards" : table.look().name().toLowerCase(Locale.ROOT))
          .element("caption", "hidden", caption);
      html.raw("<thead><tr>");
      table.columns().forEach(printer::heading);
      html.raw("</tr>\n</thead>\n<tbody>\n");
      String group = "";
      String between = "";
      for (Table.TableRow row : table.rows()) {
        if (!row.group().equals(group)) {
          html.raw(between);
          group = row.group();
          String span = Integer.toString(table.columns().size());
          html.raw("<tr class=\"group\">").open("th", "", "scope", "rowgroup", "colspan", span);
          html.text(group).raw("</th></tr>\n");
        }
        html.open("tr", row.apart() ? "first" : "");
        IntStream.range(0, row.cells().size()).forEach(i -> printer.cell(row.cells().get(i), i));
        html.raw("</tr>\n");
        between = "</tbody>\n<tbody>\n";
      }
      html.raw("</tbody></table></div>\n");
    }

    private boolean cards() {
      return table.look() == Table.Density.PLAIN;
    }

    /** Prints a column heading. An empty one is a td, because screen readers announce th cells. */
    private void heading(Table.Column column) {
      String style = column.number() ? "number" : column.wide() ? "wide" : "";
      if (column.heading().isEmpty()) {
        html.raw("<td></td>");
        return;
      }
      html.open("th", style, "scope", "col");
      if (column.explanation().isEmpty()) {
        html.text(column.heading());
      } else {
        html.link(new Cell.Hyperlink(column.heading(), "#" + column.explanation()));
      }
      html.raw("</th>");
    }

    private void cell(Cell cell, int index) {
      if (index > 0 && cell.content() instanceof Cell.Shares shares) {
        shares(shares);
        return;
      }
      String tag = index == 0 ? "th" : "td";
      Table.Column column = table.columns().get(index);
      List<String> attributes = new ArrayList<>(index == 0 ? List.of("scope", "row") : List.of());
      if (cell.content() instanceof Cell.Anchor anchor) {
        attributes.addAll(List.of("id", anchor.id()));
      }
      if (index > 0 && cards() && !column.heading().isEmpty()) {
        attributes.addAll(List.of("data-label", column.heading()));
      }
      html.open(tag, cell.style(column.number()), attributes.toArray(String[]::new));
      if (cell.content() instanceof Cell.Hyperlink link) {
        html.link(link);
      } else {
        html.text(cell.text());
      }
      if (!cell.below().isEmpty()) {
        html.raw("<small>").text(cell.below()).raw("</small>");
      }
      html.raw("</" + tag + ">");
    }

    /** Prints the shares as colours, and as text for readers who cannot see the colours. */
    private void shares(Cell.Shares shares) {
      if (shares.total() == 0) {
        html.open("td", "share").text(shares.text()).raw("</td>");
        return;
      }
      StringBuilder stops = new StringBuilder("background-image:linear-gradient(to right");
      double from = 0;
      for (Cell.ShareCell share : shares.seen()) {
        double to = from + shares.part(share) * 100;
        stops.append(",var(--%s) %.2f%% %.2f%%".formatted(share.tone().style(), from, to));
        from = to;
      }
      String style = "share " + shares.tone().style();
      html.open("td", style, "title", shares.hint(), "style", stops.append(')').toString());
      for (Cell.ShareCell share : shares.seen()) {
        html.open("span", share.tone().style()).text(share.name() + " ").raw("<b>");
        html.text(Cell.percent(shares.part(share))).raw("</b></span>");
      }
      html.raw("</td>");
    }
  }
}
