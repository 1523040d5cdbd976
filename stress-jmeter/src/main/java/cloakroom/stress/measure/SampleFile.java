package cloakroom.stress.measure;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Streams a JTL file: JMeter's CSV with the columns {@code due}, {@code tierError} and, but for
 * those of older runs, {@code errorClass} and {@code commit}.
 */
final class SampleFile {
  private static final String ERROR_CLASS = "errorClass";
  private static final String COMMIT = "commit";

  private final Consumer<Sample> samples;
  private int[] columns;
  private boolean tellsClasses = true;

  private SampleFile(Consumer<Sample> samples) {
    this.samples = samples;
  }

  /**
   * Hands over every row; {@code tolerant} forgives a last line that was cut off.
   *
   * @return whether the file tells the classes of the database's errors
   */
  static boolean read(Path file, String name, boolean tolerant, Consumer<Sample> samples) {
    SampleFile reader = new SampleFile(samples);
    CsvTable.read(file, name, tolerant, reader::accept);
    return reader.tellsClasses;
  }

  private void accept(CsvTable row) {
    if (columns == null) {
      columns = columns(row);
      tellsClasses = row.has(ERROR_CLASS);
    }
    long start = row.whole(columns[0]);
    String due = row.text(columns[2]).trim();
    samples.accept(
        new Sample(
            start,
            row.duration(columns[1]),
            due.isEmpty() || due.equals("null") ? start : row.whole(columns[2]),
            row.text(columns[3]),
            row.text(columns[4]),
            row.text(columns[5]),
            row.text(columns[6]),
            Boolean.parseBoolean(row.text(columns[7])),
            row.text(columns[8]),
            row.text(columns[9]),
            tellsClasses ? row.text(row.column(ERROR_CLASS)) : "",
            row.has(COMMIT) && row.text(row.column(COMMIT)).equals("nothing")));
  }

  private static int[] columns(CsvTable table) {
    return new int[] {
      table.column("timeStamp"),
      table.column("elapsed"),
      table.column("due"),
      table.column("label"),
      table.column("responseCode"),
      table.column("responseMessage"),
      table.column("threadName"),
      table.column("success"),
      table.column("failureMessage"),
      table.column("tierError")
    };
  }
}
