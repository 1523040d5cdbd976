package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.Page;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The answers as pages that a person can use: the same operations behind buttons. */
final class HtmlPage {
  /** Title, links to the pages, heading, content. */
  private static final String DOCUMENT =
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width"><title>%1$s</title><style>\
      body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}\
      table{border-collapse:collapse;width:100%%}td,th{text-align:left;padding:.3rem .6rem;\
      border-bottom:1px solid #ccc}tr.current{background:#eef4ff;font-weight:600}\
      form{display:inline-block;margin:.5rem .5rem 0 0}nav a{margin-right:1rem}\
      .pending{color:#8a4b00}</style></head><body><nav>%2$s</nav><h1>%1$s</h1>%3$s</body></html>""";

  private HtmlPage() {}

  static String of(Object answer) {
    if (answer instanceof Page.Answer page) {
      return document(page.page(), rows(page) + forms(page.page(), page.pending()));
    }
    if (answer instanceof Page.ChangeAnswer change) {
      String text =
          "Row %d: “%s” is now “%s”, not committed yet."
              .formatted(change.key(), change.previous(), change.value());
      return document(change.page(), paragraph(text) + forms(change.page(), true));
    }
    if (answer instanceof Page.TransactionAnswer end) {
      String text = "Row %d is “%s”; changes: %d".formatted(end.key(), end.value(), end.changes());
      return document(end.page(), paragraph(text) + forms(end.page(), end.pending()));
    }
    if (answer instanceof Application.VisitAnswer visit) {
      return document("State kinds", paragraph("User " + visit.user() + " was here."));
    }
    if (answer instanceof Application.ProbeAnswer probe) {
      String found = probe.value() == null ? "nothing" : "“" + probe.value() + "”";
      return document("State kinds", paragraph(probe.kind() + " holds " + found + "."));
    }
    if (answer instanceof RequestError error) {
      return document("Request failed", paragraph(error.code() + " " + error.message()));
    }
    return document("Logged out", paragraph("The session has ended."));
  }

  private static String rows(Page.Answer page) {
    StringBuilder table = new StringBuilder("<table><tr><th>Key</th><th>Value</th></tr>");
    for (Page.PageRow row : page.rows()) {
      String current = row.key() == page.key() ? " class=\"current\"" : "";
      table.append(
          "<tr%s><td>%d</td><td>%s</td></tr>".formatted(current, row.key(), escape(row.value())));
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
