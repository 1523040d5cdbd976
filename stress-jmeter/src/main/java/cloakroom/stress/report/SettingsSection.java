package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was set: where the variants differ first, then what they share, then the surroundings. */
public final class SettingsSection {
  private SettingsSection() {}

  static void add(Blocks all, RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    List<Map<String, String>> settings = variants.stream().map(SettingsSection::settings).toList();
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(of -> names.addAll(of.keySet()));
    names.remove("policy");
    List<Column> columns = variants.stream().map(v -> Column.of(v.name())).toList();
    Table differing = Table.of(Density.PLAIN, Column.of("setting"), columns);
    Table shared = Table.of(Density.PLAIN, Column.of("setting"), columns);
    for (String name : names) {
      List<String> values = settings.stream().map(of -> of.getOrDefault(name, "–")).toList();
      boolean same = values.stream().distinct().count() < 2;
      (same ? shared : differing).row(Cell.of(name), values, value -> Cell.of(value));
    }
    String nouns = VerdictText.nouns(run);
    Blocks blocks = new Blocks();
    blocks.fold(counted("Settings in which the " + nouns + " differ", differing), true, differing);
    blocks.fold(counted("Settings that all " + nouns + " share", shared), false, shared);
    blocks.fold("The run", false, facts(run.config().all()));
    blocks.fold("Environment", false, facts(run.environment()));
    all.section("settings", "Settings and environment", blocks);
  }

  private static String counted(String title, Table table) {
    return title + " (" + table.rows().size() + ")";
  }

  public static Map<String, String> settings(VariantSummary variant) {
    TrialSummary first = variant.trials().get(0);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("pool", first.config().pool());
    settings.put("pool-size", Long.toString(first.config().poolSize()));
    settings.putAll(first.config().settings());
    settings.putAll(first.settings());
    Differences.notReported(first).forEach(settings::put);
    return settings;
  }

  private static Table facts(Map<String, String> facts) {
    Table table = Table.of("name", "value");
    facts.forEach((name, value) -> table.row(Cell.of(name), Cell.of(value)));
    return table;
  }
}
