package cloakroom.bench.report;

import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.StudiesRun.StudiesResult;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Chart;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyCard.Scale;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Operation;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.bench.lab.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Results of all studies as they may look, made without measuring anything. */
final class SyntheticStudies {
  static final String HOSTILE = "\"'></script><script>alert(1)</script>&";

  private SyntheticStudies() {}

  static StudiesResult all() {
    return result(
        List.of(pooling(), fetchSize(), burst(), connects(), properties(), reuse(), stickyAbsent()),
        List.of());
  }

  static StudiesResult result(List<StudyResult> studies, List<String> problems) {
    return new StudiesResult(environment(), 3, false, studies, problems);
  }

  static Environment environment() {
    return new Environment(
        "2026-11-20T10:00:00Z",
        "Imaginary processor at 3 GHz",
        2,
        "Linux 6.1 amd64",
        "Vendor 17.0.1",
        "PostgreSQL 18.6",
        Map.of("fsync", "on", "ssl", "off", "auth_method", "scram-sha-256"),
        Map.of("HikariCP", "7.1.0"));
  }

  /** Bars; one point was not measured in the steady state. */
  static StudyResult pooling() {
    StudyCard card =
        card(
            "S1a",
            "Connection pooling",
            null,
            Map.of("without", Map.of(0.0, 7.83), "with", Map.of(0.0, 0.13)),
            ratio("unpooled / HikariCP", 60.2),
            ratio("unpooled / UCP, which validates at every borrow, with a long name", 60.2));
    return StudyResult.of(
        card,
        List.of(
            point(Map.of("subject", "UNPOOLED", "link", "DIRECT"), Double.NaN, 612, true),
            point(Map.of("subject", "HIKARI", "link", "DIRECT"), Double.NaN, 14, true),
            point(Map.of("subject", "UCP", "link", "DIRECT"), Double.NaN, 21, false)),
        List.of(
            measured(card, 0, new Interval(43.7, 41.2, 46.4, 5), Verdict.SAME_SIZE),
            measured(card, 1, new Interval(29.1, 25.0, 33.9, 5), Verdict.SMALLER)),
        gaps());
  }

  /** A curve over sizes, far below the published one. */
  static StudyResult fetchSize() {
    StudyCard card =
        card(
            "S1b",
            "Fetch size",
            new Chart("fetchSize", "rows per round trip", Scale.LOGARITHMIC, Scale.LINEAR),
            Map.of(
                "published",
                Map.of(
                    1.0, 5.4378192, 10.0, 1.1115984, 100.0, 0.2703888, 1000.0, 0.200288, 10000.0,
                    0.1902736)),
            ratio("1 / 10,000 rows", 28.6));
    List<Point> points = new ArrayList<>();
    for (int size : new int[] {1, 10, 100, 1000, 10000}) {
      points.add(
          point(
              Map.of("fetchSize", Integer.toString(size), "link", "DIRECT"),
              size,
              40 + 900.0 / size,
              true));
    }
    return StudyResult.of(
        card,
        points,
        List.of(measured(card, 0, new Interval(23.4, 20.0, 27.2, 5), Verdict.SAME_SIZE)),
        gaps());
  }

  /** A claim without a figure, seen by a single round to be otherwise. */
  static StudyResult burst() {
    StudyCard card = card("S1d", "Burst after a lull", ratio("minimum 1 / minimum 16", Double.NaN));
    return StudyResult.of(
        card,
        List.of(
            point(Map.of("subject", "HIKARI", "minimum", "1"), Double.NaN, 80, false),
            point(Map.of("subject", "HIKARI", "minimum", "16"), Double.NaN, 82, false)),
        List.of(
            measured(card, 0, new Interval(0.97, Double.NaN, Double.NaN, 1), Verdict.UNDECIDED)),
        gaps());
  }

  /** Streams; one way to connect is absent. */
  static StudyResult connects() {
    StudyCard card =
        card(
            "S2",
            "Connect methods",
            new Chart("streams", "parallel streams", Scale.LINEAR, Scale.LINEAR),
            Map.of(
                "dedicated",
                curve(x -> x < 3 ? 24.4 : 24.4 + 4.5 * (x - 2)),
                "pooled",
                curve(x -> x < 3 ? 18 : 18 + 4.3 * (x - 2))),
            ratio("dedicated / pooled, serially", 1.34));
    List<Point> points = new ArrayList<>();
    for (int streams = 1; streams <= 6; streams++) {
      double slower = Math.max(1, streams / 2.0);
      points.add(streams("DEDICATED", streams, 1900 * slower));
      points.add(streams("PGBOUNCER", streams, 450 * slower));
    }
    return StudyResult.of(
        card,
        points,
        List.of(measured(card, 0, new Interval(1.02, 0.95, 1.1, 5), Verdict.NO_DIFFERENCE)),
        gaps("needs an Oracle database; name one with --url"));
  }

