package cloakroom.stress.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** ledger.csv: what users were told of their commits, a line for each row that they work on. */
public final class LedgerFile {
  private static final String HEADER = "place,acknowledged,inDoubt,made,last,unsure";

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
      String place,
      long acknowledged,
      long inDoubt,
      long made,
      String last,
      List<String> unsure) {}

  private LedgerFile() {}

  /** Writes the file; values are encoded as in addresses, so that they hold no separators. */
  public static void write(Path file, List<Row> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (Row row : rows) {
      lines.add(
          String.join(
              ",",
              encoded(row.place()),
              Long.toString(row.acknowledged()),
              Long.toString(row.inDoubt()),
              Long.toString(row.made()),
              encoded(row.last()),
              row.unsure().stream().map(LedgerFile::encoded).collect(Collectors.joining(";"))));
    }
    Files.write(file, lines);
  }

  /** Reads the file. */
  public static List<Row> read(Path file) {
    List<Row> rows = new ArrayList<>();
    CsvTable.read(
        file,
        file.getFileName().toString(),
        false,
        row ->
            rows.add(
                new Row(
                    decoded(row.text("place")),
                    row.whole("acknowledged"),
                    row.whole("inDoubt"),
                    row.whole("made"),
                    decoded(row.text("last")),
                    values(row.text("unsure")))));
    return rows;
  }

  private static List<String> values(String text) {
    return text.isEmpty()
        ? List.of()
        : List.of(text.split(";", -1)).stream().map(LedgerFile::decoded).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }
}
