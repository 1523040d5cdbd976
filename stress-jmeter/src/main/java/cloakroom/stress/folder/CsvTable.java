package cloakroom.stress.folder;

import static cloakroom.stress.process.StressFailure.wrongUse;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.jmeter.save.CSVSaveService;

/** Reader of a CSV file with a header line, as written by JMeter. Errors name file and line. */
public final class CsvTable {
  private static final char[] TO_QUOTE = {',', '"', '\r', '\n'};
  private final String name;
  private final LineNumberReader in;
  private final List<String> header;
  private final Map<String, Integer> indexes = new HashMap<>();
  private String[] row;
  private int line;

  private CsvTable(String name, LineNumberReader in) throws IOException {
    this.name = name;
    this.in = in;
    this.header = Arrays.asList(CSVSaveService.csvReadFile(in, ','));
    for (int i = 0; i < header.size(); i++) {
      indexes.putIfAbsent(header.get(i), i);
    }
  }

  /** Passes every row to a consumer. If {@code tolerant}, skips an incomplete last line. */
  static void read(Path file, String name, boolean tolerant, Consumer<CsvTable> rows) {
    try (LineNumberReader in = new LineNumberReader(Files.newBufferedReader(file))) {
      CsvTable table = new CsvTable(name, in);
      boolean cutOff = tolerant && !endsWithNewline(file);
      while (table.advance(tolerant, cutOff)) {
        rows.accept(table);
      }
    } catch (NoSuchFileException e) {
      throw wrongUse(name + " is missing");
    } catch (IOException e) {
      throw wrongUse(name + " cannot be read: " + OneLine.why(e));
    }
  }

  /** Returns a line without its end. Fields with delimiters are quoted. */
  public static String line(Stream<?> fields) {
    return fields
        .map(field -> CSVSaveService.quoteDelimiters(field.toString(), TO_QUOTE))
        .collect(Collectors.joining(","));
  }

  List<String> names() {
    return header;
  }

  String text(String column) {
    Integer index = indexes.get(column);
    if (index == null) {
      throw wrongUse("%s has no column \"%s\"; it has %s", name, column, String.join(", ", header));
    }
    return row[index];
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

  double number(String column) {
    String text = text(column).trim();
    try {
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw fault(column, "a number");
    }
  }

  private static boolean endsWithNewline(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      bytes.seek(Math.max(0, bytes.length() - 1));
      return bytes.read() == '\n';
    }
  }

  private boolean advance(boolean tolerant, boolean cutOff) throws IOException {
    do {
      line = in.getLineNumber() + 1;
      try {
        row = CSVSaveService.csvReadFile(in, ',');
      } catch (IOException e) { // misplaced quotes; the text between them may be long
        if (tolerant && atEnd()) {
          return false;
        }
        String why = OneLine.why(e).replaceFirst(":\\[.*", "");
        throw wrongUse("%s line %d cannot be read: %s", name, line, why);
      }
    } while (row.length == 1 && row[0].isEmpty());
    if (row.length == 0 || (cutOff && atEnd())) {
      return false;
    }
    if (row.length != header.size()) {
      throw wrongUse(
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
    String value = text(column);
    return wrongUse("%s line %d: %s is \"%s\", which is not %s", name, line, column, value, wanted);
  }
}
