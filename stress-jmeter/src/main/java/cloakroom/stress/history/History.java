package cloakroom.stress.history;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.stream.Collectors.groupingBy;

import cloakroom.platform.OneLine;
import cloakroom.stress.folder.Json;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs of one test plan by start time. {@code leftOut} lists the unreadable runs with reasons. */
public record History(String plan, List<Run> runs, List<String> leftOut) {
  private static final String NAME = "summary.json";
  private static final long VERSION = 3;

  /** Completed run with each variant's mean metrics; {@code invalid} is "" if the run is valid. */
  record Run(
      Path folder,
      String plan,
      String startedAt,
      String invalid,
      Map<String, Map<String, Double>> metrics) {
    double metric(String variant, Metric metric) {
      return invalid.isEmpty()
          ? metrics.getOrDefault(variant, Map.of()).getOrDefault(metric.name(), Double.NaN)
          : Double.NaN;
    }

    String when() {
      return startedAt.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*")
          ? startedAt.substring(0, 16).replace('T', ' ')
          : String.valueOf(folder.getFileName());
    }
  }

  /**
   * Reads all runs of a test plan in a folder and its subfolders. Unreadable files are skipped.
   *
   * @param wanted name of the plan; may be empty if all runs have one plan
   * @throws StressFailure if no run is found
   */
  public static History below(Path folder, String wanted) {
    List<Run> all = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        all.add(read(file));
      } catch (StressFailure e) {
        leftOut.add(file.getParent() + ": " + e.getMessage());
      }
    }
    String why =
        leftOut.isEmpty()
            ? ": there is no summary.json below it; name the folder of the runs"
            : " that can be read: " + leftOut.get(0);
    refuseIf(all.isEmpty(), "%s contains no run%s", folder, why);
    Set<String> plans = all.stream().map(Run::plan).collect(Collectors.toCollection(TreeSet::new));
    String plan = wanted.isEmpty() && plans.size() == 1 ? plans.iterator().next() : wanted;
    String unknown =
        wanted.isEmpty()
            ? "the runs are of several plans, which have no history in common"
            : "--plan \"" + wanted + "\": there is no run of it";
    String names = String.join(", ", plans);
    refuseIf(!plans.contains(plan), "%s: choose one with --plan from %s", unknown, names);
    all.removeIf(run -> !run.plan().equals(plan));
    all.sort(Comparator.comparing(Run::startedAt).thenComparing(run -> run.folder().toString()));
    return new History(plan, List.copyOf(all), leftOut);
  }

  private static List<Path> files(Path folder) {
    refuseIf(
        !Files.isDirectory(folder), "%s is no folder: name the one that contains the runs", folder);
    try (Stream<Path> below = Files.walk(folder.toRealPath())) {
      return below.filter(path -> path.endsWith(NAME)).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw StressFailure.wrongUse(folder + " cannot be read: " + OneLine.ofCause(e));
    }
  }

  private static Run read(Path file) {
    Json json = Json.read(file, NAME).version(VERSION);
    Map<String, Map<String, Double>> metrics = new LinkedHashMap<>();
    json.children("trials").stream()
        .collect(
            groupingBy(trial -> trial.text("variant"), LinkedHashMap::new, Collectors.toList()))
        .forEach((variant, trials) -> metrics.put(variant, means(trials)));
    String reasons =
        Stream.of(
                json.node().path("cutShort").asBoolean() ? "cut short" : "",
                json.node().path("consistent").asBoolean() ? "" : "the counters do not agree",
                json.node().path("generatorSaturated").asBoolean()
                    ? "the load generator was saturated"
                    : "")
            .filter(reason -> !reason.isEmpty())
            .collect(Collectors.joining("; "));
    String startedAt = json.node().path("startedAt").asText("");
    return new Run(file.getParent(), json.text("plan"), startedAt, reasons, metrics);
  }

  private static Map<String, Double> means(List<Json> trials) {
    ToDoubleFunction<String> mean =
        name -> trials.stream().mapToDouble(t -> t.number(name)).average().orElse(Double.NaN);
    Map<String, Double> means = new HashMap<>();
    Metric.ALL.forEach(metric -> means.put(metric.name(), mean.applyAsDouble(metric.name())));
    return means;
  }

  List<String> variants() {
    Set<String> names = new LinkedHashSet<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      names.addAll(runs.get(i).metrics().keySet());
    }
    return List.copyOf(names);
  }
}
