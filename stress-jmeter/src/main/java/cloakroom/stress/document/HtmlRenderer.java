package cloakroom.stress.document;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Bullets;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Block.Fold;
import cloakroom.stress.document.Block.Links;
import cloakroom.stress.document.Block.OnPage;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Block.Sentence;
import cloakroom.stress.document.Block.Tabled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a document as a page: one file that needs no network. */
public final class HtmlRenderer {
  private static final String CHART_JAR = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART_SCRIPT =
      "META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";
  private static final String STROKE =
      "<svg width=\"30\" height=\"8\" aria-hidden=\"true\"><line x1=\"1\" y1=\"4\" x2=\"29\""
          + " y2=\"4\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"%s\"/></svg>";
  private static final List<String> DASHES = List.of("", "7 4", "2 3", "10 3 2 3");
  private final Markup html = new Markup();
  private final List<Section> sections;
  private final List<Chart> charts = new ArrayList<>();

  /** Of the innermost part that is being printed. */
  private String title = "";

  private HtmlRenderer(Document document) {
    sections =
        document.blocks().stream()
            .filter(Section.class::isInstance)
            .map(Section.class::cast)
            .filter(section -> section.tone() == Tone.PLAIN)
            .toList();
  }

  public static String print(Document document) {
    HtmlRenderer renderer = new HtmlRenderer(document);
    renderer.blocks(document.blocks());
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
            chartLibrary(),
            Resources.text("cloakroom/stress/document/document.js"));
  }

  /** The charts' figures; nothing in them can end the element that they stand in. */
  private String data() {
    return charts.stream()
        .map(chart -> chart.json().toString())
        .collect(Collectors.joining(",", "[", "]"))
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }

  /** Chart.js with its notices; addresses in comments are no links, and are written as none. */
  public static String chartLibrary() {
    String version = Resources.text(CHART_JAR).replaceFirst("(?s).*version=(\\S+).*", "$1");
    return Resources.text(CHART_SCRIPT.formatted(version))
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .replaceAll("https?://", "")
        .replace("</script", "<\\/script")
        .strip();
  }

  /** The rules by which every page of ours looks. */
  public static String styles() {
    return Resources.text("cloakroom/stress/document/document.css");
  }

  private void blocks(List<Block> blocks) {
    blocks.forEach(this::block);
  }

  private void block(Block block) {
    if (block instanceof Sentence sentence) {
      html.element("p", sentence.tone().style(), sentence.text());
    } else if (block instanceof Bullets bullets) {
      bullets(bullets);
    } else if (block instanceof Tabled tabled) {
      HtmlTable.print(html, tabled.table(), title);
    } else if (block instanceof Links links) {
      links(links);
    } else if (block instanceof Charts all) {
      charts(all);
    } else if (block instanceof Fold fold) {
      fold(fold);
    } else if (block instanceof Section section) {
      section(section);
    } else if (block instanceof OnPage onPage) {
      blocks(onPage.blocks());
    }
  }

  private void section(Section section) {
    if (sections.indexOf(section) == 0) {
      contents();
    }
    boolean verdict = section.tone() != Tone.PLAIN;
    String style = verdict ? "verdict " + section.tone().style() : "";
    html.open("section", style, "id", section.id())
        .element("h2", verdict ? "hidden" : "", section.title());
    titled(section.title(), section.blocks());
    html.close("section");
  }

  private void fold(Fold fold) {
    html.raw(fold.open() ? "<details open>" : "<details>").element("summary", "", fold.title());
    titled(fold.title(), fold.blocks());
    html.close("details");
  }

  private void titled(String of, List<Block> blocks) {
    String outer = title;
    title = of;
    blocks(blocks);
    title = outer;
  }

  /** The titles of the sections, to go to them, before the first that is no verdict. */
  private void contents() {
    html.raw("<nav aria-label=\"Contents\">");
    for (Section section : sections) {
      html.open("a", "", "href", "#" + section.id()).text(section.title()).raw("</a> ");
    }
    html.raw("</nav>\n");
  }

  private void bullets(Bullets bullets) {
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
  }

  private void links(Links links) {
    html.open("p", "files").element("strong", "", links.label());
    links.links().forEach(link -> html.link(link).raw(" "));
    html.close("p");
  }

  private void charts(Charts all) {
    html.raw("<noscript><p>The charts need JavaScript; below each stand its numbers.</p>")
        .raw("</noscript>\n");
    legend(all.legend());
    html.open("div", "charts");
    all.charts().forEach(this::chart);
    html.close("div");
  }

  private void chart(Chart chart) {
    String unit = chart.unit().isEmpty() ? "" : ", " + chart.unit();
    html.open("figure", "")
        .open("figcaption", "")
        .element("strong", "", chart.title() + unit)
        .element("span", "", chart.note())
        .close("figcaption");
    if (!chart.lines().isEmpty()) {
      charts.add(chart);
      String name = chart.title() + "; its numbers stand below";
      boolean scatter = chart.kind() == Chart.Kind.SCATTER;
      boolean tall = chart.legend() || scatter;
      html.open("div", tall ? "canvas tall" : "canvas")
          .open("canvas", "", "id", "chart-" + chart.id(), "role", "img", "aria-label", name)
          .raw("</canvas></div>");
      if (!scatter) { // whoever draws points that have names lists them right below
        fold(new Fold("Numbers: " + chart.title(), false, List.of(new Tabled(chart.numbers()))));
      }
    }
    html.close("figure");
  }

  private void legend(List<Chart.LegendEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    html.open("div", "legend");
    for (int i = 0; i < entries.size(); i++) {
      html.raw("<button class=\"hue" + i % Chart.HUES + "\" type=\"button\" data-group=\"" + i)
          .raw("\" aria-pressed=\"true\">")
          .text(entries.get(i).name());
      for (int line = 0; line < entries.get(i).strokes(); line++) {
        html.raw(STROKE.formatted(DASHES.get(line % DASHES.size())));
      }
      html.close("button");
    }
    html.close("div");
  }
}
