package cloakroom.bench.study.s3;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.database.EnvironmentException;
import cloakroom.database.postgres.EmbeddedPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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

  private static final long WINDOW = LoadShare.WINDOW.toNanos();

  /** How long is waited for balance, in lifetimes of the longest. */
  private static final double PATIENCE = 1.4;

  private final Map<String, Integer> unbalanced = new LinkedHashMap<>();
  private final List<EmbeddedPostgres> servers = new ArrayList<>();
  private List<String> lifetimes = List.of();
  private Duration longest;
  private boolean scaledDown;
  private int rounds;

  public S3bJoiningBackend(StudyDefinition card) {
    super(card);
  }

  @Override
  public int begin(RoundPlan plan) {
    scaledDown = !plan.full();
    lifetimes = plan.full() ? List.of("10", "60", NO_LIMIT) : List.of("2", "6", NO_LIMIT);
    longest =
        lifetimes.stream().map(S3bJoiningBackend::limit).max(Duration::compareTo).orElseThrow();
    try {
      servers.add(EmbeddedPostgres.start());
      servers.add(EmbeddedPostgres.start());
    } catch (EnvironmentException e) {
      gaps.add(Gap.absent("", e.getMessage()));
      return 0;
    }
    return plan.rounds();
  }

  @Override
  protected List<String> reading() {
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
    if (rounds > 0) {
      words.add("by that theory the published default of 10,000 s takes 2.5 hours");
    }
    if (scaledDown && rounds > 0) {
      words.add("lifetimes are scaled down: --full runs 10 s and 60 s");
    }
    return words;
  }

  @Override
  public void close() {
    servers.forEach(EmbeddedPostgres::close);
  }

  private static Duration limit(String lifetime) {
    return lifetime.equals(NO_LIMIT) ? Duration.ZERO : Duration.ofSeconds(Long.parseLong(lifetime));
  }

  @Override
  public void round(boolean backwards) throws InterruptedException {
    Map<String, LoadShare> loads = new LinkedHashMap<>();
    try {
      for (String lifetime : lifetimes) {
        Duration limit = limit(lifetime);
        loads.put(lifetime, new LoadShare(servers.get(0), limit, limit.isZero() ? longest : limit));
      }
      Thread.sleep(longest.toMillis());
      loads.values().forEach(load -> load.join(servers.get(1)));
      watch(loads.values());
    } finally {
      loads.values().forEach(LoadShare::close);
    }
    rounds++;
    // pairs of times need both
    boolean comparable =
        loads.entrySet().stream()
            .allMatch(each -> each.getKey().equals(NO_LIMIT) || each.getValue().isBalanced());
    loads.forEach((lifetime, load) -> keep(lifetime, load, comparable));
  }

  private void watch(Collection<LoadShare> loads) throws InterruptedException {
    long joined = System.nanoTime();
    long end = joined + (long) (longest.toNanos() * PATIENCE);
    loads.forEach(LoadShare::shareOfSecond);
    for (long next = joined + WINDOW; next < end; next += WINDOW) {
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      double since = (next - joined) / 1e6;
      loads.forEach(load -> load.look(since));
    }
  }

  private void keep(String lifetime, LoadShare load, boolean comparable) {
    Map<String, String> parameters = Map.of(PARAMETER, lifetime);
    count(parameters, Map.of("shareOfSecondPercent", 100 * load.share()));
    if (!lifetime.equals(NO_LIMIT)) {
      count(parameters, Map.of(PREDICTED_MS, PREDICTED * limit(lifetime).toMillis()));
    }
    if (!load.isBalanced()) {
      unbalanced.merge(lifetime, 1, Integer::sum);
    } else if (comparable) {
      keep(parameters, load.balancedMillis());
    }
  }
}
