package cloakroom.bench.study.s1;

import cloakroom.bench.lab.CountedDatabase;
import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.Gap;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Claim;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * S1h: do pooling, fetch size and statement cache cut network traffic and parsing too, and not only
 * time?
 *
 * <p>The protocols of S1a, S1b and S1c run once each through a relay that counts; the result has no
 * times. Notice that counts, unlike times, are the same on every machine; that a cache of
 * statements saves no round trip; and that a pool which validates every borrow still takes one.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S1h</pre>
 */
public final class S1hTraffic extends Experiment {
  /** In each line a name, a study, its two sides, the counts that are added up, and the claim. */
  private static final String TABLE =
      """
      connects unpooled / HikariCP|S1a|subject=UNPOOLED|subject=HIKARI|connects|ABOVE_ONE
      connects unpooled / UCP|S1a|subject=UNPOOLED|subject=UCP|connects|ABOVE_ONE
      round trips unpooled / HikariCP|S1a|subject=UNPOOLED|subject=HIKARI|roundTrips|ABOVE_ONE
      bytes unpooled / HikariCP|S1a|subject=UNPOOLED|subject=HIKARI|bytesSent,bytesReceived|ABOVE_ONE
      round trips fetching 1 / 1,000|S1b|fetchSize=1|fetchSize=1000|roundTrips|ABOVE_ONE
      bytes fetching 1 / 1,000|S1b|fetchSize=1|fetchSize=1000|bytesSent,bytesReceived|ABOVE_ONE
      parses without / with a cache|S1c|cache=OFF|cache=ON|parses|ABOVE_ONE
      bytes without / with a cache|S1c|cache=OFF|cache=ON|bytesSent,bytesReceived|ABOVE_ONE
      round trips without / with a cache|S1c|cache=OFF|cache=ON|roundTrips|ABOUT_ONE
      """;

  private static final List<Compared> COMPARED = TABLE.lines().map(S1hTraffic::compared).toList();

  private record Compared(Ratio ratio, List<String> counters) {}

  private S1hTraffic(StudyCard card) {
    super(card);
  }

  /** The study. */
  public static Study study() {
    return new Study(
        StudyCard.of(
                "S1h",
                "Traffic and parsing",
                20,
                "Do pooling, fetch size and statement cache cut network traffic and parsing too?")
            .compares(COMPARED.stream().map(Compared::ratio).toList()),
        S1hTraffic::new);
  }

  private static Compared compared(String line) {
    String[] cells = line.split("[|]", -1);
    return new Compared(
        new Ratio(
            cells[0],
            side(cells[1], cells[2]),
            side(cells[1], cells[3]),
            Double.NaN,
            Claim.valueOf(cells[5])),
        List.of(cells[4].split(",", -1)));
  }

  /** Of the cache's queries it is the published one. */
  private static Map<String, String> side(String study, String parameter) {
    String[] pair = parameter.split("=", -1);
    return study.equals("S1c")
        ? Map.of("study", study, pair[0], pair[1], "query", "KEYED")
        : Map.of("study", study, pair[0], pair[1]);
  }

  @Override
  public Iterator<Round> rounds(Plan plan) {
    Optional<Gap> obstacle = CountedDatabase.obstacle();
    if (obstacle.isPresent()) {
      gaps.add(obstacle.get());
      return Collections.emptyIterator();
    }
    openJmh(plan);
    return List.of(
            counts(S1aConnectionPooling.study(), S1aConnectionPooling.class, plan),
            counts(S1bFetchSize.study(), S1bFetchSize.class, plan),
            counts(S1cStatementCache.study(), S1cStatementCache.class, plan))
        .iterator();
  }

  private Round counts(Study counted, Class<?> benchmark, Plan plan) {
    String id = counted.card().id();
    return new Round(
        "counts of " + id,
        () ->
            jmh.count(benchmark, counted.card().asked(plan.full()))
                .forEach(
                    (parameters, counts) -> {
                      Map<String, String> all = new TreeMap<>(parameters);
                      all.put("study", id);
                      count(all, counts);
                    }));
  }

  @Override
  public StudyResult result() {
    List<Point> points = points();
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (Compared compared : COMPARED) {
      double above = sum(points, compared.ratio().above(), compared.counters());
      double below = sum(points, compared.ratio().below(), compared.counters());
      if (above >= 0 && below > 0) {
        ratios.add(MeasuredRatio.of(compared.ratio(), Interval.counted(above, below)));
      }
    }
    return StudyResult.of(card, points, ratios, gaps);
  }

  /** The counters of the first point with these parameters; NaN if one was not counted. */
  private static double sum(List<Point> points, Map<String, String> wanted, List<String> counters) {
    return StudyResult.with(points, wanted)
        .map(Point::counts)
        .filter(counts -> counts.keySet().containsAll(counters))
        .map(counts -> counters.stream().mapToDouble(counts::get).sum())
        .orElse(Double.NaN);
  }
}
