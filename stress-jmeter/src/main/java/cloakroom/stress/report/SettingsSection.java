package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.measure.Differences;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What was set: where the variants differ first, then what they share, then the surroundings. */
final class SettingsSection {
  /** What the driver was told, in its own words. */
  private static final String DRIVER = "driver.";

  /** What decides how connections behave and what a page costs, whatever the policy. */
  private static final List<String> TELLING =
      List.of(
          "pool poolSize poolMin hygiene validation store pageWorkMicros pageCpuMicros stateSize"
              .split(" ", -1));

  private final List<VariantSummary> variants;
  private final List<Map<String, String>> settings;

  private SettingsSection(RunSummary run) {
    this.variants = VariantSummary.of(run);
    this.settings = variants.stream().map(SettingsSection::settings).toList();
  }

  static void add(Blocks all, RunSummary run) {
    SettingsSection section = new SettingsSection(run);
    String nouns = Words.nouns(run);
    Table differing = section.table(section::differs);
    Table shared = section.table(name -> !section.differs(name));
    Blocks page = new Blocks();
    fold(page, counted("Settings in which the " + nouns + " differ", differing), true, differing);
    fold(page, counted("Settings that all " + nouns + " share", shared), false, shared);
    fold(page, "The run", false, facts(run.config().all()));
    fold(page, "Environment", false, facts(run.environment()));
    Blocks text = new Blocks();
    if (!section.variants.isEmpty()) {
      text.say(
              "Those in which the "
                  + nouns
                  + " differ, how connections are opened and cleaned, and what a page costs; driver.… are the"
                  + " properties that the driver was told. All others are in report.html and"
                  + " config.json.")
          .table(section.table(section::telling));
    }
    all.page(new Blocks().section("settings", "Settings and environment", page));
    all.text(new Blocks().section("settings", "Settings", text));
  }

  private static void fold(Blocks page, String title, boolean open, Table table) {
    page.fold(title, open, new Blocks().table(table));
  }

  private static String counted(String title, Table table) {
    return title + " (" + table.rows().size() + ")";
  }

  static Map<String, String> settings(VariantSummary variant) {
    TrialSummary first = variant.trials().get(0);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("pool", first.config().pool());
    settings.put("poolSize", Long.toString(first.config().poolSize()));
    settings.putAll(first.config().settings());
    settings.putAll(first.settings());
    Differences.notTold(first).forEach(settings::put);
    return settings;
  }

  private Table table(Predicate<String> wanted) {
    List<Column> columns = variants.stream().map(v -> Column.of(v.name())).toList();
    Table table = Table.of(Look.PLAIN, Column.of("setting"), columns);
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(of -> names.addAll(of.keySet()));
    names.remove("policy");
    for (String name : names) {
      if (wanted.test(name)) {
        table.row(Cell.of(name), settings, of -> Cell.of(of.getOrDefault(name, "–")));
      }
    }
    return table;
  }

  private boolean differs(String name) {
    return settings.stream().map(of -> of.getOrDefault(name, "")).distinct().count() > 1;
  }

  private boolean telling(String name) {
    return differs(name) || TELLING.contains(name) || name.startsWith(DRIVER);
  }

  private static Table facts(Map<String, String> facts) {
    Table table = Table.of("name", "value");
    facts.forEach((name, value) -> table.row(Cell.of(name), Cell.of(value)));
    return table;
  }
}
