package cloakroom.bench.run;

import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.Reset;
import cloakroom.bench.study.Reuse;
import cloakroom.bench.study.S4Connects;
import cloakroom.bench.study.S4OneUse;
import cloakroom.bench.study.S4ReuseAgainstBorrow;
import cloakroom.bench.study.StudyCard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * S4: does it pay to keep a connection, where does the time of a borrow go, and which setting puts
 * it there? Three benchmarks: the published curve and 500 connects in rounds, then one use taken
 * apart, once for each setting.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S4</pre>
 *
 * <p>A fork runs all sizes of a curve one after another, as the published loop does; a fork for
 * each size would take ten times as long.
 */
public final class S4Run implements Experiment {
  /** What it asks. */
  public static final StudyCard CARD = S4Card.CARD;

  /** Name of the parameter that tells the points beside the curve apart. */
  static final String PART = "part";

  /** One use, taken apart; its counts are the medians in microseconds. */
  static final String ONE_USE = "one use";

  /** The published 500 connects. */
  static final String CONNECTS = "500 connects";

  private static final String SUBJECT = "subject";
  private static final String REUSE = "reuse";
  private static final String RESET = "reset";
  private static final String QUERIES = "n";
  private static final double MICROS = 1_000;

  private final StudyCard card;
  private final Map<Map<String, String>, List<Double>> millis = new LinkedHashMap<>();
  private final Map<Map<String, String>, Map<String, Double>> counts = new LinkedHashMap<>();
  private final List<String> absent = new ArrayList<>();
  private JmhRuns jmh;

  /** With the pools of the default form. */
  public S4Run() {
    this(S4Card.CARD);
  }

  /** With the pools that the card names. */
  public S4Run(StudyCard card) {
    this.card = card;
  }

  @Override
  public StudyCard card() {
    return card;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) {
    long from = System.nanoTime();
    try (JmhLog log = JmhLog.open(plan.log())) {
      jmh = new JmhRuns(log);
      try {
        measure(plan, listener);
      } catch (RunnerException | Turn.CutShort e) {
        throw new StudyFailure(log, e, soFar(from));
      }
    }
    return soFar(from);
  }

  private void measure(StudyRun.Plan plan, StudyRun.Listener listener) throws RunnerException {
    for (int round = 1; round <= plan.rounds(); round++) {
      listener.round(card, round, plan.rounds());
      curves(plan.full());
      connects();
    }
    if (plan.operations()) {
      listener.round(card, 0, plan.rounds());
      uses(plan.full());
      count(listener);
    }
  }

  private void count(StudyRun.Listener listener) throws RunnerException {
    Optional<String> obstacle = Countable.obstacle();
    if (obstacle.isPresent()) {
      absent.add(obstacle.get());
    } else {
      listener.counting(card);
      countedUses();
    }
  }

  /** What was measured up to now. */
  private StudyResult soFar(long from) {
    double seconds = (System.nanoTime() - from) / 1e9;
    return new StudyResult(card, points(), ratios(), List.copyOf(absent), seconds);
  }

  @Override
  public Collection<RunResult> jmhResults() {
    return jmh == null ? List.of() : jmh.all();
  }

  private List<String> pools() {
    return card.parameters().get(SUBJECT);
  }

  private void curves(boolean full) throws RunnerException {
    OptionalInt sizes =
        OptionalInt.of(full ? S4ReuseAgainstBorrow.ALL_SIZES : S4ReuseAgainstBorrow.SIZES);
    var held = Map.of(SUBJECT, pools().subList(0, 1), REUSE, List.of(Reuse.HELD.name()));
    var borrowed =
        Map.of(
            SUBJECT,
            pools(),
            REUSE,
            List.of(Reuse.BORROWED.name()),
            RESET,
            List.of(Reset.NONE.name(), Reset.FULL.name()));
    for (var parameters : List.of(held, borrowed)) {
      jmh.run(S4ReuseAgainstBorrow.class, parameters, sizes).forEach(this::keepCurve);
    }
  }

  private void keepCurve(RunResult result) {
    Map<String, String> all = JmhRuns.parameters(result);
    Map<String, String> series = new TreeMap<>(Map.of(REUSE, all.get(REUSE)));
    if (all.get(REUSE).equals(Reuse.BORROWED.name())) {
      series.put(SUBJECT, all.get(SUBJECT));
      series.put(RESET, all.get(RESET));
    }
    result.getBenchmarkResults().forEach(fork -> keepSizes(series, fork.getIterationResults()));
  }

