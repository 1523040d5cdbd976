package cloakroom.bench.study.s3;

import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult.Omission;
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
 * Study S3b: a second database server joins while a pool is under load. The study measures the time
 * until this server has 45 % of the load, which counts as balanced. Pools with different maximum
 * connection lifetimes run in parallel.
 *
 * <p>Only new connections reach the second server, so a pool without a maximum lifetime never uses
 * it. With evenly spread connection ages, the second server's share after time t is t / 2L, where L
 * is the lifetime. It reaches 45 % at t = 0.9 L.
 */
public final class S3bJoiningBackend extends Experiment {
  private static final String PARAMETER = "maxLifetime";
  private static final String NO_LIMIT = "none";
  private static final String PREDICTED_MS = "predictedMs";
  private static final long WINDOW_NANOS = LoadShare.WINDOW.toNanos();
  private static final double MAX_LIFETIMES = 1.4; // of the longest one, to wait for balance

  private final Map<String, Integer> unbalanced = new LinkedHashMap<>();
  private final List<EmbeddedPostgres> servers = new ArrayList<>();
  private List<String> lifetimes = List.of();
  private Duration longest;
  private int rounds;

  public S3bJoiningBackend(StudyDefinition definition) {
    super(definition);
  }

  @Override
  public int begin(RoundPlan plan) {
    lifetimes = plan.full() ? List.of("10", "60", NO_LIMIT) : List.of("2", "6", NO_LIMIT);
    longest =
        lifetimes.stream().map(S3bJoiningBackend::limit).max(Duration::compareTo).orElseThrow();
    try {
      servers.add(EmbeddedPostgres.start());
      servers.add(EmbeddedPostgres.start());
      return plan.rounds();
    } catch (EnvironmentException e) {
      omissions.add(Omission.absent("", e.getMessage()));
      return 0;
    }
  }

  @Override
  protected List<String> interpretation() {
    List<String> sentences = new ArrayList<>();
    for (Point point : points()) {
      if (!point.millis().isEmpty()) {
        sentences.add(
            "maxLifetime %s s: balanced after %.1f s, mean of %d; predicted %.1f s"
                .formatted(
                    point.parameters().get(PARAMETER),
                    point.mean() / 1000,
                    point.millis().size(),
                    point.counts().getOrDefault(PREDICTED_MS, Double.NaN) / 1000));
      }
    }
    unbalanced.forEach(
        (lifetime, times) ->
            sentences.add(
                "maxLifetime %s: not balanced in %d of %d rounds within %.1f s"
                    .formatted(
                        lifetime, times, rounds, longest.toMillis() * MAX_LIFETIMES / 1000)));
    return sentences;
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
      observe(loads.values());
    } finally {
      loads.values().forEach(LoadShare::close);
    }
    rounds++;
    // Uses the times of a round only if all pools reached equal load: a ratio needs two times.
    boolean comparable =
        loads.entrySet().stream()
            .allMatch(each -> each.getKey().equals(NO_LIMIT) || each.getValue().isBalanced());
    loads.forEach((lifetime, load) -> add(lifetime, load, comparable));
  }

  private void observe(Collection<LoadShare> loads) throws InterruptedException {
    long joined = System.nanoTime();
    long end = joined + (long) (longest.toNanos() * MAX_LIFETIMES);
    loads.forEach(LoadShare::shareOfSecond);
    for (long next = joined + WINDOW_NANOS; next < end; next += WINDOW_NANOS) {
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      double since = (next - joined) / 1e6;
      loads.forEach(load -> load.endWindow(since));
    }
  }

  private void add(String lifetime, LoadShare load, boolean comparable) {
    Map<String, String> parameters = Map.of(PARAMETER, lifetime);
    addCounts(parameters, Map.of("shareOfSecondPercent", 100 * load.share));
    if (!lifetime.equals(NO_LIMIT)) {
      addCounts(parameters, Map.of(PREDICTED_MS, 0.9 * limit(lifetime).toMillis()));
    }
    if (!load.isBalanced()) {
      unbalanced.merge(lifetime, 1, Integer::sum);
    } else if (comparable) {
      addTime(parameters, load.balancedMillis);
    }
  }
}
