package cloakroom.stress.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Writer of HTML or XML. Text and attributes are escaped; only {@link #raw} takes markup. */
public final class Markup {
  private final StringBuilder out = new StringBuilder();

  Markup raw(String markup) {
    out.append(markup);
    return this;
  }

  /**
   * Opens an element. {@code style} is its CSS class or ""; {@code attributes} alternate name and
   * value.
   */
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

  Markup link(Cell.Hyperlink link) {
    String inside = link.address().startsWith("#") ? "#" : "";
    String address =
        URLEncoder.encode(link.address().substring(inside.length()), StandardCharsets.UTF_8)
            .replace("+", "%20")
            .replace("*", "%2A")
            .replace("%7E", "~")
            .replace("%2F", "/");
    return raw("<a href=\"" + inside + address + "\">").text(link.text()).raw("</a>");
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
