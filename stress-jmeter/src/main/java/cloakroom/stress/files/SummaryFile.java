package cloakroom.stress.files;

import cloakroom.contract.OneLine;
import cloakroom.stress.measure.History;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.Variant;
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
  private static final long VERSION = 1;

  private SummaryFile() {}

  /**
   * A variant of a run as summary.json tells it: enough to predict another one from.
   *
   * @param poolSize connections of a node
   * @param figures means over its trials, by their names; what nobody told is absent
   * @param requests what was counted of its requests, in the plan's order; empty if nobody counted
   */
  public record Point(
      Variant variant,
      String store,
      long users,
      long poolSize,
      Map<String, Double> figures,
      List<Request> requests) {
    /** A request; the transaction that it is part of, or empty. */
    public record Request(String name, String transaction, double roundTrips, double flushes) {}
  }

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
    if (runs.isEmpty()) {
      throw StressFailure.wrongUse(
          folder
              + (leftOut.isEmpty()
                  ? " holds no run: there is no summary.json below it; name the folder of the runs"
                  : " holds no run that can be read: " + leftOut.get(0)));
    }
    return History.of(runs, leftOut, plan);
  }

  private static List<Path> all(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw StressFailure.wrongUse(folder + " is no folder: name the one that holds the runs");
    }
    try (Stream<Path> below = Files.walk(folder.toRealPath())) {
      return below.filter(path -> path.endsWith(NAME)).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw StressFailure.wrongUse(folder + " cannot be read: " + OneLine.ofCause(e));
    }
  }

  /**
   * A variant of a run whose figures count, or its only one if that is empty. Fails with one line
   * that names the choices.
   */
  public static Point point(Path folder, String variant) {
    Json json = root(folder.resolve(NAME));
    String invalid = invalid(json);
    if (!invalid.isEmpty()) {
      throw StressFailure.wrongUse(folder + " is invalid, so that nothing follows: " + invalid);
    }
    List<Json> trials = json.children("trials");
    List<String> names = trials.stream().map(one -> one.text("variant")).distinct().toList();
    String chosen = variant.isEmpty() && names.size() == 1 ? names.get(0) : variant;
    List<Json> own = trials.stream().filter(one -> one.text("variant").equals(chosen)).toList();
    if (own.isEmpty()) {
      throw StressFailure.wrongUse(
          "--variant \"%s\": choose one of this run's from %s", chosen, String.join(", ", names));
    }
    Json first = own.get(0);
    List<Json> kinds = json.has("requestKinds") ? json.children("requestKinds") : List.of();
    Map<String, Double> figures = means(own);
    figures.values().removeIf(value -> !Double.isFinite(value));
    return new Point(
        new Variant(chosen, first.text("policy"), first.flat("choices")),
        first.text("store"),
        first.whole("users"),
        first.whole("poolSize"),
        figures,
        kinds.stream()
            .filter(kind -> kind.text("variant").equals(chosen))
            .map(SummaryFile::request)
            .toList());
  }

  private static Point.Request request(Json kind) {
    return new Point.Request(
        kind.text("request"),
        kind.text("transaction"),
        told(kind, "roundTrips.mean"),
        told(kind, "logFlushes.mean"));
  }

  /** What nobody told counts as none. */
  private static double told(Json kind, String key) {
    double value = kind.number(key);
    return Double.isFinite(value) ? value : 0;
  }

  private static Json root(Path file) {
    return Json.read(file, NAME).version(VERSION);
  }

  private static History.Run read(Path file) {
    Json json = root(file);
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
    if (json.truth("generatorBound")) {
      reasons.add("the load generator was the bottleneck");
    }
    return String.join("; ", reasons);
  }
}
