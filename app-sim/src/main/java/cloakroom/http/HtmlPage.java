package cloakroom.http;

import cloakroom.app.Page;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Responses as HTML, with buttons for the operations. */
final class HtmlPage {
  /** Parameters: title and heading, links, content. */
  private static final String DOCUMENT =
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width"><title>%1$s</title><style>\
      body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}\
      table{border-collapse:collapse;width:100%%}td,th{text-align:left;padding:.3rem .6rem;\
      border-bottom:1px solid #ccc}\
      form{display:inline-block;margin:.5rem .5rem 0 0}nav a{margin-right:1rem}\
      .pending{color:#8a4b00}</style></head><body><nav>%2$s</nav><h1>%1$s</h1>%3$s</body></html>""";

  private HtmlPage() {}

  static String of(Object result) {
    JsonNode fields = JsonText.tree(result);
    String page = fields.path("page").asText();
    String forms = page.isEmpty() ? "" : forms(page, fields.path("pending").asBoolean());
    String title =
        page.isEmpty() ? result instanceof RequestError ? "request failed" : "result" : page;
    return document(title, table(fields) + forms);
  }

  private static String table(JsonNode fields) {
    StringBuilder table = new StringBuilder("<table>");
    fields.properties().stream()
        .filter(field -> field.getValue().isValueNode())
        .forEach(field -> table.append(row(field.getKey(), field.getValue().asText())));
    for (JsonNode row : fields.path("rows")) {
      table.append(row("row " + row.path("key").asText(), row.path("value").asText()));
    }
    return table.append("</table>").toString();
  }

  private static String row(String name, String value) {
    return "<tr><th>%s</th><td>%s</td></tr>".formatted(escape(name), escape(value));
  }

  private static String forms(String page, boolean pending) {
    return (pending ? "<p class=\"pending\">There are uncommitted changes.</p>" : "")
        + form("/" + page + "/change", "<input name=\"value\" aria-label=\"New value\"> ", "Change")
        + form("/" + page + "/commit", "", "Commit")
        + form("/" + page + "/rollback", "", "Roll back")
        + form("/" + page + "/scroll", "", "Next rows")
        + form("/logout", "", "Log out");
  }

  private static String form(String action, String fields, String label) {
    return "<form method=\"post\" action=\"%s\">%s<button>%s</button></form>"
        .formatted(action, fields, label);
  }

  private static String document(String title, String body) {
    String links =
        Arrays.stream(Page.values())
            .map(page -> "<a href=\"/%s\">%s</a>".formatted(page.path(), heading(page.path())))
            .collect(Collectors.joining());
    return DOCUMENT.formatted(heading(title), links, body);
  }

  private static String heading(String name) {
    return escape(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
