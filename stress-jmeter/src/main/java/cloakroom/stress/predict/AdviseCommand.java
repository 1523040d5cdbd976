package cloakroom.stress.predict;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.contract.StateKind;
import cloakroom.contract.TierOptions;
import cloakroom.options.NodeOptions;
import cloakroom.platform.Installation;
import cloakroom.stress.folder.Json;
import cloakroom.stress.folder.TierSettings;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.predict.AdvicePage.Tried;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.settings.TierCommands;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Command {@code advise}: explains a configuration and finds cheaper similar settings. */
@CommandLine.Command(
    name = "advise",
    description =
        "Explain a bc4j.xcfg, predict it and similar settings, rank those that meet an objective by"
            + " cost, and print the lines to change; as text and as advice.html in the run's"
            + " folder.")
public final class AdviseCommand extends PredictionCommand {
  private static final String CALIBRATION =
      "--users 40 --think 200ms --iterations 60 --count-round-trips --no-dashboard --no-live";
  private static final String REQUESTS = "requests";

  /** Settings to simulate, by name: where connections and state are between requests. */
  private static final List<Map.Entry<String, List<String>>> ALTERNATIVES =
      List.of(
          Map.entry("as it is", List.of()),
          Map.entry(
              "state in memory",
              List.of("jbo.doconnectionpooling=true", "jbo.txn.disconnect_level=1")),
          Map.entry("sticky", List.of("jbo.doconnectionpooling=false")));

  /** Twice the time for which a request waits for a connection. */
  private static final Duration MIN_DURATION = Duration.ofMinutes(1);

  /** Settings that meet the objective, by connections and processors; then by failures and time. */
  private static final Comparator<Tried> BY_COST =
      Comparator.comparing(Tried::meets)
          .reversed()
          .thenComparing(one -> one.response().has("refused"))
          .thenComparingDouble(one -> one.meets() ? 0 : one.failed())
          .thenComparingDouble(one -> one.meets() ? 0 : one.p95())
          .thenComparingLong(Tried::connections)
          .thenComparingDouble(Tried::processors);

  @CommandLine.Option(names = TierOptions.BC4J, paramLabel = "FILE", required = true)
  private Path bc4j;

  @CommandLine.Option(names = TierOptions.AM_CONFIG, paramLabel = "NAME", defaultValue = "")
  private String configuration;

  @CommandLine.Option(
      names = "--slo",
      paramLabel = "LIMITS",
      defaultValue = "response.p95 < 1s, errors < 0.1%")
  private String slo;

  @CommandLine.Option(names = "--required-state", paramLabel = "KIND,…", split = ",")
  private List<String> keeps = List.of();

  @CommandLine.Option(names = "--inspection-file", paramLabel = "FILE")
  private Path inspected;

  @CommandLine.Option(names = "--calibrate")
  private boolean calibrate;

  private final TierCommands tier = new TierCommands(Installation.java());
  private final Set<StateKind> kept = new TreeSet<>();
  private List<FailureCondition> objective;
  private ObjectNode request;
  private AdvicePage.AdviceRequest advice;

