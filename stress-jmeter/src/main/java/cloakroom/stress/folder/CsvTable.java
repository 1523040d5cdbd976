package cloakroom.stress.folder;

import cloakroom.platform.OneLine;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.jmeter.save.CSVSaveService;

/**
 * A CSV file with a header line, read row by row as JMeter writes them; faults name the file, the
 * line and the value.
 */
final class CsvTable {
  private final String name;
  private final LineNumberReader in;
  private final List<String> header;
  private final Map<String, Integer> places = new HashMap<>();
  private String[] row;
  private int line;

  private CsvTable(String name, LineNumberReader in) throws IOException {
    this.name = name;
    this.in = in;
    this.header = Arrays.asList(CSVSaveService.csvReadFile(in, ','));
    for (int i = 0; i < header.size(); i++) {
      places.putIfAbsent(header.get(i), i);
    }
  }

  /** Hands over every row; {@code tolerant} leaves out a last line that was cut off. */
  static void read(Path file, String name, boolean tolerant, Consumer<CsvTable> rows) {
    try (LineNumberReader in = new LineNumberReader(Files.newBufferedReader(file))) {
      CsvTable table = new CsvTable(name, in);
      boolean cutOff = tolerant && !wholeLines(file);
      while (table.advance(tolerant, cutOff)) {
        rows.accept(table);
      }
    } catch (NoSuchFileException e) {
      throw StressFailure.wrongUse(name + " is missing");
    } catch (IOException e) {
      throw StressFailure.wrongUse(name + " cannot be read: " + OneLine.why(e));
    }
  }

  List<String> names() {
    return header;
  }

  String text(String column) {
    Integer place = places.get(column);
    if (place == null) {
      throw StressFailure.wrongUse(
          name + " has no column \"" + column + "\"; it has " + String.join(", ", header));
    }
    return row[place];
  }

  long whole(String column) {
    try {
      return Long.parseLong(text(column).trim());
    } catch (NumberFormatException e) {
      throw fault(column, "a whole number");
    }
  }

  long duration(String column) {
    long value = whole(column);
    if (value < 0) {
      throw fault(column, "a duration");
    }
    return value;
  }

  /** A field of the current row as a number; an empty field is not a number (NaN). */
  double number(String column) {
    String text = text(column).trim();
    try {
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw fault(column, "a number");
    }
  }

  private static boolean wholeLines(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      bytes.seek(Math.max(0, bytes.length() - 1));
      return bytes.read() == '\n';
    }
  }

  /** Goes to the next row that is no blank line; false at the end, or where only half a row is. */
  private boolean advance(boolean tolerant, boolean cutOff) throws IOException {
    do {
      line = in.getLineNumber() + 1;
      try {
        row = CSVSaveService.csvReadFile(in, ',');
      } catch (IOException e) { // quotes in the wrong place; what stands between them may be long
        if (tolerant && atEnd()) {
          return false;
        }
        throw StressFailure.wrongUse(
            "%s line %d cannot be read: %s", name, line, OneLine.why(e).replaceFirst(":\\[.*", ""));
      }
    } while (row.length == 1 && row[0].isEmpty());
    if (row.length == 0 || (cutOff && atEnd())) {
      return false;
    }
    if (row.length != header.size()) {
      throw StressFailure.wrongUse(
          "%s line %d has %d fields where its header has %d",
          name, line, row.length, header.size());
    }
    return true;
  }

  private boolean atEnd() throws IOException {
    in.mark(1);
    boolean end = in.read() < 0;
    in.reset();
    return end;
  }

  private StressFailure fault(String column, String wanted) {
    return StressFailure.wrongUse(
        "%s line %d: %s is \"%s\", which is not %s", name, line, column, text(column), wanted);
  }
}
