package cloakroom.stress.report;

import cloakroom.stress.measure.Curve;
import cloakroom.stress.measure.Fates;
import cloakroom.stress.measure.LatencySummary;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.TrialCurves;
import cloakroom.stress.measure.TrialSummary;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/** What the charts show, as JSON inside the page. */
final class ChartData {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<StateKind> KINDS = List.of(StateKind.values());

  static final List<Chart> CHARTS =
      List.of(
          line(
              "service",
              "Mean service time",
              "ms",
              "Mean of the requests sent in each second, as the user's side saw them.",
              TrialCurves::service),
          line(
              "tier",
              "Mean time in the tier",
              "ms",
              "The same inside the tier, on its microsecond clock.",
              TrialCurves::tier),
          line(
              "in-use",
              "Connections in use: the pool's count",
              "connections",
              "Borrowed and not returned, looked at once a second.",
              TrialCurves::inUse),
          line(
              "database",
              "Connections: the database's count",
              "sessions",
              "Sessions of the tier as the database lists them; idle ones in the pool count too.",
              TrialCurves::database),
          line(
              "instances",
              "Application modules",
              "instances",
              "Alive in the tier, busy or not.",
              TrialCurves::instances),
          line(
              "passivations",
              "Logical passivations",
              "since the start",
              "State set aside, in memory or in the store.",
              TrialCurves::logicalPassivations),
          line(
              "activations",
              "Activations",
              "since the start",
              "Snapshots read back and made live again.",
              TrialCurves::activations),
          line(
              "writes",
              "Snapshot writes",
              "since the start",
              "Passivations that reached the snapshot store.",
              TrialCurves::snapshotWrites),
          percentiles("response-percentiles", "Response time percentiles", TrialSummary::response),
          percentiles("tier-percentiles", "Tier time percentiles", TrialSummary::tier));

  /** In the section about the database server, for runs that have one. */
  static final List<Chart> SERVER =
      List.of(
          line(
              "server-calls",
              "Sessions in a call",
              "sessions",
              "At a time, as the server tells it: its time in calls over the time that passed.",
              TrialCurves::serverCalls),
          line(
              "server-log",
              "Redo or write-ahead log",
              "kB/s",
              "Written in each second; PostgreSQL's is that of the whole server.",
              TrialCurves::serverLog));

  private ChartData() {}

  /** A chart: where it stands, what it says, and its points for one trial. */
  record Chart(
      String id,
      String title,
      String unit,
      String note,
      boolean overTime,
      Function<TrialSummary, ArrayNode> points) {}

  private static Chart line(
      String id, String title, String unit, String note, Function<TrialCurves, Curve> curve) {
    return new Chart(id, title, unit, note, true, trial -> points(curve.apply(trial.curves())));
  }

  private static Chart percentiles(
      String id, String title, Function<TrialSummary, LatencySummary> times) {
    return new Chart(
        id,
        title,
        "ms",
        "One line a trial; a logarithmic scale where the tail is long.",
        false,
        trial -> percentiles(times.apply(trial)));
  }

  static String json(RunSummary run) {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode lines = root.putArray("lines");
    run.trials().forEach(trial -> describe(lines.addObject(), run, trial));
    ArrayNode charts = root.putArray("charts");
    CHARTS.forEach(chart -> chart(charts.addObject(), chart, run));
    if (ServerTable.applies(run)) {
      SERVER.forEach(chart -> chart(charts.addObject(), chart, run));
    }
    losses(root, LossCurves.of(run));
    try {
      return safe(MAPPER.writeValueAsString(root));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the charts cannot be written", e);
    }
  }

  private static void describe(ObjectNode line, RunSummary run, TrialSummary trial) {
    line.put("label", trial.config().folder());
    String variant = trial.variant().name();
    line.put("variant", run.variants().indexOf(variant));
    line.put("trial", run.trials(variant).indexOf(trial));
  }

  private static void chart(ObjectNode node, Chart chart, RunSummary run) {
    node.put("id", chart.id()).put("unit", chart.unit()).put("overTime", chart.overTime());
    ArrayNode points = node.putArray("points");
    run.trials().forEach(trial -> points.add(chart.points().apply(trial)));
  }

  /** Shares lost against the varied setting, in percent; null where nothing was probed. */
  private static void losses(ObjectNode root, List<LossCurves> all) {
    ArrayNode charts = root.putArray("losses");
    for (LossCurves curves : all) {
      ObjectNode chart = charts.addObject();
      chart.put("id", curves.id()).put("setting", curves.setting());
      curves.values().forEach(chart.putArray("values")::add);
      ArrayNode lines = chart.putArray("lines");
      curves.drawn().forEach(kind -> loss(lines.addObject(), kind, curves));
    }
  }

  private static void loss(ObjectNode line, StateKind kind, LossCurves curves) {
    line.put("label", kind.label()).put("kind", KINDS.indexOf(kind));
    ArrayNode points = line.putArray("points");
    for (Fates fates : curves.line(kind)) {
      double share = LossCurves.lost(fates);
      if (Double.isNaN(share)) {
        points.addNull();
      } else {
        points.add(round(share * 100));
      }
    }
  }

  private static ArrayNode points(Curve curve) {
    ArrayNode points = MAPPER.createArrayNode();
    for (Curve.Point point : curve.points()) {
      points.addArray().add(round(point.seconds())).add(round(point.value()));
    }
    return points;
  }

  private static ArrayNode percentiles(LatencySummary times) {
    return MAPPER
        .createArrayNode()
        .add(round(times.p50()))
        .add(round(times.p90()))
        .add(round(times.p95()))
        .add(round(times.p99()))
        .add(round(times.p999()))
        .add(round(times.max()));
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /** JSON that cannot end the script element it stands in. */
  private static String safe(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }
}
