package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Gap;
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

/**
 * One study as the harness runs it: rounds of the published protocol, what follows them, and the
 * results.
 */
public abstract class Experiment implements AutoCloseable {
  protected final StudyDefinition card;

  /** What it does not have. */
  protected final List<Gap> gaps = new ArrayList<>();

  /** What runs benchmarks; nothing before {@link #openJmh}. */
  protected JmhRuns jmh;

  private final Map<Map<String, String>, Measured> measured = new LinkedHashMap<>();

  private static final class Measured {
    private final List<Double> millis = new ArrayList<>();
    private final Map<String, List<Double>> counts = new TreeMap<>();
    private Operation operation;
  }

  protected Experiment(StudyDefinition card) {
    this.card = card;
  }

  /**
   * How much is run.
   *
   * @param rounds rounds of the protocol
   * @param seconds time for the rounds of all studies of a run; a fourth or later round that would
   *     end after it is left out
   * @param full whether the long form's parameters are used
   * @param operations whether the steady state is measured too
   * @param folder where JMH's own output of each study goes
   */
  public record RoundPlan(
      int rounds, double seconds, boolean full, boolean operations, Path folder) {
    /** JMH's own output of this study. */
    public Path log(StudyDefinition card) {
      return folder.resolve("jmh-" + card.id() + ".log");
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
    // an experiment of counts alone has none
  }

  /** Measures what follows the rounds, such as steady state and counts. */
  public void finish() throws Exception {
    // most experiments have nothing more
  }

  /** Lets it run benchmarks, with a log of their own. */
  protected final void openJmh(RoundPlan plan) {
    jmh = new JmhRuns(plan.log(card));
  }

  /** Returns whether the traffic to the database can be counted; adds a gap if it cannot. */
  protected final boolean canCount() {
    Optional<Gap> obstacle = CountedDatabase.obstacle();
    obstacle.ifPresent(gaps::add);
    return obstacle.isEmpty();
  }

  private Measured at(Map<String, String> parameters) {
    return measured.computeIfAbsent(parameters, key -> new Measured());
  }

  /** Keeps a round's time with these parameters. */
  protected final void keep(Map<String, String> parameters, double millis) {
    at(parameters).millis.add(millis);
  }

  /** Keeps what was counted with these parameters; of several rounds the mean is reported. */
  protected final void count(Map<String, String> parameters, Map<String, Double> counted) {
    Map<String, List<Double>> all = at(parameters).counts;
    counted.forEach((name, value) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
  }

  /**
   * Counts what one run of the protocol requests from the database.
   *
   * @param more parameters of the point beyond the benchmark's
   */
  protected final void count(
      Class<?> benchmark, Map<String, String> set, Map<String, String> more) {
    RunResult result = jmh.counted(benchmark, set);
    Map<String, Double> counts = JmhRuns.counts(result);
    if (!counts.isEmpty()) {
      Map<String, String> parameters = JmhRuns.parameters(result);
      parameters.putAll(more);
      count(parameters, counts);
    }
  }

  /** Keeps the cost of one operation with these parameters. */
  protected final void keep(Map<String, String> parameters, Operation operation) {
    at(parameters).operation = operation;
  }

  /** What was kept, in the order in which parameters were first heard of. */
  protected final List<Point> points() {
    List<Point> points = new ArrayList<>();
    measured.forEach(
        (parameters, found) -> {
          Map<String, Double> counts = new TreeMap<>();
          found.counts.forEach((name, values) -> counts.put(name, StudyResult.mean(values)));
          points.add(
              new Point(
                  parameters,
                  card.chart().place(parameters),
                  List.copyOf(found.millis),
                  counts,
                  Optional.ofNullable(found.operation)));
        });
    return points;
  }

  /** Returns sentences on what the points show in addition to the ratios. */
  protected List<String> reading() {
    return List.of();
  }

  /**
   * Returns the results up to now.
   *
   * @param more further sentences
   * @param seconds time that the study took
   */
  public final StudyResult result(List<String> more, double seconds) {
    List<String> remarks = new ArrayList<>(reading());
    remarks.addAll(more);
    return StudyResult.of(card, points(), gaps, remarks, seconds);
  }

  /** What JMH measured, for its own result file; nothing if JMH did not measure. */
  public final Collection<RunResult> jmhResults() {
    return jmh == null ? List.of() : jmh.all();
  }

  /** Called once, after the last step that is run. */
  @Override
  public void close() {
    // most leave nothing open
  }
}
