package cloakroom.stress.live;

import cloakroom.platform.Resources;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Metric of a running trial.
 *
 * @param from part of the series row: tick, gauges, counters or database
 * @param name name in that part and in Prometheus
 * @param event whether it is a monotonic counter, shown as a rate
 * @param chart title of the chart that shows it, empty for none
 */
record LiveMetric(
    String from, String name, boolean event, String chart, String label, String unit) {
  static final List<LiveMetric> ALL =
      Resources.rows("cloakroom/stress/live/figures.txt").stream().map(LiveMetric::of).toList();

  private static LiveMetric of(List<String> row) {
    String chart = row.get(3).equals("-") ? "" : row.get(3);
    boolean event = row.get(2).equals("event");
    return new LiveMetric(row.get(0), row.get(1), event, chart, row.get(4), row.get(5));
  }

  /** Returns a row as JSON by parts; without the parts whose source did not respond. */
  static ObjectNode parts(SeriesRow row) {
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    parts.set("tick", Records.tree(row.tick()));
    row.tier().ifPresent(tier -> parts.set("gauges", Records.tree(tier.gauges())));
    row.tier().ifPresent(tier -> parts.set("counters", Records.tree(tier.counters())));
    row.database().ifPresent(activity -> parts.set("database", Records.tree(activity)));
    return parts;
  }

  /**
   * Returns the metric's value in the parts of a row; null if its source did not respond or had
   * nothing to time: a second without requests has no times, and a warm-up no percentile.
   */
  JsonNode valueIn(JsonNode parts) {
    JsonNode value = parts.path(from).path(name);
    boolean timed =
        parts.at("/tick/throughput").asDouble() > 0 && Double.isFinite(value.asDouble());
    boolean available = !value.isMissingNode() && (timed || !unit.equals("ms"));
    return available ? value : JsonNodeFactory.instance.nullNode();
  }
}
