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
import org.openjdk.jmh.results.RunResult;

/** Study as the harness runs it: rounds of the published protocol and the steps after them. */
public abstract class Experiment implements AutoCloseable {
  protected final StudyDefinition definition;
  protected final List<Omission> omissions = new ArrayList<>();

  /** Runner of benchmarks; null before {@link #openJmh}. */
  protected JmhRuns jmh;

  private final Map<Map<String, String>, Measured> measured = new LinkedHashMap<>();

  private static final class Measured {
    private final List<Double> millis = new ArrayList<>();
    private final Map<String, List<Double>> counts = new TreeMap<>();
    private Operation operation;
  }

  protected Experiment(StudyDefinition definition) {
    this.definition = definition;
  }

  /**
   * Extent of a run.
   *
   * @param rounds rounds of the protocol
   * @param seconds time for the rounds of all studies of a run; a fourth or later round that would
   *     end after it is left out
   * @param full whether the long form's parameters are used
   * @param steadyState whether the steady state is measured too
   * @param folder folder of JMH's own output
   */
  public record RoundPlan(
      int rounds, double seconds, boolean full, boolean steadyState, Path folder) {
    /** Returns the file of JMH's own output for a study. */
    public Path log(StudyDefinition definition) {
      return folder.resolve("jmh-" + definition.id() + ".log");
    }
  }

  /**
   * Prepares the experiment.
   *
   * @return the number of its rounds; 0 if it has none, or cannot run here
   */
  public abstract int begin(RoundPlan plan) throws Exception;

  /**
   * Runs the published protocol once; an exception fails the experiment.
   *
   * @param backwards whether the sets of parameters run in reverse order
   */
  public void round(boolean backwards) throws Exception {
    // an experiment of counts alone has no rounds
  }

  /** Measures what follows the rounds, such as steady state and counts. */
  public void finish() throws Exception {
    // most experiments have nothing more
  }

  /** Creates the runner of benchmarks with the log of this study. */
  protected final void openJmh(RoundPlan plan) {
    jmh = new JmhRuns(plan.log(definition));
  }

  /** Returns whether the traffic to the database can be counted; adds an omission if not. */
  protected final boolean canCount() {
    Optional<Omission> obstacle = CountedDatabase.obstacle();
    obstacle.ifPresent(omissions::add);
    return obstacle.isEmpty();
  }

  private Measured at(Map<String, String> parameters) {
    return measured.computeIfAbsent(parameters, key -> new Measured());
  }

  /** Adds the time of a round with these parameters, in milliseconds. */
  protected final void addTime(Map<String, String> parameters, double millis) {
    at(parameters).millis.add(millis);
  }

  /** Adds counts with these parameters; the result has their means. */
  protected final void addCounts(Map<String, String> parameters, Map<String, Double> counted) {
    Map<String, List<Double>> all = at(parameters).counts;
    counted.forEach((name, value) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
  }

  /** Sets the cost of one operation with these parameters. */
  protected final void setOperation(Map<String, String> parameters, Operation operation) {
    at(parameters).operation = operation;
  }

  /**
   * Runs the protocol once through the counting relay and adds its traffic.
   *
   * @param more parameters of the point beyond the benchmark's
   */
  protected final void countTraffic(
      Class<?> benchmark, Map<String, String> set, Map<String, String> more) {
    RunResult result = jmh.counted(benchmark, set);
    Map<String, Double> traffic = JmhRuns.metrics(result);
    traffic.keySet().retainAll(JmhRuns.TRAFFIC);
    // all zero if the traffic does not pass the relay
    if (traffic.values().stream().anyMatch(count -> count > 0)) {
      Map<String, String> parameters = JmhRuns.parameters(result);
      parameters.putAll(more);
      addCounts(parameters, traffic);
    }
  }

  /** Returns the points measured so far, in the order of their first measurement. */
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

  /** Returns sentences on what the points show in addition to the ratios. */
  protected List<String> interpretation() {
    return List.of();
  }

  /**
   * Returns the results so far.
   *
   * @param more further sentences
   * @param seconds time that the study took
   */
  public final StudyResult result(List<String> more, double seconds) {
    List<String> remarks = new ArrayList<>(interpretation());
    remarks.addAll(more);
    return StudyResult.of(definition, points(), omissions, remarks, seconds);
  }

  /** Releases its resources; called once, after the last step. */
  @Override
  public void close() {
    // most experiments leave nothing open
  }
}
