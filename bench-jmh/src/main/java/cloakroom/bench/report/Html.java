package cloakroom.bench.report;

import java.util.List;

/**
 * Writes HTML. Text and attributes always pass through the escape here; only {@link #raw} takes
 * markup, and only this package's own.
 */
final class Html {
  private final StringBuilder out = new StringBuilder();

  /** A cell of a table: its text, a smaller line below it, a CSS class. */
  record Cell(String text, String below, String style) {
    static Cell of(String text) {
      return new Cell(text, "", "");
    }

    static Cell number(String text) {
      return new Cell(text, "", "number");
    }
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> escape(escaped, c));
    return escaped.toString();
  }

  private static void escape(StringBuilder into, int c) {
    switch (c) {
      case '&' -> into.append("&amp;");
      case '<' -> into.append("&lt;");
      case '>' -> into.append("&gt;");
      case '"' -> into.append("&quot;");
      case '\'' -> into.append("&#39;");
      default -> into.appendCodePoint(c);
    }
  }

  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  Html open(String tag, String style) {
    out.append('<').append(tag);
    if (!style.isEmpty()) {
      out.append(" class=\"").append(escape(style)).append('"');
    }
    out.append('>');
    return this;
  }

  Html close(String tag) {
    out.append("</").append(tag).append(">\n");
    return this;
  }

  Html text(String text) {
    out.append(escape(text));
    return this;
  }

  Html element(String tag, String style, String text) {
    return open(tag, style).text(text).close(tag.split(" ", 2)[0]);
  }

  Html paragraph(String text) {
    return element("p", "", text);
  }

  Html section(String id, String title) {
    out.append("<section id=\"").append(escape(id)).append("\">\n");
    return element("h2", "", title);
  }

  /** Opens a part that a reader may unfold. */
  Html details(String summary, boolean open) {
    raw(open ? "<details open>" : "<details>");
    return element("summary", "", summary);
  }

  Html table(List<Cell> heading, List<List<Cell>> rows) {
    openTable(heading);
    rows.forEach(this::row);
    return closeTable();
  }

  Html openTable(List<Cell> heading) {
    raw("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    heading.forEach(cell -> cell("th scope=\"col\"", cell));
    return raw("</tr></thead>\n<tbody>\n");
  }

  Html row(List<Cell> cells) {
    raw("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      cell(i == 0 ? "th scope=\"row\"" : "td", cells.get(i));
    }
    return raw("</tr>\n");
  }

  Html closeTable() {
    return raw("</tbody></table></div>\n");
  }

  private void cell(String tag, Cell cell) {
    out.append('<').append(tag);
    if (!cell.style().isEmpty()) {
      out.append(" class=\"").append(escape(cell.style())).append('"');
    }
    out.append('>');
    text(cell.text());
    if (!cell.below().isEmpty()) {
      out.append("<small>");
      text(cell.below());
      out.append("</small>");
    }
    out.append("</").append(tag, 0, 2).append('>');
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
