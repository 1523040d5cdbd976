package cloakroom.stress.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Writes HTML or XML. Text and attributes always pass through the escape here; only {@link #raw}
 * takes markup, and only this package's own.
 */
public final class Markup {
  private final StringBuilder out = new StringBuilder();

  Markup raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Opens an element of a class, or of none; attributes are names and values in turn. */
  public Markup open(String tag, String style, String... attributes) {
    out.append('<').append(tag);
    if (!style.isEmpty()) {
      attribute("class", style);
    }
    for (int i = 0; i < attributes.length; i += 2) {
      attribute(attributes[i], attributes[i + 1]);
    }
    return raw(">");
  }

  private void attribute(String name, String value) {
    out.append(' ').append(name).append("=\"").append(escape(value)).append('"');
  }

  public Markup close(String tag) {
    return raw("</" + tag + ">\n");
  }

  public Markup text(String text) {
    return raw(escape(text));
  }

  Markup element(String tag, String style, String text) {
    return open(tag, style).text(text).close(tag);
  }

  /** A relative link: every byte of its address that could mean something else is encoded. */
  Markup link(Cell.Hyperlink link) {
    String inside = link.address().startsWith("#") ? "#" : "";
    String address = inside + address(link.address().substring(inside.length()));
    return raw("<a href=\"" + address + "\">").text(link.text()).raw("</a>");
  }

  private static String address(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~")
        .replace("%2F", "/");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
