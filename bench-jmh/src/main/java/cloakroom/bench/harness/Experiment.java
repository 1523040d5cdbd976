package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.harness.StudyResult.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;

/** Experiment that repeats a published study in rounds and then takes further measurements. */
public abstract class Experiment implements AutoCloseable {
  protected final StudyDefinition definition;
  protected final List<Omission> omissions = new ArrayList<>();
  protected JmhRuns jmh; // null before openJmh
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
   * @param rounds maximum number of rounds
   * @param seconds time budget of all studies; a fourth or later round starts only if it fits
   * @param full whether the studies use the long parameter lists
   * @param folder folder for JMH's output
   */
  public record RoundPlan(
      int rounds, double seconds, boolean full, boolean steadyState, Path folder) {
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

  protected final void openJmh(RoundPlan plan) {
    jmh = new JmhRuns(plan.log(definition));
  }

  /** Returns whether database traffic can be counted; otherwise adds the reason to the result. */
  protected final boolean canCount() {
    Optional<Omission> obstacle = CountedDatabase.obstacle();
    obstacle.ifPresent(omissions::add);
    return obstacle.isEmpty();
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

  /**
   * Runs the experiment once, without warm-up and fork, through a relay that counts the traffic.
   *
   * @param more additional parameters under which the counts are stored
   */
  protected final void countTraffic(
      Class<?> benchmark, Map<String, String> set, Map<String, String> more) {
    RunResult result =
        jmh.run(
            benchmark,
            JmhRuns.PROTOCOL,
            StudySets.with(set, StudyState.LINK, StudyState.NetworkPath.COUNTED.name()),
            options ->
                options
                    .mode(Mode.SingleShotTime)
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1));
    Map<String, Double> traffic = JmhRuns.metrics(result);
    traffic.keySet().retainAll(JmhRuns.TRAFFIC);
    // Counts of zero mean that the traffic did not pass the relay; do not report them.
    if (traffic.values().stream().anyMatch(count -> count > 0)) {
      Map<String, String> parameters = JmhRuns.parameters(result);
      parameters.putAll(more);
      addCounts(parameters, traffic);
    }
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