  private static Point streams(String method, int streams, double millis) {
    return point(
        Map.of("method", method, "streams", Integer.toString(streams)), streams, millis, false);
  }

  /** No ratio was published. */
  static StudyResult properties() {
    StudyCard card = card("S3c", "Keys of a pool");
    return StudyResult.of(
        card, List.of(point(Map.of("key", "VERBATIM"), Double.NaN, 12, false)), List.of(), gaps());
  }

  /** Power laws. */
  static StudyResult reuse() {
    StudyCard card =
        card(
            "S4",
            "Reuse against borrow",
            new Chart("queries", "queries", Scale.LOGARITHMIC, Scale.LOGARITHMIC),
            Map.of(
                "reused",
                Map.of(32.0, 0.004, 5000.0, 0.505),
                "borrowed",
                Map.of(32.0, 0.034, 5000.0, 6.079)),
            ratio("borrowed / reused at 4,096", 12));
    List<Point> points = new ArrayList<>();
    for (int n = 4; n <= 8192; n *= 2) {
      points.add(queries("REUSED", n, 0.09 * n));
      points.add(queries("BORROWED", n, 0.21 * n));
    }
    return StudyResult.of(
        card,
        points,
        List.of(measured(card, 0, new Interval(2.33, 2.2, 2.47, 5), Verdict.SAME_DIRECTION)),
        gaps());
  }

  private static Point queries(String way, int n, double millis) {
    return point(Map.of("way", way, "queries", Integer.toString(n)), n, millis, false);
  }

  /** Nothing was measured. */
  static StudyResult stickyAbsent() {
    StudyCard card = card("S5", "Sticky against released", ratio("sticky / released", 1.74));
    return StudyResult.of(
        card, List.of(), List.of(), gaps("run the stress test: mvn verify -Pstress"));
  }

  /** Counts only. */
  static StudyResult traffic() {
    StudyCard card = card("S1h", "Traffic", ratio("round trips without / with", Double.NaN));
    return StudyResult.of(
        card,
        List.of(traffic("UNPOOLED", 800), traffic("HIKARI", 100)),
        List.of(measured(card, 0, new Interval(8, 8, 8, 5), Verdict.SAME_DIRECTION)),
        gaps());
  }

  private static Point traffic(String subject, double roundTrips) {
    return new Point(
        Map.of("subject", subject),
        Double.NaN,
        List.of(),
        Map.of("roundTrips", roundTrips),
        Optional.empty());
  }

  /** Whoever names things may mean no good. */
  static StudyResult hostile() {
    StudyCard card =
        card("S9", HOSTILE, null, Map.of(HOSTILE, Map.of(0.0, 1.0)), ratio(HOSTILE, 2));
    return StudyResult.of(
        card,
        List.of(point(Map.of(HOSTILE, HOSTILE), Double.NaN, 1, true)),
        List.of(measured(card, 0, new Interval(2, 1.9, 2.1, 5), Verdict.SAME_SIZE)),
        gaps(HOSTILE));
  }

  private static Map<Double, Double> curve(DoubleUnaryOperator y) {
    Map<Double, Double> points = new TreeMap<>();
    DoubleStream.of(1, 2, 3, 4, 5, 6).forEach(x -> points.put(x, y.applyAsDouble(x)));
    return points;
  }

  private static StudyCard card(String id, String title, Ratio... ratios) {
    return card(id, title, null, Map.of(), ratios);
  }

  private static StudyCard card(
      String id,
      String title,
      Chart chart,
      Map<String, Map<Double, Double>> published,
      Ratio... ratios) {
    String question = "What does it cost, and does " + title + " change it?";
    String why = "The machine is another one.";
    return new StudyCard(
        id,
        title,
        question,
        chart,
        List.of(ratios),
        published,
        why,
        published.containsKey("dedicated")
            ? Map.of("dedicated", Map.of(1.0, List.of(7.4, 3.1), 6.0, List.of(42.9, 20.4)))
            : Map.of());
  }

  private static List<Gap> gaps(String... whys) {
    return Stream.of(whys).map(why -> Gap.absent("", why)).toList();
  }

  private static Ratio ratio(String name, double published) {
    return new Ratio(name, Map.of(), Map.of(), published, null, null);
  }

  private static MeasuredRatio measured(
      StudyCard card, int number, Interval interval, Verdict verdict) {
    return new MeasuredRatio(card.ratios().get(number), interval, verdict);
  }

  private static Point point(
      Map<String, String> parameters, double x, double millis, boolean operation) {
    return new Point(
        new TreeMap<>(parameters),
        x,
        List.of(millis * 0.98, millis, millis * 1.02),
        Map.of("roundTrips", millis * 10, "connects", operation ? 1.0 : 0.0, "parses", 0.0),
        operation ? Optional.of(new Operation(millis * 10, millis, 2048)) : Optional.empty());
  }
}
