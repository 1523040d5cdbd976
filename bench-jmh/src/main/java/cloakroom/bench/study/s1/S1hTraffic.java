package cloakroom.bench.study.s1;

import cloakroom.bench.lab.CountedDatabase;
import cloakroom.bench.lab.Gap;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.JmhMeasured;
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
import java.util.stream.Stream;

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
public final class S1hTraffic extends JmhMeasured {
  private static final List<String> CONNECTS = List.of("connects");
  private static final List<String> ROUND_TRIPS = List.of("roundTrips");
  private static final List<String> PARSES = List.of("parses");
  private static final List<String> BYTES = List.of("bytesSent", "bytesReceived");

  /** Whose protocol is counted. */
  private record Counted(StudyCard card, Class<?> benchmark) {}

  /** Which counts are compared; several are added up. */
  private record Compared(Ratio ratio, List<String> counters) {}

  private static final List<Compared> COMPARED =
      List.of(
          pooling("connects unpooled / HikariCP", "HIKARI", CONNECTS),
          pooling("connects unpooled / UCP", "UCP", CONNECTS),
          pooling("round trips unpooled / HikariCP", "HIKARI", ROUND_TRIPS),
          pooling("bytes unpooled / HikariCP", "HIKARI", BYTES),
          fetching("round trips fetching 1 / 1,000", ROUND_TRIPS),
          fetching("bytes fetching 1 / 1,000", BYTES),
          caching("parses without / with a cache", PARSES, Claim.ABOVE_ONE),
          caching("bytes without / with a cache", BYTES, Claim.ABOVE_ONE),
          caching("round trips without / with a cache", ROUND_TRIPS, Claim.ABOUT_ONE));

  private final StudyCard card;
  private final List<Point> points = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();

  private S1hTraffic(StudyCard card) {
    this.card = card;
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

  private static Compared pooling(String name, String pool, List<String> counters) {
    return new Compared(
        Ratio.above(
            name,
            Map.of("study", "S1a", "subject", "UNPOOLED"),
            Map.of("study", "S1a", "subject", pool),
            Double.NaN),
        counters);
  }

  private static Compared fetching(String name, List<String> counters) {
    return new Compared(
        Ratio.above(
            name,
            Map.of("study", "S1b", "fetchSize", "1"),
            Map.of("study", "S1b", "fetchSize", "1000"),
            Double.NaN),
        counters);
  }

  private static Compared caching(String name, List<String> counters, Claim claim) {
    return new Compared(
        new Ratio(
            name,
            Map.of("study", "S1c", "cache", "OFF", "query", "KEYED"),
            Map.of("study", "S1c", "cache", "ON", "query", "KEYED"),
            Double.NaN,
            claim),
        counters);
  }

  @Override
  public Iterator<Round> rounds(Plan plan) {
    Optional<Gap> obstacle = CountedDatabase.obstacle();
    if (obstacle.isPresent()) {
      gaps.add(obstacle.get());
      return Collections.emptyIterator();
    }
    open(plan, card);
    return Stream.of(
            new Counted(S1aConnectionPooling.study().card(), S1aConnectionPooling.class),
            new Counted(S1bFetchSize.study().card(), S1bFetchSize.class),
            new Counted(S1cStatementCache.study().card(), S1cStatementCache.class))
        .map(each -> new Round("counts of " + each.card().id(), () -> count(each, plan)))
        .iterator();
  }

  private void count(Counted counted, Plan plan) {
    jmh.count(counted.benchmark(), counted.card().asked(plan.full()))
        .forEach(
            (parameters, counts) -> {
              Map<String, String> all = new TreeMap<>(parameters);
              all.put("study", counted.card().id());
              points.add(Point.counted(all, counts));
            });
  }

  @Override
  public StudyResult result() {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (Compared compared : COMPARED) {
      double above = sum(compared.ratio().above(), compared.counters());
      double below = sum(compared.ratio().below(), compared.counters());
      if (above >= 0 && below > 0) {
        ratios.add(MeasuredRatio.of(compared.ratio(), Interval.counted(above, below)));
      }
    }
    return StudyResult.of(card, points, ratios, gaps);
  }

  /** The counters of the first point with these parameters; NaN if one was not counted. */
  private double sum(Map<String, String> wanted, List<String> counters) {
    return StudyResult.with(points, wanted)
        .map(Point::counts)
        .filter(counts -> counts.keySet().containsAll(counters))
        .map(counts -> counters.stream().mapToDouble(counts::get).sum())
        .orElse(Double.NaN);
  }
}
