package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.format;
import static cloakroom.stress.experiments.MeasuredTrials.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tables of docs/internals/performance.md, from the JSON that JMH writes. */
final class BenchmarkTables {
  private final JsonNode results;

  BenchmarkTables(Path json) throws IOException {
    results = new ObjectMapper().readTree(json.toFile());
  }

  /** Returns the tables by name. */
  Map<String, String> all() {
    return Map.of(
        "performance-settings", settings(),
        "performance-store", times("Store", "payload", "RAW"),
        "performance-codec", times("Codec", "method", ""),
        "performance-pool", times("Pool", "", "hikari"),
        "performance-request", times("NoopRequest", "", "bare"));
  }

  private String settings() {
    JsonNode first = results.path(0);
    return "JMH %s, JDK %s, forks: %d, iterations: %d of %s after %d of %s.\n"
        .formatted(
            first.path("jmhVersion").asText(),
            first.path("jdkVersion").asText(),
            first.path("forks").asInt(),
            first.path("measurementIterations").asInt(),
            first.path("measurementTime").asText(),
            first.path("warmupIterations").asInt(),
            first.path("warmupTime").asText());
  }

  /** Mean time of an operation in nanoseconds, with half the width of the 99.9 % interval. */
  private record Row(String group, String label, double nanos, double error) {
    static Row of(JsonNode result, String grouping) {
      List<String> labels = new ArrayList<>(List.of(method(result)));
      String group = grouping.equals("method") ? labels.remove(0) : "";
      for (Map.Entry<String, JsonNode> parameter : result.path("params").properties()) {
        if (parameter.getKey().equals(grouping)) {
          group = parameter.getValue().asText();
        } else {
          String value = parameter.getValue().asText();
          labels.add(value.matches("\\d+") ? value + " " + parameter.getKey() : value);
        }
      }
      JsonNode metric = result.path("primaryMetric");
      double error = metric.path("scoreError").asDouble(Double.NaN);
      return new Row(group, String.join(", ", labels), metric.path("score").asDouble(), error);
    }

    private static String method(JsonNode result) {
      return result.path("benchmark").asText().replaceFirst(".*\\.", "");
    }

    String cells(double reference) {
      String width = Double.isNaN(error) ? "–" : format(error);
      String start = group.isEmpty() ? label : group + "|" + label;
      return String.join("|", start, format(nanos), width, format(nanos / reference));
    }
  }

  /**
   * Returns the times of a benchmark class.
   *
   * @param grouping parameter whose values have separate references, or {@code method}, or empty
   * @param reference end of the label of the row that others are divided by; empty for the fastest
   *     row
   */
  private String times(String suite, String grouping, String reference) {
    List<Row> rows = new ArrayList<>();
    for (JsonNode result : results) {
      if (result.path("benchmark").asText().contains(suite + "Benchmark.")) {
        rows.add(Row.of(result, grouping));
      }
    }
    Stream<String> cells =
        rows.stream()
            .map(
                row ->
                    row.cells(
                        rows.stream()
                            .filter(each -> each.group.equals(row.group))
                            .filter(each -> each.label.endsWith(reference))
                            .mapToDouble(Row::nanos)
                            .min()
                            .orElseThrow()));
    String divisor = reference.isEmpty() ? "fastest" : reference;
    String start = grouping.isEmpty() ? "" : grouping + "|";
    return table(start + "variant|ns|± 99.9 %|ratio to " + divisor, cells);
  }
}
