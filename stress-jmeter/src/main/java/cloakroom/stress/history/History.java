package cloakroom.stress.history;

import cloakroom.stress.judge.Metric;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Runs of one plan in the order in which they began, as their summaries tell them.
 *
 * @param leftOut why files are left out that could not be read, a line each
 */
record History(String plan, List<Run> runs, List<String> leftOut) {

  /**
   * A run that is done.
   *
   * @param invalid why its figures do not count, or empty
   * @param figures means over the trials, by the names of variants and metrics
   */
  public record Run(
      Path folder,
      String plan,
      String startedAt,
      String invalid,
      Map<String, Map<String, Double>> figures) {

    /** A figure that counts; not a number if there is none. */
    public double figure(String variant, Metric metric) {
      return invalid.isEmpty()
          ? figures.getOrDefault(variant, Map.of()).getOrDefault(metric.name(), Double.NaN)
          : Double.NaN;
    }

    /** When it began, to the minute, or the name of its folder if nobody told. */
    public String when() {
      return startedAt.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*")
          ? startedAt.substring(0, 16).replace('T', ' ')
          : String.valueOf(folder.getFileName());
    }
  }

  /** Those of the plan, or of the only one there is if that is empty; others are refused. */
  public static History of(List<Run> all, List<String> leftOut, String wanted) {
    Set<String> plans = all.stream().map(Run::plan).collect(Collectors.toCollection(TreeSet::new));
    String plan = wanted.isEmpty() && plans.size() == 1 ? plans.iterator().next() : wanted;
    if (!plans.contains(plan)) {
      throw StressFailure.wrongUse(
          "%s: choose one with --plan from %s",
          wanted.isEmpty()
              ? "the runs are of several plans, which have no history in common"
              : "--plan \"" + wanted + "\": there is no run of it",
          String.join(", ", plans));
    }
    List<Run> runs =
        all.stream()
            .filter(run -> run.plan().equals(plan))
            .sorted(
                Comparator.comparing(Run::startedAt).thenComparing(run -> run.folder().toString()))
            .toList();
    return new History(plan, runs, leftOut);
  }

  public List<String> variants() {
    Set<String> names = new LinkedHashSet<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      names.addAll(runs.get(i).figures().keySet());
    }
    return List.copyOf(names);
  }
}
