package cloakroom.stress.predict;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.Objects.requireNonNullElse;

import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.stress.folder.DatabaseCost;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost;
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

/** Command that simulates a system: a measured variant of a run with changes by options. */
abstract class PredictionCommand extends StressCommand {
  static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ROUND_TRIPS = "network.roundTripsPerRequest";
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
  private String roundTrip;

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

  Path folder() {
    return BaselinesFile.folder(
        from == null ? StressJar.find().runs().resolve("latest").toString() : from);
  }

  /** Returns the request to the simulation; policy, which replaces all settings, may be null. */
  ObjectNode request(
      Path folder, String policy, String store, Map<String, String> settings, Duration usual) {
    RunSummary run = run(folder);
    VariantSummary of = VariantSummary.of(run, run.variants().get(0));
    List<VariantCost.RequestCost> counted =
        run.costs().getOrDefault(of.name(), VariantCost.UNKNOWN).kinds();
    Map<String, Double> metrics = new HashMap<>();
    Metrics.ALL.forEach(metric -> metrics.put(metric.name(), of.mean(metric)));
    metrics.values().removeIf(value -> !Double.isFinite(value));
    refuseIf(
        counted.isEmpty() && !metrics.containsKey(ROUND_TRIPS),
        "%s has no round trips: measure with --count-round-trips or --db-rtt",
        folder);
    ObjectNode measured = measured(run, run.trials().get(0).config());
    ObjectNode request = MAPPER.createObjectNode();
    request.set("measured", measured);
    ObjectNode system = system(measured, run.trials().get(0).config().poolSize());
    if (policy != null) {
      system.put("policy", policy).putObject("settings");
    }
    if (store != null) {
      system.put(STORE, store);
    }
    ObjectNode set = system.withObjectProperty("settings");
    settings.forEach(set::put);
    request.set("asked", system);
    request.set("figures", MAPPER.valueToTree(metrics));
    request.set("cycle", cycle(of.variant(), counted));
    return request
        .put("seconds", requireNonNullElse(length, usual).toMillis() / 1000.0)
        .put("seed", seed);
  }

  /** Returns the variant that the simulation starts from; its metrics must be valid. */
  private RunSummary run(Path folder) {
    List<String> names =
        new RunFiles(folder)
            .config().trials().stream().map(trial -> trial.variant().name()).distinct().toList();
    String chosen = variant.isEmpty() && names.size() == 1 ? names.get(0) : variant;
    String all = String.join(", ", names);
    refuseIf(
        !names.contains(chosen),
        "--variant \"%s\": choose a variant of this run from %s",
        chosen,
        all);
    RunSummary run = MeasuredRun.of(folder, chosen);
    refuseIf(
        run.trials().isEmpty() || !run.isReliable() || run.generatorSaturated(),
        "%s is invalid and cannot be the base of a prediction: %s",
        folder,
        run.trials().isEmpty() ? "nothing was measured" : VerdictText.noVerdictReason(run));
    return run;
  }

  private static ObjectNode measured(RunSummary run, RunConfig.TrialConfig trial) {
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

  /** Without a pool the number of connections has no limit. */
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

  /** Returns the settings in addition to the policy; all of them for a configuration file. */
  private static Map<String, String> settings(Variant variant, Map<String, String> inForce) {
    Map<String, String> all = new LinkedHashMap<>(variant.choices().all());
    if (variant.has(BC4J)) {
      all.putAll(inForce);
    }
    all.keySet().removeIf(key -> !VariantOptions.isSetting(key));
    return all;
  }

  private ObjectNode system(ObjectNode measured, long poolSize) {
    Map<String, Object> changes = new LinkedHashMap<>();
    changes.put("users", users);
    changes.put("nodes", nodes);
    changes.put("tierProcessors", processors);
    changes.put("databaseProcessors", databaseProcessors);
    changes.put("thinkMs", think == null ? null : millis(think.mean()));
    changes.put("thinkKind", think == null ? null : think.kind());
    changes.put(
        "rttMs", roundTrip == null ? null : millis(DB_RTT.kind().parse(DB_RTT.name(), roundTrip)));
    changes.put(COMMIT, commit == null ? null : millis(commit));
    changes.put(PAGE, page == null ? null : millis(page));
    changes.values().removeIf(Objects::isNull);
    ObjectNode all = measured.deepCopy().setAll(Records.tree(changes));
    long usual = connections(poolSize, all.get("nodes").asLong());
    return all.put(CONNECTIONS, connections == null ? usual : connections);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private static double millis(Optional<Duration> roundTrip) {
    return roundTrip.map(PredictionCommand::millis).orElse(0.0);
  }

  private static ArrayNode cycle(Variant variant, List<VariantCost.RequestCost> counted) {
    List<VariantCost.RequestCost> cycle =
        counted.stream().filter(kind -> !kind.transaction().isEmpty()).toList();
    if (cycle.isEmpty()) {
      VariantCost.Counted change = new VariantCost.Counted("", "change", Map.of());
      VariantCost.Counted commit =
          new VariantCost.Counted("", "commit", Map.of(DatabaseCost.LOG_FLUSHES, 1L));
      boolean one = variant.get(ONE_REQUEST);
      cycle = VariantCost.of(one ? List.of(commit) : List.of(change, commit)).kinds();
    }
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < cycle.size(); i++) {
      VariantCost.RequestCost request = cycle.get(i);
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

  /** Returns the mean; 0 if it was not counted. */
  private static double mean(VariantCost.RequestCost request, DatabaseCost cost) {
    return request.costs().containsKey(cost) ? request.costs().get(cost).getAverage() : 0;
  }
}
