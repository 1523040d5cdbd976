package cloakroom.stress.report;

import cloakroom.contract.Significance;
import cloakroom.contract.StateKind;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Printer of summary.json, whose schema is {@code docs/summary.schema.json} (a changed name needs a
 * new schema number), and of summary.csv: a row for each trial, a column for each metric.
 */
final class Summaries {
  private static final int SCHEMA = 2;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Summaries() {}

  static String json(RunSummary run) {
    return tree(run).toPrettyString() + "\n";
  }

  /** Returns what was counted without load, by the names of summary.json. */
  static String counts(RunSummary run) {
    ObjectNode root = MAPPER.createObjectNode().put("schema", SCHEMA);
    root.put("plan", run.config().plan()).put("users", run.config().users());
    root.put("consistent", run.consistent()).put("cutShort", run.cutShort());
    ArrayNode variants = root.putArray("variants");
    for (TrialSummary trial : run.trials()) {
      ObjectNode node = variants.addObject();
      variant(node, trial).put("requests", trial.requests()).put("failed", trial.errors());
      Metrics.ALL.stream()
          .filter(metric -> metric.name().matches("(perTransaction|perRequest|counted)\\..*"))
          .forEach(m -> number(parent(node, m), m.name().replaceFirst(".*\\.", ""), m.of(trial)));
    }
    kinds(root.putArray("requestKinds"), run);
    return root.toPrettyString() + "\n";
  }

  private static ObjectNode tree(RunSummary run) {
    ObjectNode root = MAPPER.createObjectNode().put("schema", SCHEMA);
    root.put("plan", run.config().plan()).put("startedAt", run.config().startedAt());
    root.put("consistent", run.consistent());
    root.put("generatorSaturated", run.generatorSaturated());
    root.put("cutShort", run.cutShort());
    root.put("seed", run.config().seed()).put("percentiles", Metrics.PERCENTILES);
    root.put("primaryMetric", run.primary().name());
    root.putObject("bootstrap")
        .put("replicates", Comparison.REPLICATES)
        .put("blockSeconds", run.blockSeconds())
        .put("confidence", 0.95);
    root.set("databaseChanges", MAPPER.valueToTree(run.config().databaseChanges()));
    ArrayNode variants = root.putArray("variants");
    run.responses()
        .forEach(
            (name, mean) -> {
              ObjectNode node = variants.addObject().put("variant", name);
              interval(node.putObject("responseMean"), "mean", mean);
            });
    ArrayNode trials = root.putArray("trials");
    run.trials().forEach(trial -> trial(trials.addObject(), run, trial));
    kinds(root.putArray("requestKinds"), run);
    ArrayNode comparisons = root.putArray("comparisons");
    run.comparisons().forEach(c -> comparison(comparisons.addObject(), run, c));
    return root;
  }

  private static ObjectNode variant(ObjectNode node, TrialSummary trial) {
    node.put("variant", trial.variant().name()).put("policy", trial.policy());
    node.set("choices", MAPPER.valueToTree(trial.variant().choices().all()));
    return node;
  }

  private static void trial(ObjectNode node, RunSummary run, TrialSummary trial) {
    variant(node.put("folder", trial.config().folder()), trial);
    node.put("store", trial.config().store());
    node.put("pool", trial.config().pool()).put("poolSize", trial.config().poolSize());
    node.put("users", run.config().users()).put("nodes", trial.variant().nodes());
    node.put("ok", (long) trial.figure("ok"));
    node.put("measuredSeconds", decimal(trial.figure("measuredSeconds")));
    Metrics.ALL.forEach(metric -> metric(node, metric, metric.of(trial)));
    node.withObjectProperty("interference").put("noisy", trial.noisy());
    server(node.withObjectProperty("server"), trial);
    node.put("probeFailures", trial.probeFailures());
    ObjectNode kinds = node.putObject("stateKinds");
    trial
        .stateKinds()
        .byKind()
        .forEach(
            (kind, counts) -> {
              ObjectNode added = kinds.putObject(kind.key());
              Stream.of(ProbeOutcome.values()).forEach(o -> added.put(o.key(), counts.of(o)));
            });
    node.putObject("generator")
        .put("saturated", trial.generator().bound())
        .put("lagP95Ms", decimal(trial.generator().lagP95()))
        .put("gcShare", decimal(trial.generator().gcShare()))
        .put("reason", trial.generator().reason());
    trial.killed().ifPresent(kill -> node.set("killed", MAPPER.valueToTree(kill)));
    if (!trial.engines().isEmpty()) {
      node.set("engines", MAPPER.valueToTree(trial.engines()));
    }
    if (!trial.faults().isEmpty()) {
      node.withObjectProperty("faults").set("injected", MAPPER.valueToTree(trial.faults()));
    }
    ArrayNode audit = node.putArray("audit");
    trial.audit().checks().forEach(check -> check(audit.addObject(), check));
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
    // four decimals: a session that waits a ten-thousandth of the time is negligible
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
    run.costs().forEach((variant, cost) -> cost.kinds().forEach(k -> kind(kinds, variant, k)));
  }

