package cloakroom.stress.files;

import cloakroom.stress.measure.RunFolderException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A CSV file with a header line, read row by row; faults name the file, the line and the value. */
final class CsvTable implements Closeable {
  private final String name;
  private final CsvReader reader;
  private final List<String> header;
  private final Map<String, Integer> places = new HashMap<>();
  private List<String> row = List.of();

  private CsvTable(String name, CsvReader reader) throws IOException {
    this.name = name;
    this.reader = reader;
    List<String> first = reader.next();
    this.header = first == null ? List.of() : first;
    for (int i = 0; i < header.size(); i++) {
      places.putIfAbsent(header.get(i), i);
    }
  }

  /** Hands every row to the consumer; the table stands on that row while the consumer runs. */
  static void read(Path file, String name, boolean tolerant, Consumer<CsvTable> rows) {
    try (CsvTable table = new CsvTable(name, new CsvReader(Files.newBufferedReader(file)))) {
      while (table.advance(tolerant)) {
        rows.accept(table);
      }
    } catch (NoSuchFileException e) {
      throw new RunFolderException(name + " is missing", e);
    } catch (IOException e) {
      throw new RunFolderException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The header. */
  List<String> names() {
    return header;
  }

  /** A field of the current row as text. */
  String text(String column) {
    Integer place = places.get(column);
    if (place == null) {
      throw new RunFolderException(
          name + " has no column \"" + column + "\"; it has " + String.join(", ", header));
    }
    return row.get(place);
  }

  /** A field of the current row as a whole number. */
  long whole(String column) {
    try {
      return Long.parseLong(text(column).trim());
    } catch (NumberFormatException e) {
      throw fault(column, "a whole number", e);
    }
  }

  /** A field of the current row as a whole number that is not negative. */
  long duration(String column) {
    long value = whole(column);
    if (value < 0) {
      throw fault(column, "a duration", null);
    }
    return value;
  }

  /** A field of the current row as a number; an empty field is not a number (NaN). */
  double number(String column) {
    String text = text(column).trim();
    try {
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw fault(column, "a number", e);
    }
  }

  /** A run that was cut short may end in mid-line: then a tolerant reader leaves that line out. */
  private boolean advance(boolean tolerant) throws IOException {
    List<String> next = reader.next();
    if (next == null) {
      return false;
    }
    row = next;
    if (tolerant && !reader.complete()) {
      return false;
    }
    requireWidth(next.size());
    return true;
  }

  private void requireWidth(int fields) {
    if (fields != header.size()) {
      throw new RunFolderException(
          "%s line %d has %d fields where its header has %d"
              .formatted(name, reader.line(), fields, header.size()));
    }
  }

  private RunFolderException fault(String column, String wanted, NumberFormatException cause) {
    return new RunFolderException(
        "%s line %d: %s is \"%s\", which is not %s"
            .formatted(name, reader.line(), column, text(column), wanted),
        cause);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
