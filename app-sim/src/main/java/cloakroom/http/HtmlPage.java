package cloakroom.http;

import cloakroom.app.Application.ChangeAnswer;
import cloakroom.app.Application.PageAnswer;
import cloakroom.app.Application.TransactionAnswer;
import cloakroom.app.Page;
import cloakroom.app.StateProbes;
import java.util.Locale;

/** The answers as pages that a person can use: the same operations behind buttons. */
final class HtmlPage {
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}"
          + "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;"
          + "border-bottom:1px solid #ccc}tr.current{background:#eef4ff;font-weight:600}"
          + "form{display:inline-block;margin:.5rem .5rem 0 0}nav a{margin-right:1rem}"
          + ".pending{color:#8a4b00}";

  private HtmlPage() {}

  static String of(Object answer) {
    if (answer instanceof PageAnswer page) {
      return document(page.page(), rows(page) + forms(page.page(), page.pending()));
    }
    if (answer instanceof ChangeAnswer change) {
      return document(
          change.page(),
          paragraph(
                  "Row "
                      + change.key()
                      + ": “"
                      + change.previous()
                      + "” is now “"
                      + change.value()
                      + "”, not committed yet.")
              + forms(change.page(), true));
    }
    if (answer instanceof TransactionAnswer end) {
      return document(
          end.page(),
          paragraph("Row " + end.key() + " is “" + end.value() + "”; changes: " + end.changes())
              + forms(end.page(), end.pending()));
    }
    if (answer instanceof StateProbes.VisitAnswer visit) {
      return document("State kinds", paragraph("User " + visit.user() + " was here."));
    }
    if (answer instanceof StateProbes.ProbeAnswer probe) {
      String found = probe.value() == null ? "nothing" : "“" + probe.value() + "”";
      return document("State kinds", paragraph(probe.kind() + " holds " + found + "."));
    }
    if (answer instanceof RequestError error) {
      return document("Request failed", paragraph(error.code() + " " + error.message()));
    }
    return document("Logged out", paragraph("The session has ended."));
  }

  private static String rows(PageAnswer page) {
    StringBuilder table = new StringBuilder("<table><tr><th>Key</th><th>Value</th></tr>");
    for (Page.Row row : page.rows()) {
      table
          .append(row.key() == page.key() ? "<tr class=\"current\"><td>" : "<tr><td>")
          .append(row.key())
          .append("</td><td>")
          .append(escape(row.value()))
          .append("</td></tr>");
    }
    return table.append("</table>").toString();
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
    return "<form method=\"post\" action=\""
        + action
        + "\">"
        + fields
        + "<button>"
        + label
        + "</button></form>";
  }

  private static String document(String title, String body) {
    StringBuilder links = new StringBuilder("<nav>");
    for (Page page : Page.values()) {
      links
          .append("<a href=\"/")
          .append(page.path())
          .append("\">")
          .append(heading(page.path()))
          .append("</a>");
    }
    return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width\"><title>"
        + heading(title)
        + "</title><style>"
        + STYLE
        + "</style></head><body>"
        + links.append("</nav><h1>")
        + heading(title)
        + "</h1>"
        + body
        + "</body></html>";
  }

  private static String heading(String name) {
    return escape(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static String paragraph(String text) {
    return "<p>" + escape(text) + "</p>";
  }

  private static String escape(String text) {
    return String.valueOf(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
