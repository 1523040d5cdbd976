package cloakroom.stress.folder;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** File ledger.json: the commits that responses reported, grouped by the changed row. */
public final class LedgerFile {
  /**
   * Commits of one table row.
   *
   * @param place table and key of the row, such as {@code departments 7}
   * @param inDoubt number of commits whose response was lost or reported an unknown result
   * @param made number of commits in doubt that a later page showed as stored
   * @param last last value known to be stored; empty before the first commit
   * @param unsure values that were sent after {@code last} and may be stored
   */
  public record LedgerRow(
      String place, long acknowledged, long inDoubt, long made, String last, List<String> unsure) {}

  private static final int MAX_EXAMPLES = 5;

  private LedgerFile() {}

  public static void write(Path file, List<LedgerRow> rows) throws IOException {
    new ObjectMapper().writeValue(file.toFile(), rows);
  }

  public static List<LedgerRow> read(Path file) {
    return List.of(Json.read(file, file.toString(), LedgerRow[].class));
  }

  /**
   * Compares the values that responses confirmed with the values in the database. A row that no
   * longer exists, or that another client changed, does not count as lost.
   *
   * @param before values of the rows before the load
   * @param held values of the rows after the load
   * @param foreign receives a description of each row that another client changed
   */
  public static CountersFile.Ledger check(
      List<LedgerRow> rows,
      Map<String, String> before,
      Map<String, String> held,
      Consumer<String> foreign) {
    long acknowledged = 0;
    long inDoubt = 0;
    long made = 0;
    List<String> lost = new ArrayList<>();
    for (LedgerRow row : rows) {
      acknowledged += row.acknowledged();
      inDoubt += row.inDoubt();
      made += row.made();
      String value = held.get(row.place());
      if (value == null || value.equals(row.last())) {
        continue;
      }
      if (row.unsure().contains(value)) {
        made += row.inDoubt() > row.made() ? 1 : 0; // else it is counted already
      } else if (!row.last().isEmpty()
          && before.containsKey(row.place())
          && !value.equals(before.get(row.place()))
          && !trial(value).equals(trial(row.last()))) {
        foreign.accept(row.place() + " has the value " + value);
      } else if (!row.last().isEmpty()) {
        lost.add(row.place() + ": acknowledged " + row.last() + ", stored " + value);
      }
    }
    List<String> examples = List.copyOf(lost.subList(0, Math.min(MAX_EXAMPLES, lost.size())));
    return new CountersFile.Ledger(acknowledged, inDoubt, made, lost.size(), examples);
  }

  /** Returns the text after the last "-", which identifies the trial that wrote the value. */
  private static String trial(String value) {
    return value.substring(value.lastIndexOf('-') + 1);
  }
}
