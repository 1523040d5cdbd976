package cloakroom.stress.history;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static java.util.stream.Collectors.groupingBy;

import cloakroom.platform.OneLine;
import cloakroom.stress.folder.Json;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs of one plan in the order of their start, read from their summary.json.
 *
 * @param leftOut files that cannot be read, with the reason
 */
public record History(String plan, List<Run> runs, List<String> leftOut) {
  private static final String NAME = "summary.json";
  private static final long VERSION = 2;

  /**
   * Completed run with means over the trials by variant and metric, and why it is invalid, or "".
   */
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

    /** Returns the start time to the minute, or the name of its folder if it is unknown. */
    String when() {
      return startedAt.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*")
          ? startedAt.substring(0, 16).replace('T', ' ')
          : String.valueOf(folder.getFileName());
    }
  }

  /**
   * Reads the runs of a plan at any depth below a folder. Files that cannot be read are left out.
   *
   * @param wanted name of the plan; may be empty if all runs are of one plan
   * @throws StressFailure if there is no such run
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
    refuseIf(
        all.isEmpty(),
        "%s contains no run%s",
        folder,
        leftOut.isEmpty()
            ? ": there is no summary.json below it; name the folder of the runs"
            : " that can be read: " + leftOut.get(0));
    Set<String> plans = all.stream().map(Run::plan).collect(Collectors.toCollection(TreeSet::new));
    String plan = wanted.isEmpty() && plans.size() == 1 ? plans.iterator().next() : wanted;
    refuseIf(
        !plans.contains(plan),
        "%s: choose one with --plan from %s",
        wanted.isEmpty()
            ? "the runs are of several plans, which have no history in common"
            : "--plan \"" + wanted + "\": there is no run of it",
        String.join(", ", plans));
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
    List<String> invalid = new ArrayList<>();
    invalid.addAll(json.truth("cutShort") ? List.of("cut short") : List.of());
    invalid.addAll(json.truth("consistent") ? List.of() : List.of("the counters do not agree"));
    invalid.addAll(
        json.truth("generatorSaturated") ? List.of("the load generator was saturated") : List.of());
    String reasons = String.join("; ", invalid);
    String startedAt = json.text("startedAt", "");
    return new Run(file.getParent(), json.text("plan"), startedAt, reasons, metrics);
  }

  private static Map<String, Double> means(List<Json> trials) {
    Map<String, Double> means = new HashMap<>();
    for (Metric metric : Metrics.ALL) {
      String name = metric.name();
      means.put(
          name, trials.stream().mapToDouble(t -> t.number(name)).average().orElse(Double.NaN));
    }
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
