package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.harness.StudyResult.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;

/** Experiment that repeats a published study in rounds and then takes further measurements. */
public abstract class Experiment implements AutoCloseable {
  protected final StudyDefinition definition;
  protected final List<Omission> omissions = new ArrayList<>();
  private final Map<Map<String, String>, Measured> measured = new LinkedHashMap<>();

  static final class Measured {
    private final List<Double> millis = new ArrayList<>();
    private final Map<String, List<Double>> counts = new TreeMap<>();
    Operation operation;
  }

  protected Experiment(StudyDefinition definition) {
    this.definition = definition;
  }

  /**
   * Extent of a run.
   *
   * @param rounds number of rounds
   * @param full whether the studies use the long parameter lists
   * @param folder folder for JMH's output
   */
  public record RoundPlan(int rounds, boolean full, boolean steadyState, Path folder) {
    public Path log(StudyDefinition definition) {
      return folder.resolve("jmh-" + definition.id() + ".log");
    }
  }

  /**
   * Prepares the experiment before the first round.
   *
   * @return number of rounds; 0 if the experiment runs no timed round
   */
  public abstract int begin(RoundPlan plan) throws Exception;

  /**
   * Runs the published experiment once, as one round. An exception marks the experiment as failed.
   *
   * @param backwards whether the parameter sets run in reverse order
   */
  public void round(boolean backwards) throws Exception {
    // An experiment that only counts round trips has no timed rounds.
  }

  public void finish() throws Exception {
    // Most experiments measure nothing after the rounds.
  }

  /**
   * Returns whether a relay can reach the database; otherwise adds the reason to the result.
   *
   * @param what name of the part that needs the relay
   */
  protected final boolean canRelay(String what) {
    Optional<Omission> obstacle = CountedDatabase.obstacle(what);
    obstacle.ifPresent(omissions::add);
    return obstacle.isEmpty();
  }

  /** Returns all results for JMH's result file. */
  Collection<RunResult> jmhResults() {
    return List.of();
  }

  final Measured at(Map<String, String> parameters) {
    return measured.computeIfAbsent(parameters, key -> new Measured());
  }

  /** Adds a round's time for one parameter set, in milliseconds. */
  protected final void addTime(Map<String, String> parameters, double millis) {
    at(parameters).millis.add(millis);
  }

  /** Adds counts for one parameter set. The result reports the mean of all added counts. */
  protected final void addCounts(Map<String, String> parameters, Map<String, Double> counted) {
    Map<String, List<Double>> all = at(parameters).counts;
    counted.forEach((name, value) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
  }

  protected final List<Point> points() {
    List<Point> points = new ArrayList<>();
    measured.forEach(
        (parameters, found) -> {
          Map<String, Double> counts = new TreeMap<>();
          found.counts.forEach((name, values) -> counts.put(name, StudyResult.mean(values)));
          points.add(
              new Point(
                  parameters,
                  definition.chart().x(parameters),
                  List.copyOf(found.millis),
                  counts,
                  found.operation));
        });
    return points;
  }

  /** Returns sentences that explain the results to the report's reader. */
  protected List<String> interpretation() {
    return List.of();
  }

  public final StudyResult result(List<String> more, double seconds) {
    List<String> remarks = new ArrayList<>(interpretation());
    remarks.addAll(more);
    return StudyResult.of(definition, points(), omissions, remarks, seconds);
  }

  @Override
  public void close() {
    // Most experiments have no resources to release.
  }
}
