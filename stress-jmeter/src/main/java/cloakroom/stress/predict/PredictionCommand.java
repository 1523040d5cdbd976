package cloakroom.stress.predict;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.Objects.requireNonNullElse;

import cloakroom.contract.TierOptions;
import cloakroom.options.Choices;
import cloakroom.platform.Resources;
import cloakroom.statistics.Interval;
import cloakroom.stress.compare.BaselinesFile;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.Records;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.report.VerdictText;
import cloakroom.stress.settings.StressJar;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Command that simulates a system, based on a measured variant and changed settings. */
abstract class PredictionCommand extends StressCommand {
  static final ObjectMapper MAPPER = new ObjectMapper();
  static final List<List<String>> METRICS =
      Resources.rows("cloakroom/stress/predict/prediction.txt");
  static final String NOT_VALID = "not valid: ";
  private static final String STORE = "store";
  private static final String COMMIT = "commitMs";
  private static final String PAGE = "pageMs";
  private static final String CONNECTIONS = "connections";

  @Option(names = "--from", paramLabel = "RUN")
  private String from;

  @Option(names = "--variant", paramLabel = "NAME", defaultValue = "")
  private String variant;

  @Option(names = "--noisy")
  private boolean noisy;

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

  /**
   * Request to the simulation, with what is known of the measured run.
   *
   * @param noise how other processes disturbed the run; empty if they did not
   * @param knowsModules whether the run recorded the root module of each page
   */
  record PredictionInput(ObjectNode request, String noise, boolean knowsModules) {
    /** Returns the system to predict. */
    JsonNode system() {
      return request.path("asked");
    }

    /** Adds notes on the measured run to a response of the simulation. */
    JsonNode withNotes(JsonNode response) {
      if (!noise.isEmpty()) {
        response.withArrayProperty("notes").insert(0, NOT_VALID + noise);
      }
      if (!knowsModules) {
        response.withArrayProperty("notes").add("each transaction of a plan uses one root module");
      }
      return response;
    }
  }

  Path folder() {
    return BaselinesFile.folder(
        from == null ? StressJar.find().runs().resolve("latest").toString() : from);
  }

  /**
   * Returns the input of the simulation.
   *
   * @param policy release policy that replaces all settings; null to keep the measured settings
   */
  PredictionInput input(
      Path folder, String policy, String store, Map<String, String> settings, Duration usual) {
    RunSummary run = run(folder);
    VariantSummary of = VariantSummary.of(run, run.variants().get(0));
    List<VariantCost.RequestCost> counted =
        run.costs().getOrDefault(of.name(), VariantCost.UNKNOWN).kinds();
    Map<String, Double> metrics = new HashMap<>();
    Metric.ALL.forEach(metric -> metrics.put(metric.name(), of.mean(metric)));
    metrics.values().removeIf(value -> !Double.isFinite(value));
    String unknown = "%s has no round trips: measure with --count-round-trips or --db-rtt";
    refuseIf(
        counted.isEmpty() && !metrics.containsKey("network.roundTripsPerRequest"), unknown, folder);
    Map<String, String> modules = run.config().modules();
    ArrayNode cycle = cycle(of.variant(), counted, modules);
    Set<String> pools = new TreeSet<>(modules.values());
    cycle.forEach(one -> pools.add(one.path("module").asText()));
    ObjectNode measured = measured(run, run.trials().get(0).config());
    measured.set("modules", MAPPER.valueToTree(pools));
    ObjectNode request = MAPPER.createObjectNode();
    request.set("measured", measured);
    ObjectNode system = system(measured, run.trials().get(0).config().poolSize());
    if (policy != null) {
      system.put("policy", policy).putObject("settings");
    }
    if (store != null) {
      system.put(STORE, store);
    }
    settings.forEach(system.withObjectProperty("settings")::put);
    request.set("asked", system);
    request.set("figures", MAPPER.valueToTree(metrics));
    request.set("cycle", cycle);
    double seconds = requireNonNullElse(length, usual).toMillis() / 1000.0;
    request.put("seconds", seconds).put("seed", seed);
    return new PredictionInput(request, run.noise().orElse(""), !modules.isEmpty());
  }

  /**
   * Returns the measured run on which the simulation is based. Throws StressFailure if the run's
   * metrics are invalid.
   */
  private RunSummary run(Path folder) {
    List<String> names =
        new RunFiles(folder)
            .config().trials().stream().map(trial -> trial.variant().name()).distinct().toList();
    String all = String.join(", ", names);
    String several = "--variant: is required, because %s has several variants; choose from %s";
    refuseIf(variant.isEmpty() && names.size() > 1, several, folder, all);
    String chosen = variant.isEmpty() && names.size() == 1 ? names.get(0) : variant;
    String choices = "--variant \"%s\": choose a variant of this run from %s";
    refuseIf(!chosen.isEmpty() && !names.contains(chosen), choices, chosen, all);
    RunSummary run = MeasuredRun.of(folder, chosen);
    refuseIf(
        !run.isReliable() || run.generatorSaturated(),
        "%s is invalid and cannot be the base of a prediction: %s",
        folder,
        VerdictText.noVerdictReason(run));
    String noise = run.noise().orElse("");
    String disturbed =
        "%s has unreliable times: %s; measure again on an idle machine with engines of stress.jar, or accept the errors with --noisy";
    refuseIf(!noisy && !noise.isEmpty(), disturbed, folder, noise);
    return run;
  }

