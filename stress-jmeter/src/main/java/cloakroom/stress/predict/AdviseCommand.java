package cloakroom.stress.predict;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.contract.StateKind;
import cloakroom.contract.TierOptions;
import cloakroom.options.NodeOptions;
import cloakroom.platform.Installation;
import cloakroom.platform.Nearest;
import cloakroom.stress.folder.InspectionFile;
import cloakroom.stress.folder.TierSettings;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.predict.AdvicePage.Asked;
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
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code advise --bc4j FILE}: what a configuration does, and which of its neighbours meets an
 * objective at the least cost. The tier's jar reads the file and simulates.
 */
@Command(
    name = "advise",
    description =
        "Say what a bc4j.xcfg does, predict it and its neighbours, rank what meets an objective by"
            + " its cost, and print the lines to change; as text and as advice.html in the run's"
            + " folder.")
public final class AdviseCommand extends PredictionCommand {
  private static final String CALIBRATION =
      "--users 40 --think 200ms --iterations 60 --count-round-trips --no-dashboard --no-live";
  private static final String REQUESTS = "requests";

  /** Settings to try, by name: other places of connections and state between requests. */
  private static final List<Map.Entry<String, List<String>>> WAYS =
      List.of(
          Map.entry("as it is", List.of()),
          Map.entry(
              "state in memory",
              List.of("jbo.doconnectionpooling=true", "jbo.txn.disconnect_level=1")),
          Map.entry("sticky", List.of("jbo.doconnectionpooling=false")));

  /** Twice what a request waits for a connection before it fails. */
  private static final Duration SHORTEST = Duration.ofMinutes(1);

  /** What will do, by its connections and processors; then what fails least and is fastest. */
  private static final Comparator<Tried> MERIT =
      Comparator.comparing(Tried::meets)
          .reversed()
          .thenComparing(one -> one.answer().has("refused"))
          .thenComparingDouble(one -> one.meets() ? 0 : one.failed())
          .thenComparingDouble(one -> one.meets() ? 0 : one.p95())
          .thenComparingLong(Tried::connections)
          .thenComparingDouble(Tried::processors);

  @Option(names = TierOptions.BC4J, paramLabel = "FILE", required = true)
  private Path bc4j;

  @Option(names = TierOptions.AM_CONFIG, paramLabel = "NAME", defaultValue = "")
  private String configuration;

  @Option(names = "--slo", paramLabel = "LIMITS", defaultValue = "response.p95 < 1s, errors < 0.1%")
  private String slo;

  @Option(names = "--required-state", paramLabel = "KIND,…", split = ",")
  private List<String> keeps = List.of();

  @Option(names = "--inspection-file", paramLabel = "FILE")
  private Path inspected;

  @Option(names = "--calibrate")
  private boolean calibrate;

