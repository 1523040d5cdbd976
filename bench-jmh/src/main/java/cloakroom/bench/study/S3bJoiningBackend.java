package cloakroom.bench.study;

import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.run.StudyRun;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.database.EnvironmentException;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * default form scales the published 10 s down to 2 s.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3b --rounds 1</pre>
 */
public final class S3bJoiningBackend implements Experiment {
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

  @Override
  public StudyCard card() {
    return ConnectStudies.S3B;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener)
      throws InterruptedException {
    long from = System.nanoTime();
    List<String> lifetimes = (plan.full() ? card().full() : card().parameters()).get(PARAMETER);
    lifetimes.forEach(lifetime -> millis.put(lifetime, new ArrayList<>()));
    List<String> remarks = new ArrayList<>();
    try (EmbeddedPostgres first = EmbeddedPostgres.start();
        EmbeddedPostgres second = EmbeddedPostgres.start()) {
      for (int round = 1; round <= plan.rounds(); round++) {
        listener.round(card(), round, plan.rounds());
        round(first, second);
      }
    } catch (EnvironmentException e) {
      return new StudyResult(card(), List.of(), List.of(), List.of("absent: " + e.getMessage()), 0);
    }
    if (!lastShare.keySet().containsAll(lifetimes)) {
      throw new IllegalStateException("a pool carried no load: nothing was measured");
    }
    remarks.addAll(balanced());
    remarks.addAll(unbalanced(plan.rounds()));
    if (!plan.full()) {
      remarks.add("lifetimes are scaled down: --full runs 10 s and 60 s");
    }
    return new StudyResult(
        card(), points(), ratios(), List.of(), remarks, (System.nanoTime() - from) / 1e9);
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

  private List<String> balanced() {
    List<String> lines = new ArrayList<>();
    millis.forEach(
        (lifetime, times) -> {
          if (!times.isEmpty()) {
            double mean = times.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            lines.add(
                "maxLifetime %s s: balanced after %.1f s, mean of %d; theory says %.1f s"
                    .formatted(
                        lifetime,
                        mean / 1000,
                        times.size(),
                        PREDICTED * limit(lifetime).toSeconds()));
          }
        });
    return lines;
  }

  private List<String> unbalanced(int rounds) {
    List<String> lines = new ArrayList<>();
    millis.forEach(
        (lifetime, times) -> {
          if (times.size() < rounds) {
            lines.add(
                "maxLifetime %s: not balanced in %d of %d rounds within %.1f s; the second backend had %.0f %% of the load at the end"
                    .formatted(
                        lifetime,
                        rounds - times.size(),
                        rounds,
                        longest().toMillis() * PATIENCE / 1000,
                        100 * lastShare.get(lifetime)));
          }
        });
    return lines;
  }

  private List<Point> points() {
    List<Point> points = new ArrayList<>();
    millis.forEach(
        (lifetime, times) ->
            points.add(
                new Point(
                    Map.of(PARAMETER, lifetime),
                    lifetime.equals(NO_LIMIT) ? Double.NaN : Double.parseDouble(lifetime),
                    List.copyOf(times),
                    counts(lifetime),
                    Optional.empty())));
    return points;
  }

  private Map<String, Double> counts(String lifetime) {
    double share = 100 * lastShare.get(lifetime);
    return lifetime.equals(NO_LIMIT)
        ? Map.of("shareOfSecondPercent", share)
        : Map.of(
            "shareOfSecondPercent", share, "predictedMs", PREDICTED * limit(lifetime).toMillis());
  }

  private List<MeasuredRatio> ratios() {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (Ratio ratio : card().ratios()) {
      List<Double> above = millis.getOrDefault(ratio.above().get(PARAMETER), List.of());
      List<Double> below = millis.getOrDefault(ratio.below().get(PARAMETER), List.of());
      if (!above.isEmpty() && above.size() == below.size()) {
        ratios.add(MeasuredRatio.of(ratio, above, below));
      }
    }
    return ratios;
  }
}
