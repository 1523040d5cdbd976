package cloakroom.stress.folder;

import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** ledger.json: what users were told of their commits, row by row of those that they work on. */
public final class LedgerFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One row of a table as its user knows it.
   *
   * @param place the table and the row's key, such as {@code departments 7}
   * @param acknowledged commits that were
   * @param inDoubt commits that were made or not: no answer came, or one that does not say
   * @param made those of them that a page showed to be made later
   * @param last the value acknowledged last; empty if none was
   * @param unsure values that may have been committed since
   */
  public record LedgerRow(
      String place, long acknowledged, long inDoubt, long made, String last, List<String> unsure) {}

  private static final int EXAMPLES = 5;

  private LedgerFile() {}

  public static void write(Path file, List<LedgerRow> rows) throws IOException {
    JSON.writeValue(file.toFile(), rows);
  }

  public static List<LedgerRow> read(Path file) {
    try {
      return List.of(JSON.readValue(file.toFile(), LedgerRow[].class));
    } catch (IOException e) {
      throw StressFailure.wrongUse(file + " cannot be read: " + e.getMessage());
    }
  }

  /**
   * Compares the acknowledged values with those in the database at the end. A row that the database
   * does not report counts only among the acknowledged changes. A value that differs from the one
   * before the trial, and that no request of the trial wrote, belongs to another client: nothing is
   * lost there.
   *
   * @param before values of the rows before the trial
   * @param held values of the rows after it
   * @param foreign takes each row with a value of another client
   */
  public static CountersFile.Ledger check(
      List<LedgerRow> told,
      Map<String, String> before,
      Map<String, String> held,
      Consumer<String> foreign) {
    long acknowledged = 0;
    long inDoubt = 0;
    long made = 0;
    List<String> lost = new ArrayList<>();
    for (LedgerRow row : told) {
      acknowledged += row.acknowledged();
      inDoubt += row.inDoubt();
      made += row.made();
      String value = held.get(row.place());
      if (value == null || value.equals(row.last())) {
        continue;
      }
      if (row.unsure().contains(value)) {
        made += row.inDoubt() > row.made() ? 1 : 0; // the others were told that they are
      } else if (!row.last().isEmpty()
          && before.containsKey(row.place())
          && !value.equals(before.get(row.place()))
          && !trial(value).equals(trial(row.last()))) {
        foreign.accept(row.place() + " holds " + value);
      } else if (!row.last().isEmpty()) {
        lost.add(row.place() + ": told " + row.last() + ", holds " + value);
      }
    }
    List<String> examples = List.copyOf(lost.subList(0, Math.min(EXAMPLES, lost.size())));
    return new CountersFile.Ledger(acknowledged, inDoubt, made, lost.size(), examples);
  }

  /** Returns the end of a value, which all values of a trial share. */
  private static String trial(String value) {
    return value.substring(value.lastIndexOf('-') + 1);
  }
}