  @Override
  public Integer call() {
    objective = FailureCondition.objectives(slo);
    Set<String> known = new TreeSet<>(metrics(MAPPER.createObjectNode()).keySet());
    known.remove(REQUESTS);
    for (FailureCondition limit : objective) {
      if (!known.contains(limit.name())) {
        throw StressFailure.wrongUse(
            "--slo \"%s\": choose from %s", limit.text(), String.join(", ", known));
      }
    }
    keeps.forEach(name -> kept.add(kind(name)));
    if (inspected != null) {
      kept.addAll(
          Json.readStrict(inspected, InspectionResult.SCHEMA, InspectionResult.class).keeps());
    }
    Path jar = StressJar.find().appSim();
    JsonNode config = tier.config(jar, bc4j, configuration, List.of());
    TierSettings now = TierSettings.of(config);
    Map<String, TierSettings> alternatives = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> each : ALTERNATIVES) {
      JsonNode settings = tier.config(jar, bc4j, configuration, each.getValue());
      alternatives.put(each.getKey(), TierSettings.of(settings));
    }
    if (calibrate) {
      measure();
    }
    Path folder = folder();
    request = request(folder, "", null, now.all(), MIN_DURATION.multipliedBy(2));
    refuseIf(
        request.path("seconds").asDouble() < MIN_DURATION.toSeconds(),
        "--for: must be 1m or more, because requests wait 30 s for a connection before they fail");
    JsonNode system = request.path("asked");
    advice =
        new AdvicePage.AdviceRequest(
            config,
            now,
            system.path("users").asLong(),
            system.path("nodes").asLong(),
            system.path("connections").asLong(),
            slo,
            folder.toString());
    List<Tried> tried = search(alternatives);
    show(new AdvicePage(advice, tried).document(), folder.resolve("advice.html"));
    return tried.get(0).meets() ? Reports.DONE : Reports.FAILURES;
  }

  /** Parses a kind of state such as temporary-rows, temporaryRows, or a unique part of it. */
  static StateKind kind(String name) {
    String plain = name.strip().replace("-", "").toLowerCase(Locale.ROOT);
    List<StateKind> found =
        Stream.of(StateKind.values())
            .filter(kind -> kind.key().toLowerCase(Locale.ROOT).contains(plain))
            .toList();
    if (found.size() != 1) {
      throw StressFailure.wrongUse(
          "--required-state %s: choose from %s",
          name, Stream.of(StateKind.values()).map(StateKind::key).collect(joining(", ")));
    }
    return found.get(0);
  }

  /** Returns the options of a run of one configuration, without variants to compare. */
  public static List<String> calibration(Path file, String configuration) {
    String of = configuration.isEmpty() ? "" : "#" + configuration;
    List<String> run = new ArrayList<>(List.of(CALIBRATION.split(" ", -1)));
    run.addAll(
        List.of(
            "--variant", "calibrated: %s=\"%s%s\"".formatted(NodeOptions.BC4J.key(), file, of)));
    return run;
  }

  private void measure() {
    List<String> run = calibration(bc4j, configuration);
    int code =
        spec.parent()
            .subcommands()
            .get("run")
            .setOut(new PrintWriter(Writer.nullWriter()))
            .execute(run.toArray(String[]::new));
    if (code != Reports.DONE) {
      throw StressFailure.invalid("--calibrate: the run ended with exit code " + code);
    }
  }

  /** Returns the metrics of a response by their names; in a closed load both times are equal. */
  private static Map<String, Double> metrics(JsonNode predicted) {
    Map<String, Double> metrics = new HashMap<>();
    for (String part : List.of("mean", "p95", "p99")) {
      double value = predicted.path("response").path(part).asDouble(Double.NaN);
      metrics.put("response." + part, value);
      metrics.put("service." + part, value);
    }
    metrics.put("errors", predicted.path("failed").asDouble(Double.NaN));
    metrics.put(REQUESTS, predicted.path("begun").asDouble(Double.NaN));
    return metrics;
  }

  /** Tries all connections, then half of them as long as the objective is met; sorts by cost. */
  private List<Tried> search(Map<String, TierSettings> alternatives) {
    Map<String, Tried> best = new LinkedHashMap<>();
    Set<String> passing = null;
    for (long all = advice.connections(); all >= advice.nodes(); all /= 2) {
      Map<String, TierSettings> some =
          TierSettings.sizes(alternatives, advice.sessions(), all / advice.nodes() - 1);
      if (passing != null) {
        some.keySet().retainAll(passing);
      }
      if (some.isEmpty()) {
        break;
      }
      passing = new TreeSet<>();
      for (Tried one : simulate(some, all)) {
        if (one.meets()) {
          passing.add(one.name());
        }
        if (one.meets() || !best.containsKey(one.name())) {
          best.put(one.name(), one);
        }
      }
    }
    return best.values().stream().sorted(BY_COST).toList();
  }

  private List<Tried> simulate(Map<String, TierSettings> some, long connections) {
    ArrayNode requests = MAPPER.createArrayNode();
    some.values().forEach(settings -> requests.add(with(settings, connections)));
    JsonNode responses = tier.simulation(StressJar.find().appSim(), requests);
    List<Tried> tried = new ArrayList<>();
    some.forEach(
        (name, settings) -> {
          JsonNode response = responses.path(tried.size());
          String missed = missed(settings, response);
          tried.add(new Tried(name, settings, connections, response, processors(response), missed));
        });
    return tried;
  }

  private ObjectNode with(TierSettings settings, long connections) {
    ObjectNode changed = request.deepCopy();
    ObjectNode system = (ObjectNode) changed.path("asked");
    system.put("connections", connections);
    system.set("settings", MAPPER.valueToTree(settings.all()));
    return changed;
  }

  private String missed(TierSettings settings, JsonNode response) {
    if (response.has("refused")) {
      return response.path("refused").asText();
    }
    Loss loss = settings.loss(advice.sessions());
    List<String> lost =
        loss == Loss.NEVER
            ? List.of()
            : kept.stream().filter(StateKind::ofConnection).map(StateKind::key).toList();
    String slow = FailureCondition.missed(objective, metrics(response.path("predicted")));
    String loses = lost.isEmpty() ? "" : "loses " + String.join(", ", lost);
    return slow.isEmpty() ? loses : "not " + slow + (loses.isEmpty() ? "" : "; " + loses);
  }

  private double processors(JsonNode response) {
    JsonNode system = request.path("asked");
    return response.at("/predicted/tierBusy").asDouble()
            * system.path("nodes").asInt()
            * system.path("tierProcessors").asInt()
        + response.at("/predicted/databaseBusy").asDouble()
            * system.path("databaseProcessors").asInt();
  }
}
