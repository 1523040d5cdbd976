package cloakroom.stress.report;

import static cloakroom.stress.folder.DatabaseCounter.PS_TXN_CHANGES;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.folder.RunConfig.DatabaseChanges;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class SettingsSection {
  private SettingsSection() {}

  static void add(Blocks all, RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    List<Map<String, String>> settings = variants.stream().map(VariantSummary::settings).toList();
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(of -> names.addAll(of.keySet()));
    names.remove("policy");
    List<Table.Column> columns = variants.stream().map(v -> Table.Column.of(v.name())).toList();
    Table differing = Table.of("setting", columns);
    Table shared = Table.of("setting", columns);
    for (String name : names) {
      List<String> values = settings.stream().map(of -> of.getOrDefault(name, "–")).toList();
      boolean same = values.stream().distinct().count() < 2;
      (same ? shared : differing).row(Cell.of(name), values, value -> Cell.of(value));
    }
    String title = "Settings %s (%d)";
    String nouns = VerdictText.nouns(run);
    String differ = title.formatted("in which the " + nouns + " differ", differing.rows().size());
    String share = title.formatted("that all " + nouns + " share", shared.rows().size());
    Blocks blocks = new Blocks().fold(differ, true, differing).fold(share, false, shared);
    blocks.fold("The run", false, facts(run.config().all()));
    blocks.fold("Environment", false, facts(run.environment()));
    all.section("settings", "Settings and environment", blocks);
  }

  private static Table facts(Map<String, String> facts) {
    Table table = Table.of("name", "value");
    facts.forEach((name, value) -> table.row(Cell.of(name), Cell.of(value)));
    return table;
  }

  static void addChanges(Blocks all, RunSummary run) {
    String url = run.config().databaseUrl();
    DatabaseChanges changes = run.config().databaseChanges();
    Blocks blocks = new Blocks();
    if (changes != null) {
      blocks.say(VerdictText.prose("changes")).table(facts(changes(changes)));
    } else if (url != null) {
      blocks.say(
          url.isEmpty()
              ? "Not collected: the database of the tier was not named (--url)."
              : "The run started the database itself: it contained no other data.");
    }
    all.section("changes", "Changes in the database", blocks);
  }

  private static Map<String, String> changes(DatabaseChanges changes) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("database", changes.url() + ", schema " + changes.schema());
    facts.put("installed objects", changes.installed().isEmpty() ? "none" : changes.installed());
    facts.put("rows inserted into PS_TXN", rows(changes, "psTxnInserts"));
    facts.put("rows of PS_TXN updated", rows(changes, "psTxnUpdates"));
    facts.put("rows deleted from PS_TXN", rows(changes, "psTxnDeletes"));
    Set<String> tables = new LinkedHashSet<>(changes.rows().keySet());
    tables.addAll(changes.unavailable().keySet());
    PS_TXN_CHANGES.forEach(counter -> tables.remove(counter.key()));
    tables.forEach(table -> facts.put("rows of " + table + " changed", rows(changes, table)));
    facts.put("rows of PS_TXN at the start", count(changes.snapshotRowsBefore()));
    facts.put("rows of PS_TXN after the last trial", count(changes.snapshotRowsAfter()));
    for (String sql : changes.maintenance().keySet()) {
      List<String> counts = new ArrayList<>();
      changes.maintenance().get(sql).forEach((outcome, n) -> counts.add(n + " x " + outcome));
      facts.put("before trials: " + sql, String.join("; ", counts));
    }
    facts.put("sessions ended by faults", count(changes.sessionsEnded()));
    facts.put("rows written by other clients, not judged", foreignRows(changes));
    return facts;
  }

  private static String foreignRows(DatabaseChanges changes) {
    if (changes.foreignRowCount() == null) {
      return "not collected: only trials with faults compare rows";
    }
    List<String> rows = new ArrayList<>(changes.foreignRows());
    rows.addAll(rows.size() < changes.foreignRowCount() ? List.of("…") : List.of());
    String listed = rows.isEmpty() ? "" : ": " + String.join("; ", rows);
    return count(changes.foreignRowCount()) + listed;
  }

  private static String rows(DatabaseChanges changes, String key) {
    Long rows = changes.rows().get(key);
    return rows == null
        ? "n/a: " + changes.unavailable().getOrDefault(key, "not collected")
        : count(rows) + ", including other clients";
  }

  private static String count(Long rows) {
    return rows == null ? "n/a" : "%,d".formatted(rows);
  }
}
