package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was set: where the variants differ first, then what they share, then the surroundings. */
final class HtmlSettings {
  private final Html html;
  private final List<VariantSummary> variants;
  private final List<Map<String, String>> settings;

  private HtmlSettings(Html html, RunSummary run) {
    this.html = html;
    this.variants = VariantSummary.of(run);
    this.settings = variants.stream().map(HtmlSettings::settings).toList();
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

  private static Map<String, String> settings(VariantSummary variant) {
    TrialSummary first = variant.trials().get(0);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("pool", first.config().pool());
    settings.put("poolSize", Long.toString(first.config().poolSize()));
    settings.putAll(first.config().settings());
    settings.putAll(first.settings());
    return settings;
  }

  private void variants(boolean differing, String title) {
    List<List<Cell>> rows =
        names().stream().filter(name -> differs(name) == differing).map(this::row).toList();
    if (rows.isEmpty()) {
      return;
    }
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("setting")));
    variants.forEach(variant -> heading.add(Cell.of(variant.name())));
    html.details(title + " (" + rows.size() + ")", differing).table(heading, rows);
    html.close("details");
  }

  private Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(of -> names.addAll(of.keySet()));
    names.remove("policy");
    return names;
  }

  private boolean differs(String name) {
    return settings.stream().map(of -> of.getOrDefault(name, "")).distinct().count() > 1;
  }

  private List<Cell> row(String name) {
    List<Cell> row = new ArrayList<>(List.of(Cell.of(name)));
    settings.forEach(of -> row.add(Cell.of(of.getOrDefault(name, "–"))));
    return row;
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
