package cloakroom.bench.study.s3;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.database.EnvironmentException;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final String PREDICTED_MS = "predictedMs";

  /** Under round robin the newcomer reaches 45 % when this much of the lifetime has gone. */
  private static final double PREDICTED = 0.9;

  private static final double WITHIN = 0.10;
  private static final Duration WINDOW = Duration.ofMillis(200);

  /** Windows in a row that must be balanced, so that chance is not taken for balance. */
  private static final int WINDOWS = 3;

  /** How long is waited for balance, in lifetimes of the longest. */
  private static final double PATIENCE = 1.4;

  private final Map<String, Integer> unbalanced = new LinkedHashMap<>();
  private final List<EmbeddedPostgres> servers = new ArrayList<>();
  private List<String> lifetimes = List.of();
  private Duration longest;
  private boolean scaledDown;
  private int rounds;

  public S3bJoiningBackend(StudyCard card) {
    super(card);
  }

  @Override
  public Steps begin(Plan plan) {
    scaledDown = !plan.full();
    lifetimes = card.asked(plan.full()).get(PARAMETER);
    longest =
        lifetimes.stream().map(S3bJoiningBackend::limit).max(Duration::compareTo).orElseThrow();
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
    List<String> words = new ArrayList<>();
    for (Point point : points()) {
      if (!point.millis().isEmpty()) {
        words.add(
            "maxLifetime %s s: balanced after %.1f s, mean of %d; theory says %.1f s"
                .formatted(
                    point.parameters().get(PARAMETER),
                    point.mean() / 1000,
                    point.millis().size(),
                    point.counts().getOrDefault(PREDICTED_MS, Double.NaN) / 1000));
      }
    }
    unbalanced.forEach(
        (lifetime, times) ->
            words.add(
                "maxLifetime %s: not balanced in %d of %d rounds within %.1f s"
                    .formatted(lifetime, times, rounds, longest.toMillis() * PATIENCE / 1000)));
    if (scaledDown && rounds > 0) {
      words.add("lifetimes are scaled down: --full runs 10 s and 60 s");
    }
    return super.result().saying(words);
  }

  @Override
  public void close() {
    servers.forEach(EmbeddedPostgres::close);
  }

  private static Duration limit(String lifetime) {
    return lifetime.equals(NO_LIMIT) ? Duration.ZERO : Duration.ofSeconds(Long.parseLong(lifetime));
  }

  private void round(EmbeddedPostgres first, EmbeddedPostgres second) throws InterruptedException {
    Map<String, LoadShare> loads = new LinkedHashMap<>();
    Map<String, Watched> watched = new LinkedHashMap<>();
    try {
      for (String lifetime : lifetimes) {
        Duration limit = limit(lifetime);
        loads.put(lifetime, new LoadShare(first, limit, limit.isZero() ? longest : limit));
        watched.put(lifetime, new Watched());
      }
      Thread.sleep(longest.toMillis());
      loads.values().forEach(load -> load.join(second));
      watch(loads, watched);
    } finally {
      loads.values().forEach(LoadShare::close);
    }
    rounds++;
    // pairs of times need both
    boolean comparable =
        watched.entrySet().stream()
            .allMatch(each -> each.getKey().equals(NO_LIMIT) || each.getValue().isBalanced());
    watched.forEach((lifetime, seen) -> keep(lifetime, seen, comparable));
  }

  private void watch(Map<String, LoadShare> loads, Map<String, Watched> watched)
      throws InterruptedException {
    long joined = System.nanoTime();
    long end = joined + (long) (longest.toNanos() * PATIENCE);
    loads.values().forEach(LoadShare::shareOfSecond);
    for (long next = joined + WINDOW.toNanos(); next < end; next += WINDOW.toNanos()) {
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      double since = (next - joined) / 1e6;
      loads.forEach((lifetime, load) -> watched.get(lifetime).look(load.shareOfSecond(), since));
    }
  }

  private void keep(String lifetime, Watched seen, boolean comparable) {
    if (Double.isNaN(seen.share)) {
      throw new IllegalStateException("a pool carried no load: nothing was measured");
    }
    Map<String, String> parameters = Map.of(PARAMETER, lifetime);
    count(parameters, Map.of("shareOfSecondPercent", 100 * seen.share));
    if (!lifetime.equals(NO_LIMIT)) {
      count(parameters, Map.of(PREDICTED_MS, PREDICTED * limit(lifetime).toMillis()));
    }
    if (!seen.isBalanced()) {
      unbalanced.merge(lifetime, 1, Integer::sum);
    } else if (comparable) {
      keep(parameters, seen.balancedMillis);
    }
  }

  /** What was seen of the newcomer's share of one pool's load. */
  private static final class Watched {
    private double share = Double.NaN;
    private int streak;
    private double balancedMillis;

    boolean isBalanced() {
      return balancedMillis > 0;
    }

    /** The time counts to the end of the first of the balanced windows. */
    void look(double now, double since) {
      if (!Double.isNaN(now)) {
        share = now;
      }
      streak = Math.abs(1 - 2 * now) <= WITHIN ? streak + 1 : 0;
      if (streak == WINDOWS && balancedMillis == 0) {
        balancedMillis = since - (WINDOWS - 1) * WINDOW.toMillis();
      }
    }
  }
}
