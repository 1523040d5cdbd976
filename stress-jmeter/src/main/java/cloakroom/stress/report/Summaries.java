package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.statistics.Interval;
import cloakroom.stress.folder.CsvTable;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writer of summary.json and summary.csv. The CSV file has a row per trial and a column per metric.
 * The JSON schema is {@code docs/summary.schema.json}. A renamed JSON property requires a new
 * {@link #SCHEMA}.
 */
final class Summaries {
  private static final int SCHEMA = 3;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Summaries() {}

  static String json(RunSummary run) {
    ObjectNode root = MAPPER.createObjectNode().put("schema", SCHEMA);
    root.put("plan", run.config().plan()).put("startedAt", run.config().startedAt());
    root.put("consistent", run.consistent());
    root.put("generatorSaturated", run.generatorSaturated());
    root.put("latenessMeasured", run.latenessMeasured());
    root.put("cutShort", run.cutShort());
    root.put("seed", run.config().seed()).put("percentiles", Metric.PERCENTILES);
    root.put("primaryMetric", run.primary().name());
    root.putObject("intervals")
        .put("method", "Student's t on the logarithms of the blocks' ratios")
        .put("confidence", 0.95)
        .put("minBlocks", Interval.MIN_BLOCKS);
    root.set("databaseChanges", MAPPER.valueToTree(run.config().databaseChanges()));
    ArrayNode variants = root.putArray("variants");
    for (String name : run.variants()) {
      ObjectNode node = variants.addObject().put("variant", name);
      interval(node.putObject("responseMean"), "mean", run.mean(name, Metric.RESPONSE_MEAN));
    }
    ArrayNode trials = root.putArray("trials");
    run.trials().forEach(trial -> trial(trials.addObject(), run, trial));
    kinds(root.putArray("requestKinds"), run);
    ArrayNode comparisons = root.putArray("comparisons");
    for (Comparison c : run.comparisons()) {
      ObjectNode node = comparisons.addObject().put("a", c.a()).put("b", c.b());
      node.put("difference", VerdictText.difference(run, c)).put("metric", c.metric().name());
      node.put("primary", run.primaryComparison().filter(c::equals).isPresent());
      interval(node, "ratio", c.interval());
      node.put("blocks", c.interval().blocks());
      node.put("verdict", VerdictText.verdict(run, c));
    }
    return root.toPrettyString() + "\n";
  }

  static String counts(RunSummary run) {
    ObjectNode root = MAPPER.createObjectNode().put("schema", SCHEMA);
    root.put("plan", run.config().plan());
    root.put("consistent", run.consistent()).put("cutShort", run.cutShort());
    ArrayNode variants = root.putArray("variants");
    for (TrialSummary trial : run.trials()) {
      ObjectNode node = variants.addObject();
      node.put("users", run.config().users(trial.variant()));
      variant(node, trial).put("requests", trial.requests()).put("failed", trial.errors());
      Metric.ALL.stream()
          .filter(metric -> metric.name().matches("(perTransaction|perRequest|counted)\\..*"))
          .forEach(m -> number(parent(node, m), m.name().replaceFirst(".*\\.", ""), m.of(trial)));
    }
    kinds(root.putArray("requestKinds"), run);
    return root.toPrettyString() + "\n";
  }

  private static ObjectNode variant(ObjectNode node, TrialSummary trial) {
    node.put("variant", trial.variant().name()).put("policy", trial.config().policy());
    node.set("choices", MAPPER.valueToTree(trial.variant().choices().all()));
    return node;
  }

  private static void trial(ObjectNode node, RunSummary run, TrialSummary trial) {
    variant(node.put("folder", trial.config().folder()), trial);
    node.put("store", trial.config().store());
    node.put("pool", trial.config().pool()).put("poolSize", trial.config().poolSize());
    node.put("users", run.config().users(trial.variant())).put("nodes", trial.variant().nodes());
    node.put("ok", (long) trial.figure("ok"));
    node.put("measuredSeconds", decimal(trial.figure("measuredSeconds")));
    Metric.ALL.forEach(metric -> metric(node, metric, metric.of(trial)));
    node.withObjectProperty("interference").put("noisy", trial.noisy());
    server(node.withObjectProperty("server"), trial);
    node.put("probeFailures", trial.probeFailures());
    ObjectNode kinds = node.putObject("stateKinds");
    for (StateKind kind : trial.stateKinds().byKind().keySet()) {
      ObjectNode added = kinds.putObject(kind.key());
      for (ProbeOutcome outcome : ProbeOutcome.values()) {
        added.put(outcome.key(), trial.stateKinds().of(kind).of(outcome));
      }
    }
    TrialSummary.GeneratorHealth health = trial.generator();
    ObjectNode generator = node.putObject("generator").put("saturated", health.bound());
    number(
        generator.put("latenessMeasured", health.latenessMeasured()), "lagP95Ms", health.lagP95());
    generator.put("gcShare", decimal(health.gcShare()));
    generator.put("reason", health.bound() ? health.reason() : health.unmeasured());
    trial.killed().ifPresent(kill -> node.set("killed", MAPPER.valueToTree(kill)));
    if (!trial.engines().isEmpty()) {
      node.set("engines", MAPPER.valueToTree(trial.engines()));
    }
    if (!trial.faults().isEmpty()) {
      node.withObjectProperty("faults").set("injected", MAPPER.valueToTree(trial.faults()));
    }
    if (!trial.requestedFaults().isEmpty()) {
      node.withObjectProperty("faults").set("useless", MAPPER.valueToTree(trial.uselessFaults()));
    }
    node.set("audit", MAPPER.valueToTree(trial.audit().checks()));
  }

  private static void metric(ObjectNode node, Metric metric, double value) {
    String key = metric.name().substring(metric.name().indexOf('.') + 1);
    if (metric.count() && Double.isFinite(value)) {
      parent(node, metric).put(key, (long) value);
    } else {
      number(parent(node, metric), key, value);
    }
  }

  private static ObjectNode parent(ObjectNode node, Metric metric) {
    int dot = metric.name().indexOf('.');
    return dot < 0 ? node : node.withObjectProperty(metric.name().substring(0, dot));
  }

  private static void server(ObjectNode node, TrialSummary trial) {
    ServerWork work = trial.server();
    node.put("product", work.product());
    node.put("rows", work.rows()).put("missedSamples", work.gaps());
    if (!work.lastFailure().isEmpty()) {
      node.put("lastFailure", work.lastFailure());
    }
    ObjectNode waits = node.putObject("waits");
    // Writes the mean number of sessions in each kind of database wait, with four decimals.
    trial.waits().forEach((name, n) -> waits.put(name, Math.round(n * 10_000) / 10_000.0));
    ArrayNode groups = node.putArray("groups");
    for (ServerWork.Group group : work.groups()) {
      ObjectNode added = groups.addObject().put("name", group.name()).put("state", group.state());
      if (!group.available()) {
        added.put("reason", group.reason()).put("grant", group.grant());
      }
    }
  }

  private static void kinds(ArrayNode kinds, RunSummary run) {
    for (String variant : run.costs().keySet()) {
      for (VariantCost.RequestCost kind : run.costs().get(variant).kinds()) {
        ObjectNode node = kinds.addObject().put("variant", variant);
        node.put("request", kind.request()).put("transaction", kind.transaction());
        node.put("counted", kind.requests());
        for (VariantCost.DatabaseCost of : kind.costs().keySet()) {
          DoubleSummaryStatistics n = kind.costs().get(of);
          ObjectNode cost = node.putObject(of.key()).put("mean", decimal(n.getAverage()));
          cost.put("min", (long) n.getMin()).put("max", (long) n.getMax());
        }
      }
    }
  }

  private static void interval(ObjectNode node, String key, Interval interval) {
    number(node, key, interval.ratio());
    number(node, "low", interval.low());
    number(node, "high", interval.high());
  }

  private static void number(ObjectNode node, String key, double value) {
    node.put(key, Double.isFinite(value) ? (Double) decimal(value) : null);
  }

  /** Rounds to three decimals, so that milliseconds keep a precision of one microsecond. */
  private static double decimal(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  static String csv(RunSummary run) {
    Map<String, Function<TrialSummary, Object>> columns = columns(run);
    StringBuilder csv = new StringBuilder(CsvTable.line(columns.keySet().stream()));
    for (TrialSummary trial : run.trials()) {
      csv.append('\n').append(CsvTable.line(columns.values().stream().map(c -> c.apply(trial))));
    }
    return csv.append('\n').toString();
  }

  private static Map<String, Function<TrialSummary, Object>> columns(RunSummary run) {
    Map<String, Function<TrialSummary, Object>> columns = new LinkedHashMap<>();
    columns.put("trial", trial -> trial.config().folder());
    columns.put("policy", trial -> trial.config().policy());
    columns.put("pool", trial -> trial.config().pool());
    columns.put("poolSize", trial -> trial.config().poolSize());
    columns.put("users", trial -> run.config().users(trial.variant()));
    columns.put("nodes", trial -> trial.variant().nodes());
    columns.put("consistent", trial -> trial.audit().consistent());
    columns.put("variant", trial -> trial.variant().name());
    columns.put("store", trial -> trial.config().store());
    columns.put(
        "choices",
        trial ->
            trial.variant().choices().all().entrySet().stream()
                .map(choice -> choice.getKey() + "=" + choice.getValue())
                .collect(Collectors.joining(" ")));
    for (Metric metric : Metric.ALL) {
      columns.put(metric.nameAndUnit(), trial -> number(metric, metric.of(trial)));
    }
    for (StateKind kind : MatrixSections.kinds(run)) {
      for (ProbeOutcome outcome : ProbeOutcome.values()) {
        columns.put(
            "stateKinds." + kind.key() + "." + outcome.key(),
            trial -> trial.stateKinds().of(kind).of(outcome));
      }
    }
    return columns;
  }

  private static String number(Metric metric, double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    return metric.count() ? Long.toString((long) value) : "%.3f".formatted(value);
  }
}
