package cloakroom.stress.run;

import cloakroom.stress.files.CountersFile;
import cloakroom.stress.files.LedgerFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds what users were told of their commits against what the database holds in the end. */
final class LedgerCheck {
  private static final int EXAMPLES = 5;

  private LedgerCheck() {}

  /** The sums; a row of which the database tells nothing is in none but that of what was told. */
  static CountersFile.Ledger of(List<LedgerFile.Row> told, Map<String, String> held) {
    long acknowledged = 0;
    long inDoubt = 0;
    long made = 0;
    List<String> lost = new ArrayList<>();
    for (LedgerFile.Row row : told) {
      acknowledged += row.acknowledged();
      inDoubt += row.inDoubt();
      made += row.made();
      String value = held.get(row.place());
      if (value == null || value.equals(row.last())) {
        continue;
      }
      if (row.unsure().contains(value)) {
        made += row.inDoubt() > row.made() ? 1 : 0; // the others were told that they are
      } else if (!row.last().isEmpty()) {
        lost.add(row.place() + ": told " + row.last() + ", holds " + value);
      }
    }
    List<String> examples = List.copyOf(lost.subList(0, Math.min(EXAMPLES, lost.size())));
    return new CountersFile.Ledger(acknowledged, inDoubt, made, lost.size(), examples);
  }
}
