package cloakroom.stress.live;

import cloakroom.platform.Resources;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A figure of a running trial: where it stands in a row of the series, and how page and metrics
 * call it.
 *
 * @param from the part of the row: tick, gauges, counters or database
 * @param name its name there, and in the metrics
 * @param event whether it only grows, so that it is shown as a rate
 * @param chart the chart that shows it, empty for none
 */
record LiveMetric(
    String from, String name, boolean event, String chart, String label, String unit) {
  static final List<LiveMetric> ALL =
      Resources.rows("cloakroom/stress/live/figures.txt").stream().map(LiveMetric::of).toList();

  private static LiveMetric of(List<String> row) {
    String chart = row.get(3).equals("-") ? "" : row.get(3);
    return new LiveMetric(
        row.get(0), row.get(1), row.get(2).equals("event"), chart, row.get(4), row.get(5));
  }

  /** A row as JSON by the parts that figures come from; a part that did not answer is missing. */
  static ObjectNode parts(SeriesRow row) {
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    parts.set("tick", Records.tree(row.tick()));
    row.tier().ifPresent(tier -> parts.set("gauges", Records.tree(tier.gauges())));
    row.tier().ifPresent(tier -> parts.set("counters", Records.tree(tier.counters())));
    row.database().ifPresent(activity -> parts.set("database", Records.tree(activity)));
    return parts;
  }

  /**
   * Its value in these parts of a row; null if its source did not answer, or nothing was there to
   * time: a second in which no request ended has no times, and a warm-up no percentile.
   */
  JsonNode in(JsonNode parts) {
    JsonNode value = parts.path(from).path(name);
    boolean timed =
        parts.at("/tick/throughput").asDouble() > 0 && Double.isFinite(value.asDouble());
    boolean told = !value.isMissingNode() && (timed || !unit.equals("ms"));
    return told ? value : JsonNodeFactory.instance.nullNode();
  }
}
