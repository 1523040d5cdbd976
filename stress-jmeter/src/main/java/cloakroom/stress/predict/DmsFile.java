package cloakroom.stress.predict;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.platform.OneLine;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Table;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * File with metrics of ADF application module pools: text that Oracle DMS prints, or CSV
 * (docs/prediction.md).
 */
final class DmsFile {
  private static final List<List<String>> ROWS =
      Resources.rows("cloakroom/stress/predict/production.txt");
  private static final List<String> METRICS = ROWS.stream().map(row -> row.get(1)).toList();
  private static final String CHECKOUTS = METRICS.get(0);
  private static final String CSV = "pool,metric,value";

  /** First line of a pool, such as {@code /ADF/OrdersModule [type=ampool]}. */
  private static final Pattern NOUN =
      Pattern.compile("\\s*/(?:.*/)?([^/]+?)(?: \\[type=(.*)])?\\s*");

  private static final Pattern LINE = Pattern.compile("\\s*([\\w.]+):\\s*(.*)");

  private final Path file;
  private final Map<String, Map<String, Double>> pools = new LinkedHashMap<>();
  private int line;
  private String pool; // null after the first line of another table

  private DmsFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the sums of a pool's metrics, or of all pools. A metric that is not known for each of
   * these pools is left out.
   *
   * @param name name of a pool, of all servers or with {@code @SERVER}; null for all pools
   */
  static Map<String, Double> read(Path path, String name) {
    DmsFile file = new DmsFile(path);
    file.parse();
    List<Map<String, Double>> chosen =
        file.pools.entrySet().stream()
            .filter(each -> name == null || (each.getKey() + "@").startsWith(name + "@"))
            .map(Map.Entry::getValue)
            .toList();
    String names = String.join(", ", file.pools.keySet());
    refuseIf(chosen.isEmpty(), "--dms-pool %s: not in %s; choose from %s", name, path, names);
    Map<String, Double> sums = new LinkedHashMap<>();
    for (String metric : METRICS) {
      if (chosen.stream().allMatch(values -> values.containsKey(metric))) {
        sums.put(metric, chosen.stream().mapToDouble(values -> values.get(metric)).sum());
      }
    }
    refuseIf(
        sums.get(CHECKOUTS) == 0, "%s: %s must be above 0 in the chosen pools", path, CHECKOUTS);
    return sums;
  }

  private void parse() {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw StressFailure.wrongUse("%s: cannot be read: %s", file, OneLine.why(e));
    }
    boolean csv = !lines.isEmpty() && lines.get(0).replace(" ", "").equalsIgnoreCase(CSV);
    pool = "unnamed";
    for (String text : lines) {
      line++;
      if (!csv) {
        parseText(text);
      } else if (line > 1 && !text.isBlank()) {
        parseCsv(text.split(",", -1));
      }
    }
    pools.values().removeIf(Map::isEmpty);
    String metrics = String.join(", ", METRICS);
    check(!pools.isEmpty(), "no metrics of application module pools; they are %s", metrics);
    pools.forEach(
        (name, values) ->
            check(values.containsKey(CHECKOUTS), "pool %s has no %s", name, CHECKOUTS));
  }

  private void parseText(String text) {
    Matcher noun = NOUN.matcher(text);
    Matcher value = LINE.matcher(text);
    if (noun.matches()) {
      pool = noun.group(2) == null || noun.group(2).equals("ampool") ? begin(noun.group(1)) : null;
    } else if (value.matches()) {
      String name = value.group(1);
      if (name.equals("Name")) {
        pool = begin(value.group(2).strip());
      } else if (name.equals("ServerName") && pool != null && !pool.contains("@")) {
        Map<String, Double> values = pools.remove(pool);
        pool = begin(pool + "@" + value.group(2).strip());
        pools.get(pool).putAll(values == null ? Map.of() : values);
      } else if (pool != null && METRICS.contains(name)) {
        put(name, value.group(2).strip().split("\\s+", 2)[0]);
      }
    }
  }

  private String begin(String name) {
    check(
        pools.getOrDefault(name, Map.of()).isEmpty(),
        "pool %s is given twice; keep one dump, and ServerName for the pools of other servers",
        name);
    pools.put(name, new LinkedHashMap<>());
    return name;
  }

  private void parseCsv(String[] cells) {
    check(cells.length == 3, "%d cells; each line must be %s", cells.length, CSV);
    pool = cells[0].strip();
    String metric = cells[1].strip();
    String choices = String.join(", ", METRICS);
    check(METRICS.contains(metric), "metric \"%s\"; choose from %s", metric, choices);
    put(metric, cells[2].strip());
  }

  private void put(String metric, String value) {
    boolean valid = value.matches("\\d+(\\.\\d+)?([eE]\\+?\\d+)?");
    check(valid, "%s \"%s\" must be a number, 0 or above", metric, value);
    Map<String, Double> values = pools.computeIfAbsent(pool, name -> new LinkedHashMap<>());
    boolean first = values.put(metric, Double.parseDouble(value)) == null;
    check(first, "%s of pool %s is given twice; remove one", metric, pool);
  }

  @FormatMethod
  private void check(boolean valid, String form, Object... values) {
    if (!valid) {
      throw StressFailure.wrongUse("%s:%d: %s", file, Math.max(1, line), form.formatted(values));
    }
  }

  /** Returns production's metrics next to those of a simulation's response. */
  static Table table(Map<String, Double> production, JsonNode response) {
    Table table = Table.of("metric", "#production", "#predicted", "#error (%)");
    double predictedCheckouts = predicted(ROWS.get(0), response);
    for (List<String> row : ROWS) {
      boolean checkouts = row.get(1).equals(CHECKOUTS);
      boolean rate = !checkouts && row.get(1).endsWith(".count");
      double measured =
          production.getOrDefault(row.get(1), Double.NaN) / (rate ? production.get(CHECKOUTS) : 1);
      double predicted = predicted(row, response) / (rate ? predictedCheckouts : 1);
      double error = predicted == measured ? 0 : 100 * (predicted / measured - 1);
      int digits = Integer.parseInt(row.get(3));
      table.row(
          Cell.of(row.get(0)),
          Cell.of(measured, digits),
          Cell.of(predicted, digits),
          Cell.of(checkouts ? Double.NaN : error, 0));
    }
    return table;
  }

  private static double predicted(List<String> row, JsonNode response) {
    return Stream.of(row.get(2).split(" ", -1))
        .collect(
            Collectors.summingDouble(
                path -> response.at("/predicted" + path).asDouble(Double.NaN)));
  }
}