  /**
   * Returns a predicted value with the interval of measured values, or a value without bounds if
   * the prediction of this metric is not validated.
   */
  static Interval interval(String path, double value) {
    return METRICS.stream()
        .filter(row -> row.get(1).equals(path) && row.size() > 3)
        .map(row -> row.subList(3, 5).stream().map(Double::valueOf).toList())
        .map(by -> new Interval(value, value * by.get(0), value * by.get(1), Interval.MIN_BLOCKS))
        .findFirst()
        .orElse(Interval.NONE.around(value));
  }

  private static ObjectNode measured(RunSummary run, RunConfig.TrialConfig trial) {
    Variant variant = trial.variant();
    Map<String, String> inForce = trial.settings();
    Choices tier = new Choices(inForce);
    Think think = run.config().think(variant);
    int processors = Integer.parseInt(run.environment().getOrDefault("cpus", "1"));
    ObjectNode measured = MAPPER.createObjectNode().put("policy", variant.policy());
    // A bc4j.xcfg variant has no policy name, so the settings that the tier reported are used.
    Map<String, String> settings = new LinkedHashMap<>(variant.choices().all());
    settings.putAll(variant.has(BC4J) ? inForce : Map.of());
    settings.keySet().removeIf(key -> !VariantOptions.isSetting(key));
    measured.set("settings", MAPPER.valueToTree(settings));
    return measured
        .put(STORE, trial.store())
        .put("users", run.config().users(variant))
        .put("nodes", variant.nodes())
        .put(CONNECTIONS, connections(trial.poolSize(), variant.nodes()))
        .put("thinkMs", millis(think.mean()))
        .put("thinkKind", think.kind())
        .put("rttMs", millis(variant.get(DB_RTT).orElse(Duration.ZERO)))
        .put(COMMIT, millis(variant.get(COMMIT_DELAY)))
        .put(PAGE, millis(variant.has(PAGE_WAIT) ? variant.get(PAGE_WAIT) : tier.get(PAGE_WAIT)))
        .put("checks", tier.get(VALIDATION).equals("always"))
        .put("tierProcessors", processors)
        .put("databaseProcessors", processors);
  }

  /** Returns the number of connections of all nodes; unlimited if the pool size is 0 (no pool). */
  private static long connections(long poolSize, long nodes) {
    return poolSize == 0 ? Integer.MAX_VALUE : poolSize * nodes;
  }

  private ObjectNode system(ObjectNode measured, long poolSize) {
    Map<String, Object> changes = new LinkedHashMap<>();
    changes.put("users", users);
    changes.put("nodes", nodes);
    changes.put("tierProcessors", processors);
    changes.put("databaseProcessors", databaseProcessors);
    changes.put("thinkMs", think == null ? null : millis(think.mean()));
    changes.put("thinkKind", think == null ? null : think.kind());
    Optional<Duration> rtt =
        roundTrip == null ? Optional.empty() : DB_RTT.kind().parse(DB_RTT.name(), roundTrip);
    changes.put("rttMs", roundTrip == null ? null : millis(rtt.orElse(Duration.ZERO)));
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

  private static ArrayNode cycle(
      Variant variant, List<VariantCost.RequestCost> counted, Map<String, String> modules) {
    List<VariantCost.RequestCost> cycle =
        counted.stream().filter(kind -> !kind.transaction().isEmpty()).toList();
    if (cycle.isEmpty()) {
      List<VariantCost.Counted> assumed = new ArrayList<>();
      for (String page : modules.isEmpty() ? Set.of("") : modules.keySet()) {
        if (!variant.get(ONE_REQUEST)) {
          assumed.add(new VariantCost.Counted(page, page + " change", Map.of()));
        }
        Map<DatabaseCost, Long> flush = Map.of(DatabaseCost.LOG_FLUSHES, 1L);
        assumed.add(new VariantCost.Counted(page, page + " commit", flush));
      }
      cycle = VariantCost.of(assumed).kinds();
    }
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < cycle.size(); i++) {
      VariantCost.RequestCost request = cycle.get(i);
      String label = request.transaction(); // page and steps
      String next = i + 1 < cycle.size() ? cycle.get(i + 1).transaction() : null;
      requests
          .addObject()
          .put("name", request.request().strip())
          .put("module", modules.getOrDefault(label.split(" ", 2)[0], label))
          .put("roundTrips", mean(request, DatabaseCost.ROUND_TRIPS))
          .put("flushes", mean(request, DatabaseCost.LOG_FLUSHES))
          .put("ends", !label.equals(next));
    }
    return requests;
  }

  private static double mean(VariantCost.RequestCost request, DatabaseCost cost) {
    return request.costs().containsKey(cost) ? request.costs().get(cost).getAverage() : 0;
  }
}
