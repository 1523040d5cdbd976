package cloakroom.bench.run;

import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.Studies;
import cloakroom.bench.study.StudyCard;
import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.runner.RunnerException;

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
public final class S1hTraffic implements Experiment {
  /** The parameter that tells whose protocol was counted. */
  public static final String STUDY = "study";

  private static final String POOLING = "S1a";
  private static final String FETCHING = "S1b";
  private static final String CACHING = "S1c";

  private static final Set<String> COUNTED = Set.of(POOLING, FETCHING, CACHING);

  private static final String CONNECTS = "connects";
  private static final String ROUND_TRIPS = "roundTrips";
  private static final String PARSES = "parses";
  private static final String SENT = "bytesSent";
  private static final String RECEIVED = "bytesReceived";

  /** Which counts are compared; several are added up. */
  private record Compared(Ratio ratio, List<String> counters) {}

  private static final List<Compared> COMPARED =
      List.of(
          pooling("connects unpooled / HikariCP", "HIKARI", List.of(CONNECTS)),
          pooling("connects unpooled / UCP", "UCP", List.of(CONNECTS)),
          pooling("round trips unpooled / HikariCP", "HIKARI", List.of(ROUND_TRIPS)),
          pooling("bytes unpooled / HikariCP", "HIKARI", List.of(SENT, RECEIVED)),
          fetching("round trips fetching 1 / 1,000", List.of(ROUND_TRIPS)),
          fetching("bytes fetching 1 / 1,000", List.of(SENT, RECEIVED)),
          caching("parses without / with a cache", List.of(PARSES), Claim.ABOVE_ONE),
          caching("bytes without / with a cache", List.of(SENT, RECEIVED), Claim.ABOVE_ONE),
          caching("round trips without / with a cache", List.of(ROUND_TRIPS), Claim.ABOUT_ONE));

  /** The study. */
  public static final StudyCard CARD =
      new StudyCard(
          "S1h",
          "Traffic and parsing",
          "Do pooling, fetch size and statement cache cut network traffic and parsing too?",
          S1hTraffic.class,
          Map.of(),
          Map.of(),
          null,
          Chart.BARS,
          COMPARED.stream().map(Compared::ratio).toList(),
          Map.of());

  private final List<Point> points = new ArrayList<>();
  private final List<String> absent = new ArrayList<>();

  private static Compared pooling(String name, String pool, List<String> counters) {
    return compared(
        name, POOLING, Map.of("subject", "UNPOOLED"), Map.of("subject", pool), counters);
  }

  private static Compared fetching(String name, List<String> counters) {
    return compared(
        name, FETCHING, Map.of("fetchSize", "1"), Map.of("fetchSize", "1000"), counters);
  }

  private static Compared caching(String name, List<String> counters, Claim claim) {
    Map<String, String> without = Map.of("cache", "OFF", "query", "KEYED");
    Map<String, String> with = Map.of("cache", "ON", "query", "KEYED");
    return new Compared(
        new Ratio(name, of(CACHING, without), of(CACHING, with), Double.NaN, claim), counters);
  }

  private static Compared compared(
      String name,
      String study,
      Map<String, String> above,
      Map<String, String> below,
      List<String> counters) {
    return new Compared(
        new Ratio(name, of(study, above), of(study, below), Double.NaN, Claim.ABOVE_ONE), counters);
  }

  private static Map<String, String> of(String study, Map<String, String> parameters) {
    Map<String, String> all = new TreeMap<>(parameters);
    all.put(STUDY, study);
    return all;
  }

  @Override
  public StudyCard card() {
    return CARD;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) {
    long from = System.nanoTime();
    try (JmhLog log = JmhLog.open(plan.log())) {
      try {
        for (StudyCard card : Studies.ALL) {
          if (COUNTED.contains(card.id())) {
            count(card, plan, listener, log);
          }
        }
      } catch (RunnerException | Turn.CutShort e) {
        throw new StudyFailure(log, e, soFar(from));
      }
    }
    return soFar(from);
  }

  private StudyResult soFar(long from) {
    List<MeasuredRatio> ratios = new ArrayList<>();
    COMPARED.forEach(compared -> measured(compared).ifPresent(ratios::add));
    double seconds = (System.nanoTime() - from) / 1e9;
    return new StudyResult(CARD, List.copyOf(points), ratios, List.copyOf(absent), seconds);
  }

  private void count(StudyCard card, StudyRun.Plan plan, StudyRun.Listener listener, JmhLog log)
      throws RunnerException {
    StudyRun run = new StudyRun(card, plan, listener);
    run.count(log)
        .forEach(
            (parameters, counts) ->
                points.add(
                    new Point(
                        of(card.id(), parameters),
                        Double.NaN,
                        List.of(),
                        counts,
                        Optional.empty())));
    run.absent().stream().filter(why -> !absent.contains(why)).forEach(absent::add);
  }

  private Optional<MeasuredRatio> measured(Compared compared) {
    OptionalDouble above = sum(compared.ratio().above(), compared.counters());
    OptionalDouble below = sum(compared.ratio().below(), compared.counters());
    if (above.isEmpty() || below.isEmpty() || below.getAsDouble() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        MeasuredRatio.counted(compared.ratio(), above.getAsDouble(), below.getAsDouble()));
  }

  /** The counters of the first point with these parameters; empty if one was not counted. */
  private OptionalDouble sum(Map<String, String> wanted, List<String> counters) {
    return points.stream()
        .filter(point -> point.parameters().entrySet().containsAll(wanted.entrySet()))
        .filter(point -> point.counts().keySet().containsAll(counters))
        .mapToDouble(point -> counters.stream().mapToDouble(point.counts()::get).sum())
        .findFirst();
  }
}
