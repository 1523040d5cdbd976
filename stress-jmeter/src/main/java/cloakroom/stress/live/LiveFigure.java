package cloakroom.stress.live;

import cloakroom.contract.NodeReport;
import cloakroom.contract.Resources;
import cloakroom.stress.load.Tick;
import cloakroom.stress.process.Records;
import cloakroom.stress.watch.Sampler.Row;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A figure of a running trial: where it stands in a row of the series, and how page and metrics
 * call it.
 *
 * @param from the part of the row: tick, gauges, counters or database
 * @param name its name there, and in the metrics
 * @param event whether it only grows, so that it is shown as a rate
 * @param chart the chart that shows it, empty for none
 */
record LiveFigure(
    String from, String name, boolean event, String chart, String label, String unit) {
  static final List<LiveFigure> ALL =
      Resources.rows("cloakroom/stress/live/figures.txt").stream().map(LiveFigure::of).toList();

  private static LiveFigure of(List<String> row) {
    String chart = row.get(3).equals("-") ? "" : row.get(3);
    return new LiveFigure(
        row.get(0), row.get(1), row.get(2).equals("event"), chart, row.get(4), row.get(5));
  }

  /** Its value in a row; missing if its source did not answer, or nothing was there to time. */
  JsonNode in(Row row) {
    return switch (from) {
      case "tick" -> timed(row.tick()) ? Records.tree(row.tick()).path(name) : missing();
      case "gauges" -> told(row, NodeReport::gauges);
      case "counters" -> told(row, NodeReport::counters);
      default -> row.database().map(now -> Records.tree(now).path(name)).orElse(missing());
    };
  }

  /** A second in which no request ended has no times, and a warm-up no percentile. */
  private boolean timed(Tick tick) {
    return !unit.equals("ms")
        || (tick.throughput() > 0 && Double.isFinite(Records.tree(tick).path(name).asDouble()));
  }

  private JsonNode told(Row row, Function<NodeReport, Map<String, Long>> group) {
    Optional<Long> value = row.tier().map(group).map(values -> values.get(name));
    return value.<JsonNode>map(JsonNodeFactory.instance::numberNode).orElse(missing());
  }

  private static JsonNode missing() {
    return JsonNodeFactory.instance.missingNode();
  }
}
