package cloakroom.stress.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Writer of HTML or XML that escapes all text and attributes; only {@link #raw} takes markup. */
public final class Markup {
  private final StringBuilder out = new StringBuilder();

  Markup raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Opens an element with a class, or an empty one; attributes alternate names and values. */
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

  /** Writes a relative link with a percent-encoded address. */
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
