package cloakroom.bench.study.s3;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.database.EnvironmentException;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * S3b: a second database server joins while a pool is under load; how long until both carry the
 * same load within 10 %, for several maximum lifetimes of a connection?
 *
 * <p>A pool gives a new server nothing until it makes a new connection. Where ages are spread
 * evenly over the lifetime L, and new connections go to both servers in turn, the newcomer's share
 * after t is t / 2L: it has 45 %, which is within 10 % of the other, after 0.9 L. Without a
 * lifetime it has nothing, however long one waits.
 *
 * <p>All lifetimes run side by side, each with a pool of its own, on two servers of our own. The
 * default form scales the published 10 s down to 2 s. JMH does not measure it: what is asked for is
 * when a share of the load is reached, not how long a method takes.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3b --rounds 1</pre>
 */
public final class S3bJoiningBackend extends Experiment {
  private static final String PARAMETER = "maxLifetime";
  private static final String NO_LIMIT = "none";

  /** Under round robin the newcomer reaches 45 % when this much of the lifetime has gone. */
  private static final double PREDICTED = 0.9;

  private static final double WITHIN = 0.10;
  private static final Duration WINDOW = Duration.ofMillis(200);

  /** Windows in a row that must be balanced, so that chance is not taken for balance. */
  private static final int WINDOWS = 3;

  /** How long is waited for balance, in lifetimes of the longest. */
  private static final double PATIENCE = 1.4;

  private final Map<String, List<Double>> millis = new LinkedHashMap<>();
  private final Map<String, Double> lastShare = new LinkedHashMap<>();
  private final List<EmbeddedPostgres> servers = new ArrayList<>();
  private boolean scaledDown;
  private int rounds;

  public S3bJoiningBackend(StudyCard card) {
    super(card);
  }

  @Override
  public Steps begin(Plan plan) {
    scaledDown = !plan.full();
    card.asked(plan.full())
        .get(PARAMETER)
        .forEach(lifetime -> millis.put(lifetime, new ArrayList<>()));
    try {
      servers.add(EmbeddedPostgres.start());
      servers.add(EmbeddedPostgres.start());
    } catch (EnvironmentException e) {
      gaps.add(Gap.absent("", e.getMessage()));
      return Steps.NONE;
    }
    return new Steps(backwards -> round(servers.get(0), servers.get(1)), Map.of());
  }

  @Override
  public StudyResult result() {
    if (rounds == 0) {
      return super.result();
    }
    List<Point> points = new ArrayList<>();
    List<String> balanced = new ArrayList<>();
    List<String> unbalanced = new ArrayList<>();
    millis.forEach(
        (lifetime, times) -> {
          double predicted = PREDICTED * limit(lifetime).toMillis();
          double share = 100 * lastShare.get(lifetime);
          Map<String, Double> counts = new TreeMap<>(Map.of("shareOfSecondPercent", share));
          if (predicted > 0) {
            counts.put("predictedMs", predicted);
          }
          Map<String, String> parameters = Map.of(PARAMETER, lifetime);
          double x = card.chart().place(parameters);
          points.add(new Point(parameters, x, List.copyOf(times), counts, Optional.empty()));
          if (!times.isEmpty()) {
            balanced.add(
                "maxLifetime %s s: balanced after %.1f s, mean of %d; theory says %.1f s"
                    .formatted(
                        lifetime, StudyResult.mean(times) / 1000, times.size(), predicted / 1000));
          }
          if (times.size() < rounds) {
            unbalanced.add(
                "maxLifetime %s: not balanced in %d of %d rounds within %.1f s; the second backend had %.0f %% of the load at the end"
                    .formatted(
                        lifetime,
                        rounds - times.size(),
                        rounds,
                        longest().toMillis() * PATIENCE / 1000,
                        share));
          }
        });
    balanced.addAll(unbalanced);
    if (scaledDown) {
      balanced.add("lifetimes are scaled down: --full runs 10 s and 60 s");
    }
    return StudyResult.of(card, points, ratios(), gaps).saying(balanced);
  }

  @Override
  public void close() {
    servers.forEach(EmbeddedPostgres::close);
  }

  private void round(EmbeddedPostgres first, EmbeddedPostgres second) throws InterruptedException {
    Duration longest = longest();
    Map<String, LoadShare> loads = new LinkedHashMap<>();
    try {
      for (String lifetime : millis.keySet()) {
        Duration limit = limit(lifetime);
        Duration ramp = limit.isZero() ? longest : limit;
        loads.put(lifetime, new LoadShare(first, limit, ramp));
      }
      Thread.sleep(longest.toMillis());
      loads.values().forEach(load -> load.join(second));
      watch(loads, longest);
    } finally {
      loads.values().forEach(LoadShare::close);
    }
    if (!lastShare.keySet().containsAll(millis.keySet())) {
      throw new IllegalStateException("a pool carried no load: nothing was measured");
    }
    rounds++;
  }

  private Duration longest() {
    return millis.keySet().stream()
        .map(S3bJoiningBackend::limit)
        .max(Duration::compareTo)
        .orElseThrow();
  }

  private static Duration limit(String lifetime) {
    return lifetime.equals(NO_LIMIT) ? Duration.ZERO : Duration.ofSeconds(Long.parseLong(lifetime));
  }

  private void watch(Map<String, LoadShare> loads, Duration longest) throws InterruptedException {
    long joined = System.nanoTime();
    long end = joined + (long) (longest.toNanos() * PATIENCE);
    Map<String, Integer> streak = new LinkedHashMap<>();
    loads.values().forEach(LoadShare::shareOfSecond);
    for (long next = joined + WINDOW.toNanos(); next < end; next += WINDOW.toNanos()) {
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      double since = (next - joined) / 1e6;
      loads.forEach((lifetime, load) -> look(lifetime, load.shareOfSecond(), since, streak));
    }
  }

  /** The time counts to the end of the first of the balanced windows. */
  private void look(String lifetime, double share, double since, Map<String, Integer> streak) {
    if (!Double.isNaN(share)) {
      lastShare.put(lifetime, share);
    }
    int before = streak.getOrDefault(lifetime, 0);
    if (before == WINDOWS) {
      return;
    }
    int now = Math.abs(1 - 2 * share) <= WITHIN ? before + 1 : 0;
    streak.put(lifetime, now);
    if (now == WINDOWS) {
      millis.get(lifetime).add(since - (WINDOWS - 1) * WINDOW.toMillis());
    }
  }

  /** Only what was balanced in every round of both sides is compared. */
  private List<MeasuredRatio> ratios() {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (Ratio ratio : card.ratios()) {
      List<Double> above = millis.getOrDefault(ratio.above().get(PARAMETER), List.of());
      List<Double> below = millis.getOrDefault(ratio.below().get(PARAMETER), List.of());
      if (!above.isEmpty() && above.size() == below.size()) {
        ratios.add(MeasuredRatio.of(ratio, Interval.of(above, below)));
      }
    }
    return ratios;
  }
}
