package cloakroom.bench.study.s5;

import static java.util.stream.Collectors.joining;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Point;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * S5: do requests get faster when a session gives its connection back between them?
 *
 * <p>That needs a tier under load, so it is the stress test's to measure. Here stands what its
 * latest run found ({@code summary.json}, described by docs/summary.schema.json).
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S5</pre>
 *
 * <p>Notice the connections in use beside the time: the published text names both.
 */
public final class S5StressRun extends Experiment {
  private static final String COMMAND =
      "; run java -jar stress-jmeter/target/stress.jar run --policies sticky,release-in-memory"
          + " --trials 3";
  private static final List<String> POLICIES = List.of("sticky", "release-in-memory");
  private static final List<String> METRICS = List.of("tier.mean", "service.mean");
  private static final List<String> FIGURES =
      List.of(
          "requests",
          "transactions",
          "connections.meanInUse",
          "connections.databaseMax",
          "passivations.snapshotWrites",
          "passivations.snapshotReads");
  private static final int SCHEMA = 1;

  private final Path runs;
  private StudyResult result;

  /**
   * An experiment.
   *
   * @param runs the folder of the stress test's run folders
   */
  public S5StressRun(StudyCard card, Path runs) {
    super(card);
    this.runs = runs;
  }

  private static Map<String, String> key(String policy, String metric) {
    return Map.of("policy", policy, "timed", metric);
  }

  @Override
  public Iterator<Round> rounds(Plan plan) {
    return Round.protocol(1, () -> result = read()).iterator();
  }

  @Override
  public StudyResult result() {
    return result == null ? super.result() : result;
  }

  private StudyResult read() {
    Path file = runs.resolve("latest/summary.json");
    if (!Files.exists(file)) {
      return absent("no stress run in " + runs);
    }
    try {
      JsonNode run = new ObjectMapper().readTree(file.toFile());
      String name = file.toRealPath().getParent().getFileName().toString();
      return run.path("schema").asInt() == SCHEMA
          ? read(run, "the stress run " + name)
          : absent(file + " has schema " + run.path("schema").asInt() + ", 1 is read here");
    } catch (IOException e) {
      return absent(file + " cannot be read: " + e.getMessage().lines().findFirst().orElse(""));
    }
  }

  private StudyResult absent(String why) {
    return StudyResult.of(card, List.of(), List.of(Gap.absent("", why + COMMAND)));
  }

  private StudyResult read(JsonNode run, String name) {
    List<MeasuredRatio> ratios = new ArrayList<>();
    String verdict = "";
    int trials = fewest(run);
    for (Ratio ratio : card.ratios()) {
      JsonNode found = comparison(run, ratio.above().get("timed"));
      if (found.isMissingNode()) {
        return absent(
            name
                + " measured "
                + trials(run).map(S5StressRun::variant).distinct().sorted().collect(joining(", "))
                + ", not both of "
                + String.join(" and ", POLICIES));
      }
      verdict = verdict.isEmpty() ? found.path("verdict").asText() : verdict;
      ratios.add(MeasuredRatio.of(ratio, interval(found, trials)));
    }
    if (!run.path("consistent").asBoolean()) {
      return absent(name + " failed its own audit");
    }
    if (isWithheld(run) || Double.isNaN(ratios.get(0).interval().ratio())) {
      return absent(name + " has no verdict: " + verdict);
    }
    return StudyResult.of(card, points(run), ratios, List.of())
        .saying(List.of("from " + name + ", which says: " + verdict));
  }

  /** A run that was disturbed gives no verdict on speed. */
  private static boolean isWithheld(JsonNode run) {
    return run.path("generatorBound").asBoolean()
        || run.path("cutShort").asBoolean()
        || !run.path("trials").findPath("killed").isMissingNode();
  }

  /** The comparison of the two policies, whichever way round the run has it. */
  private static JsonNode comparison(JsonNode run, String metric) {
    for (JsonNode each : run.path("comparisons")) {
      List<String> pair = List.of(each.path("a").asText(), each.path("b").asText());
      if (each.path("metric").asText().equals(metric) && pair.containsAll(POLICIES)) {
        return each;
      }
    }
    return run.path("no such comparison");
  }

  /** Trials of the one of the two policies that has fewer. */
  private static int fewest(JsonNode run) {
    return POLICIES.stream()
        .mapToInt(policy -> figures(run, policy, "requests").size())
        .min()
        .orElse(0);
  }

  private static Interval interval(JsonNode comparison, int trials) {
    double ratio = comparison.path("ratio").asDouble(Double.NaN);
    double low = comparison.path("low").asDouble(Double.NaN);
    double high = comparison.path("high").asDouble(Double.NaN);
    return comparison.path("a").asText().equals(POLICIES.get(0))
        ? new Interval(ratio, low, high, trials)
        : new Interval(1 / ratio, 1 / high, 1 / low, trials);
  }

  private static String variant(JsonNode trial) {
    return trial.path("variant").asText(trial.path("policy").asText());
  }

  private static List<Point> points(JsonNode run) {
    List<Point> points = new ArrayList<>();
    for (String policy : POLICIES) {
      Map<String, Double> counts = new LinkedHashMap<>();
      FIGURES.forEach(name -> counts.put(name, StudyResult.mean(figures(run, policy, name))));
      for (String metric : METRICS) {
        List<Double> times = figures(run, policy, metric);
        points.add(new Point(key(policy, metric), Double.NaN, times, counts, Optional.empty()));
      }
    }
    return points;
  }

  /** A figure of each trial of a policy, by its path, for instance {@code tier.mean}. */
  private static List<Double> figures(JsonNode run, String policy, String path) {
    return trials(run)
        .filter(trial -> variant(trial).equals(policy))
        .map(trial -> trial.at("/" + path.replace('.', '/')).asDouble(Double.NaN))
        .toList();
  }

  private static Stream<JsonNode> trials(JsonNode run) {
    return StreamSupport.stream(run.path("trials").spliterator(), false);
  }
}
