package cloakroom.stress.predict;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.Objects.requireNonNullElse;

import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.stress.folder.DatabaseCost;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.Counted;
import cloakroom.stress.folder.VariantCost.RequestCost;
import cloakroom.stress.history.BaselinesFile;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.Records;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.report.VerdictText;
import cloakroom.stress.settings.StressJar;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * A command that has a simulation tell of a system, as options say it: a variant of a run that was
 * measured, and what differs from it.
 */
abstract class PredictionCommand extends StressCommand {
  static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String DISTANCE = "network.roundTripsPerRequest";
  private static final String STORE = "store";
  private static final String COMMIT = "commitMs";
  private static final String PAGE = "pageMs";
  private static final String CONNECTIONS = "connections";

  @Option(names = "--from", paramLabel = "RUN")
  private String from;

  @Option(names = "--variant", paramLabel = "NAME", defaultValue = "")
  private String variant;

  @Option(names = TierOptions.USERS, paramLabel = "N")
  private Integer users;

  @Option(names = "--nodes", paramLabel = "N")
  private Integer nodes;

  @Option(names = "--connections", paramLabel = "N")
  private Integer connections;

  @Option(names = "--think", paramLabel = "DURATION[~KIND]")
  private Think think;

  @Option(names = "--db-rtt", paramLabel = "DURATION")
  private String distance;

  @Option(names = TierOptions.COMMIT_DELAY, paramLabel = "DURATION")
  private Duration commit;

  @Option(names = "--page-wait", paramLabel = "DURATION")
  private Duration page;

  @Option(names = "--processors", paramLabel = "N")
  private Integer processors;

  @Option(names = "--db-processors", paramLabel = "N")
  private Integer databaseProcessors;

  @Option(names = "--for", paramLabel = "DURATION")
  private Duration length;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  private long seed;

  /** The folder of the run that was measured. */
  Path folder() {
    return BaselinesFile.folder(
        from == null ? StressJar.find().runs().resolve("latest").toString() : from);
  }

  /**
   * What the tier's jar is asked.
   *
   * @param policy another than the measured one, whose settings go; or null
   * @param store another than the measured one, or null
   * @param settings on top
   * @param usual simulated time if nobody says another
   */
  ObjectNode question(
      Path folder, String policy, String store, Map<String, String> settings, Duration usual) {
    RunSummary run = run(folder);
    VariantSummary of = VariantSummary.of(run, run.variants().get(0));
    List<RequestCost> counted = run.costs().getOrDefault(of.name(), VariantCost.UNKNOWN).kinds();
    Map<String, Double> figures = new HashMap<>();
    Metrics.ALL.forEach(metric -> figures.put(metric.name(), of.mean(metric)));
    figures.values().removeIf(value -> !Double.isFinite(value));
    refuseIf(
        counted.isEmpty() && !figures.containsKey(DISTANCE),
        "%s does not tell its round trips: measure with --count-round-trips, or with --db-rtt",
        folder);
    ObjectNode measured = measured(run, run.trials().get(0).config());
    ObjectNode question = MAPPER.createObjectNode();
    question.set("measured", measured);
    ObjectNode asked = asked(measured, run.trials().get(0).config().poolSize());
    if (policy != null) {
      asked.put("policy", policy).putObject("settings");
    }
    if (store != null) {
      asked.put(STORE, store);
    }
    ObjectNode set = asked.withObjectProperty("settings");
    settings.forEach(set::put);
    question.set("asked", asked);
    question.set("figures", MAPPER.valueToTree(figures));
    question.set("cycle", cycle(of.variant(), counted));
    return question
        .put("seconds", requireNonNullElse(length, usual).toMillis() / 1000.0)
        .put("seed", seed);
  }

  /** The variant alone that the simulation sets out from; its figures have to count. */
  private RunSummary run(Path folder) {
    List<String> names =
        new RunFiles(folder)
            .config().trials().stream().map(trial -> trial.variant().name()).distinct().toList();
    String chosen = variant.isEmpty() && names.size() == 1 ? names.get(0) : variant;
    String all = String.join(", ", names);
    refuseIf(
        !names.contains(chosen), "--variant \"%s\": choose one of this run's from %s", chosen, all);
    RunSummary run = MeasuredRun.of(folder, chosen);
    refuseIf(
        run.trials().isEmpty() || !run.isReliable() || !run.bottleneck().isEmpty(),
        "%s is invalid, so that nothing follows: %s",
        folder,
        run.trials().isEmpty() ? "nothing was measured" : VerdictText.noVerdictReason(run));
    return run;
  }

