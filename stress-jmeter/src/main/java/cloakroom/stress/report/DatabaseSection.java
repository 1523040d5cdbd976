package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.folder.DatabaseChanges;
import cloakroom.stress.judge.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Changes of the run in its database; a sentence if the run started the database. */
record DatabaseSection(DatabaseChanges changes, Table table) {
  static void add(Blocks all, RunSummary run) {
    String url = run.config().databaseUrl();
    DatabaseChanges changes = run.config().databaseChanges();
    Blocks other = new Blocks();
    if (url != null) {
      other.say(
          url.isEmpty()
              ? "Not collected: the database of the tier was not named (--url)."
              : "The run started the database itself: it contained no other data.");
    }
    all.section("changes", "Changes in the database", changes == null ? other : blocks(changes));
  }

  private static Blocks blocks(DatabaseChanges changes) {
    DatabaseSection section = new DatabaseSection(changes, Table.of("change", "in this run"));
    section.rows();
    return new Blocks().say(VerdictText.prose("changes")).table(section.table);
  }

  private void rows() {
    row("database", changes.url() + ", schema " + changes.schema());
    row("installed objects", changes.installed().isEmpty() ? "none" : changes.installed());
    changed("inserted into PS_TXN", "psTxnInserts");
    changed("of PS_TXN updated", "psTxnUpdates");
    changed("deleted from PS_TXN", "psTxnDeletes");
    changed("of departments updated", "departmentsUpdates");
    changed("of employees updated", "employeesUpdates");
    row("rows of PS_TXN at the start", count(changes.snapshotRowsBefore()));
    row("rows of PS_TXN after the last trial", count(changes.snapshotRowsAfter()));
    changes
        .maintenance()
        .forEach(
            (sql, outcomes) ->
                row(
                    "before trials: " + sql,
                    outcomes.entrySet().stream()
                        .map(outcome -> outcome.getValue() + " x " + outcome.getKey())
                        .collect(Collectors.joining("; "))));
    row("sessions ended by faults", count(changes.sessionsEnded()));
    row("rows written by other clients, not judged", foreign());
  }

  private String foreign() {
    if (changes.foreignRowCount() == null) {
      return "not collected: only trials with faults compare rows";
    }
    List<String> rows = new ArrayList<>(changes.foreignRows());
    if (rows.size() < changes.foreignRowCount()) {
      rows.add("…");
    }
    return count(changes.foreignRowCount())
        + (rows.isEmpty() ? "" : ": " + String.join("; ", rows));
  }

  private void changed(String what, String key) {
    Long rows = changes.rows().get(key);
    String reason = changes.unavailable().getOrDefault(key, "not collected");
    row(
        "rows " + what,
        rows == null ? "n/a: " + reason : count(rows) + ", including other clients");
  }

  private void row(String name, String value) {
    table.row(Cell.of(name), Cell.of(value));
  }

  private static String count(Long rows) {
    return rows == null ? "n/a" : "%,d".formatted(rows);
  }
}
