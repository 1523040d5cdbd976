package cloakroom.http;

import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepRole;
import cloakroom.platform.Resources;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** HTML page that shows the response to a request, with buttons for the next operations. */
final class HtmlPage {
  private static final String DOCUMENT =
      Resources.text("cloakroom/http/page.html").replace("\n", "");

  private final Map<String, PageDefinition> pages;
  private final String links;

  HtmlPage(Map<String, PageDefinition> pages) {
    this.pages = pages;
    this.links =
        pages.keySet().stream()
            .map(name -> "<a href=\"/%s\">%s</a>".formatted(name, heading(name)))
            .collect(Collectors.joining());
  }

  String of(Object result) {
    JsonNode fields = JsonText.tree(result);
    String page = fields.path("page").asText();
    String forms = page.isEmpty() ? "" : forms(page, fields.path("pending").asBoolean());
    String title =
        page.isEmpty() ? result instanceof RequestError ? "request failed" : "result" : page;
    return DOCUMENT.formatted(heading(title), links, table(fields) + forms);
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

  private String forms(String page, boolean pending) {
    String steps =
        pages.get(page).steps().values().stream()
            .filter(step -> step.role() != StepRole.OPEN)
            .map(
                step ->
                    form(
                        "/" + page + "/" + step.name(),
                        step.role() == StepRole.CHANGE
                            ? "<input name=\"value\" aria-label=\"New value\"> "
                            : "",
                        heading(step.name())))
            .collect(Collectors.joining());
    return (pending ? "<p class=\"pending\">There are uncommitted changes.</p>" : "")
        + steps
        + form("/logout", "", "Log out");
  }

  private static String form(String action, String fields, String label) {
    String form = "<form method=\"post\" action=\"%s\">%s<button>%s</button></form>";
    return form.formatted(action, fields, label);
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
