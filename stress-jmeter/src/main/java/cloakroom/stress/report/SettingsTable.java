package cloakroom.stress.report;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was set under each variant, a row for each setting. */
final class SettingsTable {
  private static final String UNKNOWN = "–";

  /** What the driver was told, in its own words. */
  private static final String DRIVER = "driver.";

  /** What decides how connections behave, whatever the policy. */
  private static final Set<String> CONNECTIONS =
      Set.of("pool", "poolSize", "poolMin", "hygiene", "validation", "store");

  private final List<VariantSummary> variants;
  private final List<Map<String, String>> settings;

  SettingsTable(RunSummary run) {
    this.variants = VariantSummary.of(run);
    this.settings = variants.stream().map(SettingsTable::settings).toList();
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

  /** The variants' names, as the columns stand. */
  List<String> columns() {
    return variants.stream().map(VariantSummary::name).toList();
  }

  /** Name and values of each setting in which the variants differ, or of those that they share. */
  List<List<String>> rows(boolean differing) {
    return names().stream().filter(name -> differs(name) == differing).map(this::row).toList();
  }

  /** Name and values of the settings that differ, or that say how connections behave. */
  List<List<String>> telling() {
    return names().stream()
        .filter(name -> differs(name) || CONNECTIONS.contains(name) || name.startsWith(DRIVER))
        .map(this::row)
        .toList();
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

  private List<String> row(String name) {
    List<String> row = new ArrayList<>(List.of(name));
    settings.forEach(of -> row.add(of.getOrDefault(name, UNKNOWN)));
    return row;
  }
}
