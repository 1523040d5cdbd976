package cloakroom.stress.report;

import cloakroom.stress.measure.Audit;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.ServerWork;
import cloakroom.stress.measure.StateKinds;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.Varied;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Prints summary.json, a public contract: {@code docs/summary.schema.json} describes it, and its
 * names change only together with its schema number.
 */
final class SummaryJson {
  private static final int SCHEMA = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SummaryJson() {}

  static String print(RunSummary run) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(tree(run)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("summary.json cannot be written", e);
    }
  }

  private static ObjectNode tree(RunSummary run) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("plan", run.config().plan());
    root.put("startedAt", run.config().startedAt());
    root.put("consistent", run.consistent());
    root.put("generatorBound", !run.faults().bottleneck().isEmpty());
    root.put("cutShort", run.faults().cutShort());
    root.put("seed", run.config().seed());
    root.put("percentiles", Metrics.PERCENTILES);
    root.put("primaryMetric", run.primary().key());
    root.putObject("bootstrap")
        .put("replicates", run.replicates())
        .put("blockSeconds", run.blockSeconds())
        .put("confidence", 0.95);
    vary(root, run.config().varied());
    ArrayNode trials = root.putArray("trials");
    run.trials().forEach(trial -> trial(trials.addObject(), trial));
    ArrayNode comparisons = root.putArray("comparisons");
    run.comparisons().forEach(comparison -> comparison(comparisons.addObject(), run, comparison));
    return root;
  }

  private static void trial(ObjectNode node, TrialSummary trial) {
    node.put("folder", trial.config().folder());
    node.put("variant", trial.variant().name());
    node.put("policy", trial.policy());
    node.put("hygiene", trial.variant().hygiene());
    node.put("store", trial.config().store());
    node.set("set", MAPPER.valueToTree(trial.variant().set()));
    node.put("pool", trial.config().pool());
    node.put("poolSize", trial.config().poolSize());
    node.put("users", trial.users());
    node.put("nodes", trial.nodes());
    node.put("ok", (long) trial.figure("ok"));
    node.put("measuredSeconds", decimal(trial.figure("measuredSeconds")));
    Metrics.ALL.forEach(metric -> metric(node, metric, trial));
    server(node.withObjectProperty("server"), trial.server());
    node.put("findings", trial.findings());
    stateKinds(node.putObject("stateKinds"), trial.stateKinds());
    generator(node.putObject("generator"), trial);
    trial
        .killed()
        .ifPresent(
            kill ->
                node.putObject("killed")
                    .put("node", kill.node())
                    .put("afterSeconds", decimal(kill.afterSeconds()))
                    .put("statesLost", kill.statesLost())
                    .put("unanswered", kill.unanswered()));
    ArrayNode audit = node.putArray("audit");
    trial.audit().checks().forEach(check -> check(audit.addObject(), check));
  }

  private static void metric(ObjectNode node, Metric metric, TrialSummary trial) {
    int dot = metric.name().indexOf('.');
    ObjectNode parent = dot < 0 ? node : node.withObjectProperty(metric.name().substring(0, dot));
    String key = metric.name().substring(dot + 1);
    if (metric.count() && Double.isFinite(metric.of(trial))) {
      parent.put(key, (long) metric.of(trial));
    } else {
      number(parent, key, metric.of(trial));
    }
  }

  /** What the database server told that is no plain figure. */
  private static void server(ObjectNode node, ServerWork server) {
    node.put("product", server.product());
    node.put("rows", server.gaps().rows());
    node.put("gaps", server.gaps().missed());
    if (!server.gaps().lastFailure().isEmpty()) {
      node.put("lastFailure", server.gaps().lastFailure());
    }
    ObjectNode waits = node.putObject("waits");
    // four digits: a session that waits a ten-thousandth of the time is next to nothing
    server.waits().forEach((name, n) -> waits.put(name, Math.round(n * 10_000) / 10_000.0));
    ArrayNode groups = node.putArray("groups");
    server.groups().forEach(group -> group(groups.addObject(), group));
  }

  private static void group(ObjectNode node, ServerWork.Group group) {
    node.put("name", group.name());
    node.put("state", group.state());
    if (!group.told()) {
      node.put("reason", group.reason());
      node.put("grant", group.grant());
    }
  }

  private static void stateKinds(ObjectNode node, StateKinds kinds) {
    kinds
        .byKind()
        .forEach(
            (kind, fates) -> {
              ObjectNode counts = node.putObject(kind.key());
              for (Fate fate : Fate.values()) {
                counts.put(fate.key(), fates.of(fate));
              }
            });
  }

  private static void vary(ObjectNode root, Varied varied) {
    if (varied.any()) {
      ObjectNode vary = root.putObject("vary").put("setting", varied.setting());
      varied.values().forEach(vary.putArray("values")::add);
    }
  }

  private static void generator(ObjectNode node, TrialSummary trial) {
    node.put("bound", trial.generator().bound());
    node.put("lagP95Ms", decimal(trial.generator().lagP95()));
    node.put("gcShare", decimal(trial.generator().gcShare()));
    node.put("reason", trial.generator().reason());
  }

  private static void check(ObjectNode node, Audit.Check check) {
    node.put("id", check.id());
    node.put("name", check.name());
    node.put("outcome", Words.outcome(check.outcome()));
    if (check.outcome() != Audit.Outcome.SKIPPED) {
      node.put("leftName", check.leftName());
      node.put("left", check.left());
      node.put("relation", check.relation());
      node.put("rightName", check.rightName());
      node.put("right", check.right());
    }
    node.put("note", check.note());
  }

  private static void comparison(ObjectNode node, RunSummary run, Comparison comparison) {
    node.put("a", comparison.a());
    node.put("b", comparison.b());
    node.put("metric", comparison.metric().key());
    number(node, "ratio", comparison.interval().ratio());
    number(node, "low", comparison.interval().low());
    number(node, "high", comparison.interval().high());
    node.put("verdict", Words.verdict(run, comparison));
  }

  /** What is not known is null. */
  private static void number(ObjectNode node, String key, double value) {
    if (Double.isFinite(value)) {
      node.put(key, decimal(value));
    } else {
      node.putNull(key);
    }
  }

  /** Three digits behind the point: microseconds, if the number is milliseconds. */
  private static double decimal(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