  private static void kind(ArrayNode kinds, String variant, VariantCost.RequestCost kind) {
    ObjectNode node = kinds.addObject().put("variant", variant);
    node.put("request", kind.request()).put("transaction", kind.transaction());
    node.put("counted", kind.requests());
    kind.costs()
        .forEach(
            (cost, n) ->
                node.putObject(cost.key())
                    .put("mean", decimal(n.getAverage()))
                    .put("min", (long) n.getMin())
                    .put("max", (long) n.getMax()));
  }

  private static void check(ObjectNode node, Audit.Check check) {
    node.put("id", check.id()).put("name", check.name());
    node.put("outcome", check.outcome().name().toLowerCase(Locale.ROOT));
    if (check.outcome() != Audit.Outcome.SKIPPED) {
      node.put("leftName", check.leftName()).put("left", check.left());
      node.put("relation", check.relation());
      node.put("rightName", check.rightName()).put("right", check.right());
    }
    node.put("note", check.note());
  }

  private static void comparison(ObjectNode node, RunSummary run, Comparison comparison) {
    node.put("a", comparison.a()).put("b", comparison.b());
    node.put("difference", VerdictText.difference(run, comparison));
    node.put("metric", comparison.metric().name());
    interval(node, "ratio", comparison.interval());
    node.put("verdict", VerdictText.verdict(run, comparison));
    if (run.valid() && comparison.shows(Significance.UNDECIDED)) {
      node.put("moreTrials", comparison.more());
    }
  }

  private static void interval(ObjectNode node, String key, Comparison.RatioInterval interval) {
    number(node, key, interval.ratio());
    number(node, "low", interval.low());
    number(node, "high", interval.high());
  }

  private static void number(ObjectNode node, String key, double value) {
    if (Double.isFinite(value)) {
      node.put(key, decimal(value));
    } else {
      node.putNull(key);
    }
  }

  /** Rounds to three decimals: microseconds, if the number is milliseconds. */
  private static double decimal(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  static String csv(RunSummary run) {
    Map<String, Function<TrialSummary, Object>> columns = columns(run);
    StringBuilder text = new StringBuilder(line(columns.keySet().stream()));
    run.trials()
        .forEach(t -> text.append(line(columns.values().stream().map(cell -> cell.apply(t)))));
    return text.toString();
  }

  private static Map<String, Function<TrialSummary, Object>> columns(RunSummary run) {
    Map<String, Function<TrialSummary, Object>> columns = new LinkedHashMap<>();
    columns.put("trial", trial -> trial.config().folder());
    columns.put("policy", TrialSummary::policy);
    columns.put("pool", trial -> trial.config().pool());
    columns.put("poolSize", trial -> trial.config().poolSize());
    columns.put("users", trial -> run.config().users());
    columns.put("nodes", trial -> trial.variant().nodes());
    columns.put("consistent", trial -> trial.audit().consistent());
    columns.put("variant", trial -> trial.variant().name());
    columns.put("store", trial -> trial.config().store());
    columns.put("choices", Summaries::choices);
    for (Metric metric : Metrics.ALL) {
      columns.put(metric.nameAndUnit(), trial -> number(metric, metric.of(trial)));
    }
    for (StateKind kind : MatrixSections.kinds(run)) {
      for (ProbeResults.ProbeOutcome outcome : ProbeResults.ProbeOutcome.values()) {
        columns.put(
            "stateKinds." + kind.key() + "." + outcome.key(),
            trial -> trial.stateKinds().of(kind).of(outcome));
      }
    }
    return columns;
  }

  private static String choices(TrialSummary trial) {
    return trial.variant().choices().all().entrySet().stream()
        .map(choice -> choice.getKey() + "=" + choice.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String number(Metric metric, double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    return metric.count() ? Long.toString((long) value) : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String line(Stream<?> fields) {
    return fields.map(field -> quote(field.toString())).collect(Collectors.joining(",")) + "\n";
  }

  private static String quote(String field) {
    return field.matches("[^\",\\r\\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
