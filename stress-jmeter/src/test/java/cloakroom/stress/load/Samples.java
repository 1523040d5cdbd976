package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.save.CSVSaveService;

public final class Samples {
  record Row(Map<String, String> columns) {
    String get(String column) {
      return columns.get(column);
    }

    long number(String column) {
      return Long.parseLong(get(column));
    }

    String label() {
      return get("label");
    }

    boolean isTransaction() {
      return get("responseMessage").startsWith("Number of samples in transaction");
    }

    boolean isWarmUp() {
      return get("threadName").startsWith("warm-up");
    }

    boolean succeeded() {
      return get("success").equals("true");
    }

    long due() {
      return number("due");
    }

    long end() {
      return number("timeStamp") + service();
    }

    long service() {
      return number("elapsed");
    }

    long response() {
      return end() - due();
    }
  }

  private Samples() {}

  static List<Row> read(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Map<String, String> columns : columns(file)) {
      rows.add(new Row(columns));
    }
    return rows;
  }

  static List<Row> requests(Path file) throws IOException {
    return read(file).stream().filter(row -> !row.isTransaction() && !row.isWarmUp()).toList();
  }

  public static List<Map<String, String>> columns(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> header = cells(lines.get(0));
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = cells(line);
      assertThat(cells).as(line).hasSameSizeAs(header);
      Map<String, String> columns = new LinkedHashMap<>();
      for (int i = 0; i < cells.size(); i++) {
        columns.put(header.get(i), cells.get(i));
      }
      rows.add(columns);
    }
    return rows;
  }

  private static List<String> cells(String line) throws IOException {
    return List.of(CSVSaveService.csvSplitString(line, ','));
  }
}
