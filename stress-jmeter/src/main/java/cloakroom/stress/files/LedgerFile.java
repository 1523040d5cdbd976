package cloakroom.stress.files;

import cloakroom.stress.measure.RunFolderException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
  public record Row(
      String place, long acknowledged, long inDoubt, long made, String last, List<String> unsure) {}

  private LedgerFile() {}

  public static void write(Path file, List<Row> rows) throws IOException {
    JSON.writeValue(file.toFile(), rows);
  }

  /** Reads the file. */
  public static List<Row> read(Path file) {
    try {
      return List.of(JSON.readValue(file.toFile(), Row[].class));
    } catch (IOException e) {
      throw new RunFolderException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