  /** Each iteration is twice the size of the one before. */
  private void keepSizes(Map<String, String> series, Collection<IterationResult> iterations) {
    int queries = S4ReuseAgainstBorrow.FIRST;
    for (IterationResult iteration : iterations) {
      queries *= 2;
      Map<String, String> parameters = new TreeMap<>(series);
      parameters.put(QUERIES, Integer.toString(queries));
      keep(parameters, iteration.getPrimaryResult().getScore());
    }
  }

  private void connects() throws RunnerException {
    List<String> subjects = new ArrayList<>(List.of("UNPOOLED"));
    subjects.addAll(pools());
    var results = jmh.run(S4Connects.class, Map.of(SUBJECT, subjects), OptionalInt.empty());
    for (RunResult result : results) {
      String subject = JmhRuns.parameters(result).get(SUBJECT);
      keep(Map.of(PART, CONNECTS, SUBJECT, subject), result.getPrimaryResult().getScore());
    }
  }

  /** The settings as they come and each one changed; in the long form every combination. */
  private void uses(boolean full) throws RunnerException {
    List<String> resets = List.of(Reset.ROLLBACK.name(), Reset.FULL.name());
    if (full) {
      List<String> all = List.of(Reset.NONE.name(), resets.get(0), resets.get(1));
      uses(List.of("true", "false"), all, List.of("256", "0"));
    } else {
      uses(List.of("true", "false"), List.of(Reset.NONE.name()), List.of("256"));
      uses(List.of("true"), List.of(Reset.NONE.name()), List.of("0"));
      uses(List.of("true"), resets, List.of("256"));
    }
  }

  private void uses(List<String> validation, List<String> reset, List<String> statementCache)
      throws RunnerException {
    var parameters =
        Map.of(
            SUBJECT,
            pools(),
            "validation",
            validation,
            RESET,
            reset,
            "statementCache",
            statementCache);
    for (RunResult result : jmh.run(S4OneUse.class, parameters, OptionalInt.empty())) {
      Map<String, Double> parts = JmhRuns.secondary(result);
      keep(use(result), S4Reading.oneUse(parts) / MICROS);
      counts.computeIfAbsent(use(result), key -> new TreeMap<>()).putAll(medians(parts));
    }
  }

  /** Round trips do not depend on the statement cache. */
  private void countedUses() throws RunnerException {
    var parameters =
        Map.of(
            "link",
            List.of("COUNTED"),
            SUBJECT,
            pools(),
            RESET,
            List.of(Reset.NONE.name(), Reset.ROLLBACK.name(), Reset.FULL.name()));
    for (RunResult result : jmh.run(S4OneUse.class, parameters, OptionalInt.empty())) {
      Map<String, Double> counted = JmhRuns.secondary(result);
      medians(counted).keySet().forEach(counted::remove);
      counts.computeIfAbsent(use(result), key -> new TreeMap<>()).putAll(counted);
    }
  }

  private static Map<String, String> use(RunResult result) {
    Map<String, String> parameters = JmhRuns.parameters(result);
    parameters.remove("link");
    parameters.put(PART, ONE_USE);
    return parameters;
  }

  private static Map<String, Double> medians(Map<String, Double> all) {
    Map<String, Double> medians = new TreeMap<>(all);
    medians.keySet().retainAll(S4Reading.PARTS);
    return medians;
  }

  private void keep(Map<String, String> parameters, double time) {
    millis.computeIfAbsent(parameters, key -> new ArrayList<>()).add(time);
  }

  private List<Point> points() {
    List<Point> points = new ArrayList<>();
    millis.forEach(
        (parameters, times) -> {
          String x = parameters.get(QUERIES);
          points.add(
              new Point(
                  parameters,
                  x == null ? Double.NaN : Double.parseDouble(x),
                  List.copyOf(times),
                  counts.getOrDefault(parameters, Map.of()),
                  Optional.empty()));
        });
    return points;
  }

  private List<MeasuredRatio> ratios() {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (StudyCard.Ratio ratio : card.ratios()) {
      Optional<List<Double>> above = times(ratio.above());
      Optional<List<Double>> below = times(ratio.below());
      if (above.isPresent() && below.isPresent()) {
        ratios.add(MeasuredRatio.of(ratio, above.get(), below.get()));
      }
    }
    return ratios;
  }

  private Optional<List<Double>> times(Map<String, String> wanted) {
    return Optional.ofNullable(millis.get(wanted));
  }
}