  private static ObjectNode measured(RunSummary run, TrialConfig trial) {
    Variant variant = trial.variant();
    Map<String, String> inForce = trial.settings();
    Choices tier = new Choices(inForce);
    Think think = think(variant, run.config());
    int processors = Integer.parseInt(run.environment().getOrDefault("cpus", "1"));
    ObjectNode measured = MAPPER.createObjectNode().put("policy", variant.policy());
    measured.set("settings", MAPPER.valueToTree(settings(variant, inForce)));
    return measured
        .put(STORE, trial.store())
        .put("users", run.config().users())
        .put("nodes", variant.nodes())
        .put(CONNECTIONS, connections(trial.poolSize(), variant.nodes()))
        .put("thinkMs", millis(think.mean()))
        .put("thinkKind", think.kind())
        .put("rttMs", millis(variant.get(DB_RTT)))
        .put(COMMIT, millis(variant.get(COMMIT_DELAY)))
        .put(PAGE, millis(variant.has(PAGE_WAIT) ? variant.get(PAGE_WAIT) : tier.get(PAGE_WAIT)))
        .put("checks", tier.get(VALIDATION).equals("always"))
        .put("tierProcessors", processors)
        .put("databaseProcessors", processors);
  }

  /** Without a pool there are as many as anybody wants. */
  private static long connections(long poolSize, long nodes) {
    return poolSize == 0 ? Integer.MAX_VALUE : poolSize * nodes;
  }

  private static Think think(Variant variant, RunConfig config) {
    Think usual =
        new Think(
            Duration.ofMillis(Long.parseLong(config.all().getOrDefault("thinkMs", "0"))),
            config.all().getOrDefault(RunConfig.THINK_DISTRIBUTION, Think.CONSTANT));
    return variant.choices().find(THINK).orElse(usual);
  }

  /** What was set on top of the policy; of a file's configuration everything. */
  private static Map<String, String> settings(Variant variant, Map<String, String> inForce) {
    Map<String, String> all = new LinkedHashMap<>(variant.choices().all());
    if (variant.has(BC4J)) {
      all.putAll(inForce);
    }
    all.keySet().removeIf(key -> !VariantOptions.isSetting(key));
    return all;
  }

  private ObjectNode asked(ObjectNode measured, long poolSize) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("users", users);
    asked.put("nodes", nodes);
    asked.put("tierProcessors", processors);
    asked.put("databaseProcessors", databaseProcessors);
    asked.put("thinkMs", think == null ? null : millis(think.mean()));
    asked.put("thinkKind", think == null ? null : think.kind());
    asked.put(
        "rttMs", distance == null ? null : millis(DB_RTT.kind().parse(DB_RTT.name(), distance)));
    asked.put(COMMIT, commit == null ? null : millis(commit));
    asked.put(PAGE, page == null ? null : millis(page));
    asked.values().removeIf(Objects::isNull);
    ObjectNode all = measured.deepCopy().setAll(Records.tree(asked));
    long usual = connections(poolSize, all.get("nodes").asLong());
    return all.put(CONNECTIONS, connections == null ? usual : connections);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static double millis(Optional<Duration> roundTrip) {
    return roundTrip.map(PredictionCommand::millis).orElse(0.0);
  }

  /** The requests of the plan's transactions, each with a root module of its own. */
  private static ArrayNode cycle(Variant variant, List<RequestCost> counted) {
    List<RequestCost> cycle =
        counted.stream().filter(kind -> !kind.transaction().isEmpty()).toList();
    if (cycle.isEmpty()) {
      Counted change = new Counted("", "change", Map.of());
      Counted commit = new Counted("", "commit", Map.of(DatabaseCost.LOG_FLUSHES, 1L));
      boolean one = variant.get(ONE_REQUEST);
      cycle = VariantCost.of(one ? List.of(commit) : List.of(change, commit)).kinds();
    }
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < cycle.size(); i++) {
      RequestCost request = cycle.get(i);
      String next = i + 1 < cycle.size() ? cycle.get(i + 1).transaction() : null;
      requests
          .addObject()
          .put("name", request.request())
          .put("module", request.transaction())
          .put("roundTrips", mean(request, DatabaseCost.ROUND_TRIPS))
          .put("flushes", mean(request, DatabaseCost.LOG_FLUSHES))
          .put("ends", !request.transaction().equals(next));
    }
    return requests;
  }

  /** What nobody told counts as none. */
  private static double mean(RequestCost request, DatabaseCost cost) {
    return request.costs().containsKey(cost) ? request.costs().get(cost).getAverage() : 0;
  }
}
