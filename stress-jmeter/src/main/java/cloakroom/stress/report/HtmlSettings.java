package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was set: where the variants differ first, then what they share, then the surroundings. */
final class HtmlSettings {
  private final Html html;
  private final SettingsTable settings;

  private HtmlSettings(Html html, RunSummary run) {
    this.html = html;
    this.settings = new SettingsTable(run);
  }

  static void print(Html html, RunSummary run) {
    html.section("settings", "Settings and environment");
    HtmlSettings tables = new HtmlSettings(html, run);
    tables.variants(true, "Settings in which the " + Words.nouns(run) + " differ");
    tables.variants(false, "Settings that all " + Words.nouns(run) + " share");
    tables.facts("The run", run.config().all());
    tables.facts("Environment", run.environment());
    html.close("section");
  }

  private void variants(boolean differing, String title) {
    List<List<Cell>> rows =
        settings.rows(differing).stream().map(row -> row.stream().map(Cell::of).toList()).toList();
    if (rows.isEmpty()) {
      return;
    }
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("setting")));
    settings.columns().forEach(name -> heading.add(Cell.of(name)));
    html.details(title + " (" + rows.size() + ")", differing).table(heading, rows);
    html.close("details");
  }

  private void facts(String title, Map<String, String> facts) {
    html.details(title, false)
        .table(
            List.of(Cell.of("name"), Cell.of("value")),
            facts.entrySet().stream()
                .map(fact -> List.of(Cell.of(fact.getKey()), Cell.of(fact.getValue())))
                .toList())
        .close("details");
  }
}
