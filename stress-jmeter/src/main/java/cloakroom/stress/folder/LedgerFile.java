package cloakroom.stress.folder;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** ledger.json: commits by the responses to users, for each row that they changed. */
public final class LedgerFile {
  /**
   * Commits of one row.
   *
   * @param place table and key of the row, such as {@code departments 7}
   * @param inDoubt commits without a clear response
   * @param made commits in doubt that a later page showed to be made
   * @param last value acknowledged last; empty if none was
   * @param unsure values that may have been committed since
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
   * Compares the acknowledged values with those in the database at the end. A row that the database
   * does not report counts only among the acknowledged changes. A value that differs from the one
   * before the trial, and that no request of the trial wrote, belongs to another client: nothing is
   * lost there.
   *
   * @param before values of the rows before the trial
   * @param held values of the rows after it
   * @param foreign receives each row with a value of another client
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

  /** Returns the end of a value, which all values of a trial share. */
  private static String trial(String value) {
    return value.substring(value.lastIndexOf('-') + 1);
  }
}