  @Override
  public Integer call() {
    List<FailureCondition> objective = FailureCondition.objectives(slo);
    Set<String> told = new TreeSet<>(figures(MAPPER.createObjectNode()).keySet());
    told.remove(REQUESTS);
    for (FailureCondition limit : objective) {
      if (!told.contains(limit.name())) {
        throw StressFailure.wrongUse(
            "--slo \"%s\": choose of %s", limit.text(), String.join(", ", told));
      }
    }
    Set<StateKind> kept = new TreeSet<>();
    keeps.forEach(word -> kept.add(kind(word)));
    if (inspected != null) {
      kept.addAll(InspectionFile.read(inspected).keeps());
    }
    StressJar installation = StressJar.find();
    TierCommands tier = new TierCommands(Installation.java());
    Path jar = installation.appSim();
    JsonNode config = tier.config(jar, bc4j, configuration, List.of());
    TierSettings now = TierSettings.of(config);
    Map<String, TierSettings> ways = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> way : WAYS) {
      JsonNode settings = tier.config(jar, bc4j, configuration, way.getValue());
      ways.put(way.getKey(), TierSettings.of(settings));
    }
    if (calibrate) {
      measure();
    }
    Path folder = folder();
    ObjectNode question = question(folder, "", null, now.all(), SHORTEST.multipliedBy(2));
    refuseIf(
        question.path("seconds").asDouble() < SHORTEST.toSeconds(),
        "--for: must be 1m or more, because requests wait 30 s for a connection before they fail");
    JsonNode place = question.path("asked");
    Asked asked =
        new Asked(
            config,
            now,
            place.path("users").asLong(),
            place.path("nodes").asLong(),
            place.path("connections").asLong(),
            slo,
            folder.toString());
    AdviceSearch search =
        new AdviceSearch(question, asked, ways, objective, kept, q -> tier.simulation(jar, q));
    List<Tried> tried = search.run();
    show(new AdvicePage(asked, tried).document(), folder.resolve("advice.html"));
    return tried.get(0).meets() ? Reports.DONE : Reports.FAILURES;
  }

  /** Names as people write them: temporary-rows, temporaryRows, or what only one of them has. */
  static StateKind kind(String word) {
    String plain = plain(word);
    List<StateKind> found =
        Stream.of(StateKind.values()).filter(kind -> plain(kind.key()).contains(plain)).toList();
    if (found.size() != 1) {
      List<String> keys = Stream.of(StateKind.values()).map(StateKind::key).toList();
      String near = Nearest.to(word, keys).map(one -> "; did you mean " + one + "?").orElse("");
      throw StressFailure.wrongUse(
          "--required-state %s: choose of %s%s", word, String.join(", ", keys), near);
    }
    return found.get(0);
  }

  private static String plain(String word) {
    return word.strip().replace("-", "").toLowerCase(Locale.ROOT);
  }

  /** The options of a run of one configuration alone, with nothing that it is compared with. */
  public static List<String> calibration(Path file, String configuration) {
    String of = configuration.isEmpty() ? "" : "#" + configuration;
    List<String> run = new ArrayList<>(List.of(CALIBRATION.split(" ", -1)));
    run.addAll(
        List.of(
            "--variant", "calibrated: %s=\"%s%s\"".formatted(NodeOptions.BC4J.key(), file, of)));
    return run;
  }

  /** A short run of the same configuration here, from which the costs come. */
  private void measure() {
    List<String> run = calibration(bc4j, configuration);
    int code =
        spec.parent()
            .subcommands()
            .get("run")
            .setOut(new PrintWriter(Writer.nullWriter()))
            .execute(run.toArray(String[]::new));
    if (code != Reports.DONE) {
      throw StressFailure.invalid("--calibrate: the run that measures ended with " + code);
    }
  }

  /**
   * The figures of an answer by the names that reports give them; in a closed load both times are
   * one.
   */
  private static Map<String, Double> figures(JsonNode predicted) {
    Map<String, Double> figures = new HashMap<>();
    for (String figure : List.of("mean", "p95", "p99")) {
      double value = predicted.path("response").path(figure).asDouble(Double.NaN);
      figures.put("response." + figure, value);
      figures.put("service." + figure, value);
    }
    figures.put("errors", predicted.path("failed").asDouble(Double.NaN));
    figures.put(REQUESTS, predicted.path("begun").asDouble(Double.NaN));
    return figures;
  }

  /** Simulates the neighbours with all connections, and what will do with half of them, again. */
  record AdviceSearch(
      ObjectNode question,
      Asked asked,
      Map<String, TierSettings> ways,
      List<FailureCondition> objective,
      Set<StateKind> kept,
      Function<JsonNode, JsonNode> simulation) {
    /** What was tried with the fewest connections of each that will do, the best first. */
    List<Tried> run() {
      Map<String, Tried> best = new LinkedHashMap<>();
      Set<String> alive = null;
      for (long all = asked.connections(); all >= asked.nodes(); all /= 2) {
        Map<String, TierSettings> some =
            TierSettings.sizes(ways, asked.sessions(), all / asked.nodes() - 1);
        if (alive != null) {
          some.keySet().retainAll(alive);
        }
        if (some.isEmpty()) {
          break;
        }
        alive = new TreeSet<>();
        for (Tried one : ask(some, all)) {
          if (one.meets()) {
            alive.add(one.name());
          }
          if (one.meets() || !best.containsKey(one.name())) {
            best.put(one.name(), one);
          }
        }
      }
      return best.values().stream().sorted(MERIT).toList();
    }

    private List<Tried> ask(Map<String, TierSettings> some, long connections) {
      ArrayNode questions = MAPPER.createArrayNode();
      some.values().forEach(settings -> questions.add(with(settings, connections)));
      JsonNode answers = simulation.apply(questions);
      List<Tried> tried = new ArrayList<>();
      for (Map.Entry<String, TierSettings> each : some.entrySet()) {
        JsonNode answer = answers.path(tried.size());
        tried.add(
            new Tried(
                each.getKey(),
                each.getValue(),
                connections,
                answer,
                processors(answer),
                missed(each.getValue(), answer)));
      }
      return tried;
    }

    private ObjectNode with(TierSettings settings, long connections) {
      ObjectNode changed = question.deepCopy();
      ObjectNode place = (ObjectNode) changed.path("asked");
      place.put("connections", connections);
      place.set("settings", MAPPER.valueToTree(settings.all()));
      return changed;
    }

    private String missed(TierSettings settings, JsonNode answer) {
      if (answer.has("refused")) {
        return answer.path("refused").asText();
      }
      Loss loss = settings.loss(asked.sessions());
      List<String> lost =
          loss == Loss.NEVER
              ? List.of()
              : kept.stream().filter(StateKind::ofConnection).map(StateKind::key).toList();
      String slow = FailureCondition.missed(objective, figures(answer.path("predicted")));
      String loses = lost.isEmpty() ? "" : "loses " + String.join(", ", lost);
      return slow.isEmpty() ? loses : "not " + slow + (loses.isEmpty() ? "" : "; " + loses);
    }

    private double processors(JsonNode answer) {
      JsonNode place = question.path("asked");
      return answer.at("/predicted/tierBusy").asDouble()
              * place.path("nodes").asInt()
              * place.path("tierProcessors").asInt()
          + answer.at("/predicted/databaseBusy").asDouble()
              * place.path("databaseProcessors").asInt();
    }
  }
}
