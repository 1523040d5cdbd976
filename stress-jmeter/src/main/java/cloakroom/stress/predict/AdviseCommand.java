package cloakroom.stress.predict;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.contract.StateKind;
import cloakroom.contract.TierOptions;
import cloakroom.options.NodeOptions;
import cloakroom.platform.Installation;
import cloakroom.platform.Resources;
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
  private static final Map<String, List<String>> ALTERNATIVES =
      Resources.table("cloakroom/stress/predict/alternatives.txt");
  private static final Duration MIN_DURATION = Duration.ofMinutes(1);
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
  private PredictionInput input;
  private AdvicePage.AdviceRequest advice;

  @Override
  public Integer call() {
    objective = FailureCondition.objectives(slo);
    Set<String> known = new TreeSet<>(metrics(MAPPER.createObjectNode()).keySet());
    known.remove(REQUESTS);
    String choices = String.join(", ", known);
    for (FailureCondition limit : objective) {
      boolean given = known.contains(limit.name());
      refuseIf(!given, "--slo \"%s\": choose from %s", limit.text(), choices);
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
    ALTERNATIVES.forEach(
        (name, row) -> {
          JsonNode settings = tier.config(jar, bc4j, configuration, row.subList(1, row.size()));
          alternatives.put(name, TierSettings.of(settings));
        });
    if (calibrate) {
      CommandLine run = spec.parent().subcommands().get("run");
      run.setOut(new PrintWriter(Writer.nullWriter()));
      int code = run.execute(calibration(bc4j, configuration).toArray(String[]::new));
      if (code != Reports.DONE) {
        throw StressFailure.invalid("--calibrate: the run ended with exit code " + code);
      }
    }
    Path folder = folder();
    input = input(folder, "", null, now.all(), MIN_DURATION.multipliedBy(2));
    refuseIf(
        input.request().path("seconds").asDouble() < MIN_DURATION.toSeconds(),
        "--for: must be 1m or more, because requests wait 30 s for a connection before they fail");
    JsonNode system = input.system();
    long users = system.path("users").asLong();
    long nodes = system.path("nodes").asLong();
    long connections = system.path("connections").asLong();
    advice =
        new AdvicePage.AdviceRequest(
            config,
            now,
            system.path("store").asText(),
            system.path("modules").size(),
            users,
            nodes,
            connections,
            slo,
            folder.toString());
    List<Tried> tried = search(alternatives);
    show(new AdvicePage(advice, tried).document(), folder.resolve("advice.html"));
    return tried.get(0).meets() ? Reports.DONE : Reports.FAILURES;
  }

  /**
   * Parses a kind of session state, such as temporary-rows or temporaryRows. Accepts a part of the
   * name that matches only one kind.
   */
  static StateKind kind(String name) {
    String plain = name.strip().replace("-", "").toLowerCase(Locale.ROOT);
    List<StateKind> found =
        Stream.of(StateKind.values())
            .filter(kind -> kind.key().toLowerCase(Locale.ROOT).contains(plain))
            .toList();
    String all = Stream.of(StateKind.values()).map(StateKind::key).collect(joining(", "));
    refuseIf(found.size() != 1, "--required-state %s: choose from %s", name, all);
    return found.get(0);
  }

  /** Returns the command line of the run that measures a configuration before its simulation. */
  public static List<String> calibration(Path file, String configuration) {
    String of = configuration.isEmpty() ? "" : "#" + configuration;
    String variant = "calibrated: %s=\"%s%s\"".formatted(NodeOptions.BC4J.key(), file, of);
    List<String> run = new ArrayList<>(List.of(CALIBRATION.split(" ", -1)));
    run.addAll(List.of("--variant", variant));
    return run;
  }

  /**
   * Returns a simulation's metrics by name. Response and service times are equal, because no
   * simulated request is sent late.
   */
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

  /**
   * Simulates settings with all connections, then with half, a quarter and so on. Omits settings
   * that missed the objective with more connections. Returns the results, cheapest first.
   */
  private List<Tried> search(Map<String, TierSettings> alternatives) {
    Map<String, Tried> best = new LinkedHashMap<>();
    Set<String> passing = null;
    for (long all = advice.connections(); all >= advice.nodes(); all /= 2) {
      Map<String, TierSettings> some =
          TierSettings.sizes(
              alternatives,
              advice.store(),
              advice.pools(),
              advice.sessions(),
              all / advice.nodes());
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
    for (TierSettings settings : some.values()) {
      ObjectNode changed = input.request().deepCopy();
      ObjectNode system = (ObjectNode) changed.path("asked");
      system.put("connections", connections);
      system.set("settings", MAPPER.valueToTree(settings.all()));
      requests.add(changed);
    }
    JsonNode responses = tier.simulation(StressJar.find().appSim(), requests);
    List<Tried> tried = new ArrayList<>();
    some.forEach(
        (name, settings) -> {
          JsonNode response = input.withNotes(responses.path(tried.size()));
          String missed = missed(settings, response);
          tried.add(new Tried(name, settings, connections, response, processors(response), missed));
        });
    return tried;
  }

  private String missed(TierSettings settings, JsonNode response) {
    if (response.has("refused")) {
      return response.path("refused").asText();
    }
    boolean losing = settings.loss(advice.sessions()) != Loss.NEVER;
    Stream<StateKind> lost = kept.stream().filter(kind -> losing && kind.ofConnection());
    String slow = FailureCondition.missed(objective, metrics(response.path("predicted")));
    String kinds = lost.map(StateKind::key).collect(joining(", "));
    return Stream.of(
            slow.isEmpty() ? "" : "not " + slow,
            response.at("/predicted/connectionShortage").asText(),
            kinds.isEmpty() ? "" : "loses " + kinds)
        .filter(reason -> !reason.isEmpty())
        .collect(joining("; "));
  }

  private double processors(JsonNode response) {
    JsonNode system = input.system();
    return response.at("/predicted/tierBusy").asDouble()
            * system.path("nodes").asInt()
            * system.path("tierProcessors").asInt()
        + response.at("/predicted/databaseBusy").asDouble()
            * system.path("databaseProcessors").asInt();
  }
}
