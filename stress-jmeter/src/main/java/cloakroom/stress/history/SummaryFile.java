package cloakroom.stress.history;

import static cloakroom.stress.process.StressFailure.refuseIf;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** summary.json of runs that are done, read back for their history. */
public final class SummaryFile {
  private static final String NAME = "summary.json";
  private static final long VERSION = 2;

  private SummaryFile() {}

  /**
   * The runs of a plan, or of the only one there is if that is empty, at any depth below a folder.
   * Fails with one line if there is none; what cannot be read is left out.
   */
  public static History below(Path folder, String plan) {
    List<History.Run> runs = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (Path file : all(folder)) {
      try {
        runs.add(read(file));
      } catch (StressFailure e) {
        leftOut.add(file.getParent() + ": " + e.getMessage());
      }
    }
    refuseIf(
        runs.isEmpty(),
        "%s holds no run%s",
        folder,
        leftOut.isEmpty()
            ? ": there is no summary.json below it; name the folder of the runs"
            : " that can be read: " + leftOut.get(0));
    return History.of(runs, leftOut, plan);
  }

  private static List<Path> all(Path folder) {
    refuseIf(
        !Files.isDirectory(folder), "%s is no folder: name the one that holds the runs", folder);
    try (Stream<Path> below = Files.walk(folder.toRealPath())) {
      return below.filter(path -> path.endsWith(NAME)).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw StressFailure.wrongUse(folder + " cannot be read: " + OneLine.ofCause(e));
    }
  }

  private static History.Run read(Path file) {
    Json json = Json.read(file, NAME).version(VERSION);
    Map<String, List<Json>> variants =
        json.children("trials").stream()
            .collect(
                Collectors.groupingBy(
                    trial -> trial.text("variant"), LinkedHashMap::new, Collectors.toList()));
    Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
    variants.forEach((name, some) -> figures.put(name, means(some)));
    return new History.Run(
        file.getParent(), json.text("plan"), json.text("startedAt", ""), invalid(json), figures);
  }

  private static Map<String, Double> means(List<Json> trials) {
    return Metrics.ALL.stream()
        .map(Metric::name)
        .collect(
            Collectors.toMap(
                name -> name,
                name -> trials.stream().mapToDouble(t -> t.number(name)).average().orElseThrow()));
  }

  private static String invalid(Json json) {
    List<String> reasons = new ArrayList<>();
    if (json.truth("cutShort")) {
      reasons.add("cut short");
    }
    if (!json.truth("consistent")) {
      reasons.add("the counters do not agree");
    }
    if (json.truth("generatorSaturated")) {
      reasons.add("the load generator was the bottleneck");
    }
    return String.join("; ", reasons);
  }
}
