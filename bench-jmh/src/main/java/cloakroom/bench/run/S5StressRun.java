package cloakroom.bench.run;

import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * S5: do requests get faster when a session gives its connection back between them?
 *
 * <p>That needs a tier under load, so it is the stress test's to measure. Here stands what its
 * latest run found.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S5</pre>
 *
 * <p>Notice the connections in use beside the time: the published text names both.
 */
public final class S5StressRun implements Experiment {
  private static final String STICKY = "sticky";
  private static final String RELEASED = "release-in-memory";
  private static final String POLICY = "policy";
  private static final String TIMED = "timed";

  private static final String COMMAND =
      "java -jar stress-jmeter/target/stress.jar run --policies sticky,release-in-memory"
          + " --trials 3";

  /** The published ratio of mean request times. */
  private static final double PUBLISHED = 75.23 / 43.12;

  /** What it asks. */
  public static final StudyCard CARD =
      new StudyCard(
          "S5",
          "Sticky against released sessions",
          "Do requests get faster when a session gives its connection back between them?",
          S5StressRun.class,
          Map.of(),
          Map.of(),
          null,
          Chart.BARS,
          List.of(
              ratio("sticky / released, in the tier", "tier.mean"),
              ratio("sticky / released, at the client", "service.mean")),
          Map.of(STICKY, Map.of(0.0, 0.07523), RELEASED, Map.of(0.0, 0.04312)));

  private final Path runs;

  /** Reads from where the stress test leaves its runs. */
  public S5StressRun() {
    this(defaultRuns());
  }

  /**
   * Reads from somewhere else.
   *
   * @param runs the folder of the run folders
   */
  public S5StressRun(Path runs) {
    this.runs = runs;
  }

  private static Ratio ratio(String name, String metric) {
    return new Ratio(
        name,
        Map.of(POLICY, STICKY, TIMED, metric),
        Map.of(POLICY, RELEASED, TIMED, metric),
        PUBLISHED,
        Claim.ABOVE_ONE);
  }

  /** {@code stress-jmeter/target/runs} beside the place that this class was loaded from. */
  static Path defaultRuns() {
    try {
      Path code =
          Path.of(S5StressRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return code.toAbsolutePath()
          .getParent()
          .resolve("../../stress-jmeter/target/runs")
          .normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public StudyCard card() {
    return CARD;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) {
    listener.round(CARD, 1, 1);
    return read();
  }

  /** What the latest run found, or why it found nothing. */
  StudyResult read() {
    long from = System.nanoTime();
    Path file = runs.resolve("latest").resolve(StressSummary.FILE);
    if (!Files.exists(file)) {
      return absent("absent: no stress run in " + runs);
    }
    try {
      StressSummary summary = StressSummary.read(file);
      summary.requireSpeeds(STICKY, RELEASED);
      return new StudyResult(
          CARD,
          points(summary),
          ratios(summary),
          List.of(),
          List.of(origin(summary)),
          seconds(from));
    } catch (StressSummary.Unusable e) {
      return absent("absent: " + e.getMessage());
    }
  }

  private static double seconds(long from) {
    return (System.nanoTime() - from) / 1e9;
  }

  private static StudyResult absent(String why) {
    return new StudyResult(CARD, List.of(), List.of(), List.of(why + "; run " + COMMAND), 0);
  }

  private static String origin(StressSummary summary) {
    return "from the stress run "
        + summary.name()
        + ", which says: "
        + summary.comparison(STICKY, RELEASED, "tier.mean").verdict();
  }

  private static List<MeasuredRatio> ratios(StressSummary summary) {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (Ratio ratio : CARD.ratios()) {
      Interval interval = summary.comparison(STICKY, RELEASED, ratio.above().get(TIMED)).interval();
      ratios.add(MeasuredRatio.of(ratio, interval));
    }
    return ratios;
  }

  private static List<Point> points(StressSummary summary) {
    List<Point> points = new ArrayList<>();
    for (String policy : List.of(STICKY, RELEASED)) {
      for (Ratio ratio : CARD.ratios()) {
        String metric = ratio.above().get(TIMED);
        points.add(
            new Point(
                Map.of(POLICY, policy, TIMED, metric),
                Double.NaN,
                summary.figures(policy, metric),
                counts(summary, policy),
                Optional.empty()));
      }
    }
    return points;
  }

  /** Means over the trials. */
  private static Map<String, Double> counts(StressSummary summary, String policy) {
    Map<String, Double> counts = new LinkedHashMap<>();
    for (String figure :
        List.of(
            "requests",
            "transactions",
            "connections.meanInUse",
            "connections.databaseMax",
            "passivations.snapshotWrites",
            "passivations.snapshotReads")) {
      counts.put(
          figure,
          summary.figures(policy, figure).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(Double.NaN));
    }
    return counts;
  }
}
