package cloakroom.bench.report;

import cloakroom.bench.report.Document.Bullets;
import cloakroom.bench.report.Document.Cell;
import cloakroom.bench.report.Document.Drawing;
import cloakroom.bench.report.Document.Part;
import cloakroom.bench.report.Document.Section;
import cloakroom.bench.report.Document.Sentence;
import cloakroom.bench.report.Document.Table;
import cloakroom.bench.report.Document.Terms;
import cloakroom.bench.report.Document.Tone;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * A document as one page that needs no network. Text always passes through the escape here; markup
 * is only this class's own.
 */
final class HtmlRenderer {
  /** Nothing may be fetched, whatever a name in a result tries to smuggle in. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

  private static final String CHART_JAR = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";

  private final StringBuilder out = new StringBuilder();
  private final List<Charts.Chart> charts = new ArrayList<>();

  private HtmlRenderer() {}

  static String render(Document document) {
    HtmlRenderer page = new HtmlRenderer();
    page.head(document.title());
    page.raw("<body>\n<header>\n")
        .element("p class=\"brand\"", "Cloakroom")
        .element("h1", document.title())
        .element("p", document.lead());
    document.alarms().forEach(alarm -> page.element("p class=\"alarm\"", alarm));
    page.raw("</header>\n");
    document.sections().forEach(page::section);
    return page.scripts().raw("</body>\n</html>\n").out.toString();
  }

  private void head(String title) {
    raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
        .element("title", "Cloakroom: " + title)
        .raw("<style>\n" + resource("studies.css") + "</style>\n</head>\n");
  }

  private void section(Section section) {
    raw("<section id=\"" + escape(section.id()) + "\">\n").element("h2", section.title());
    section.parts().forEach(this::part);
    raw("</section>\n");
  }

  private void part(Part part) {
    if (part instanceof Sentence sentence) {
      element("p" + style(sentence.tone()), sentence.words());
    } else if (part instanceof Bullets bullets) {
      raw("<ul class=\"readings\">\n");
      bullets.lines().forEach(line -> element("li", line));
      raw("</ul>\n");
    } else if (part instanceof Table table) {
      table(table);
    } else if (part instanceof Drawing drawing) {
      charts.add(drawing.chart());
      raw("<figure><div class=\"canvas\"><canvas id=\"chart-" + escape(drawing.chart().id()))
          .raw("\" role=\"img\" aria-label=\"" + escape(drawing.label()))
          .raw("\"></canvas></div></figure>\n");
    } else if (part instanceof Terms terms) {
      raw("<dl>\n");
      for (int i = 0; i < terms.wordsAndMeanings().size(); i++) {
        element(i % 2 == 0 ? "dt" : "dd", terms.wordsAndMeanings().get(i));
      }
      raw("</dl>\n");
    }
  }

  private void table(Table table) {
    if (table.folded()) {
      raw("<details>").element("summary", table.title());
    } else if (!table.title().isEmpty()) {
      element("h3", table.title());
    }
    raw("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    table.heading().forEach(cell -> cell("th scope=\"col\"", cell));
    raw("</tr></thead>\n<tbody>\n");
    for (List<Cell> row : table.rows()) {
      raw("<tr>");
      for (int i = 0; i < row.size(); i++) {
        cell(i == 0 ? "th scope=\"row\"" : "td", row.get(i));
      }
      raw("</tr>\n");
    }
    raw("</tbody></table></div>\n" + (table.folded() ? "</details>\n" : ""));
  }

  private void cell(String tag, Cell cell) {
    raw("<" + tag + style(cell.tone()) + ">" + escape(cell.text()));
    if (!cell.below().isEmpty()) {
      raw("<small>" + escape(cell.below()) + "</small>");
    }
    raw("</" + tag.substring(0, 2) + ">");
  }

  private static String style(Tone tone) {
    String name = tone.name().toLowerCase(Locale.ROOT);
    return switch (tone) {
      case PLAIN -> "";
      case GOOD, FAIR, OPEN, BAD, ABSENT -> " class=\"verdict " + name + "\"";
      default -> " class=\"" + name + "\"";
    };
  }

  private HtmlRenderer element(String tag, String text) {
    int end = tag.indexOf(' ');
    String name = end < 0 ? tag : tag.substring(0, end);
    return raw("<" + tag + ">" + escape(text) + "</" + name + ">\n");
  }

  private HtmlRenderer raw(String markup) {
    out.append(markup);
    return this;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A "<" in the charts' data could end the script element that they stand in. */
  private HtmlRenderer scripts() {
    return raw("<script type=\"application/json\" id=\"charts-data\">")
        .raw(Json.compact(charts).replace("<", "\\u003c"))
        .raw("</script>\n<script>\n" + chartLibrary() + "\n</script>\n")
        .raw("<script>\n" + resource("studies.js") + "</script>\n");
  }

  /** Chart.js with its notices; addresses in comments are no links, and are written as none. */
  private static String chartLibrary() {
    Properties properties = new Properties();
    try (InputStream in = open(CHART_JAR)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return resource(CHART.formatted(properties.getProperty("version")))
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .replaceAll("https?://", "")
        .replace("</script", "<\\/script")
        .strip();
  }

  private static String resource(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String name) {
    InputStream in = HtmlRenderer.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException("not on the class path: " + name);
    }
    return in;
  }
}
