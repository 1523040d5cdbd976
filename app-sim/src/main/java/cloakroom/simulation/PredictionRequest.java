package cloakroom.simulation;

import cloakroom.platform.Resources;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Input of a prediction: a measured system with its metrics, and the system to predict.
 *
 * @param figures metrics of the measured system, by name in summary.json
 * @param cycle requests of a user in order; the user pauses after each transaction's last request
 * @param seconds simulated time after the warm-up
 */
public record PredictionRequest(
    Setup measured,
    Setup asked,
    Map<String, Double> figures,
    List<RequestKind> cycle,
    double seconds,
    long seed) {
  private static final int MAX_USERS = 1_000_000;
  private static final int MAX_SERVERS = 1_000;

  /**
   * Configuration of a measured or predicted system, from its policy to its processors.
   *
   * @param policy name of a preset; empty for ADF's defaults
   * @param connections total connections of all nodes
   * @param modules root modules of the application; those of the cycle need not be listed
   * @param commitMs time that is added to each log flush of the database
   * @param pageMs time per request in which the page uses neither a processor nor the database
   * @param checks whether each borrow costs a round trip for validation
   * @param tierProcessors processors of each node
   */
  public record Setup(
      String policy,
      Map<String, String> settings,
      String store,
      int users,
      int nodes,
      int connections,
      List<String> modules,
      double thinkMs,
      String thinkKind,
      double rttMs,
      double commitMs,
      double pageMs,
      boolean checks,
      int tierProcessors,
      int databaseProcessors) {
    public Setup {
      modules = Objects.requireNonNullElse(modules, List.of());
    }

    ReleasePolicy releasePolicy() {
      ReleasePolicy defaults = ReleasePolicy.of("defaults", Map.of());
      return (policy.isEmpty() ? defaults : Preset.named(policy).policy()).with(settings);
    }

    private void check() {
      within("users", users, 1, MAX_USERS);
      within("nodes", nodes, 1, MAX_SERVERS);
      within("connections", connections, nodes, Integer.MAX_VALUE);
      within("root modules", modules.size(), 0, MAX_SERVERS);
      within("processors of a node", tierProcessors, 1, MAX_SERVERS);
      within("processors of the database", databaseProcessors, 1, MAX_SERVERS);
      releasePolicy();
      StoreCost.of(store, 0);
    }
  }

  public record RequestKind(
      String name, String module, double roundTrips, double flushes, boolean ends) {}

  /** Round trips per operation of a snapshot store, and log flushes per write and deletion. */
  record StoreCost(int write, int read, int delete, int writeFlushes, int deleteFlushes) {
    static StoreCost of(String store, int validation) {
      Map<String, List<String>> rows = Resources.table("cloakroom/simulation/stores.txt");
      if (!rows.containsKey(store)) {
        String choices = String.join(", ", rows.keySet());
        throw new IllegalArgumentException("store " + store + ": choose one of " + choices);
      }
      int[] costs = rows.get(store).stream().skip(1).mapToInt(Integer::parseInt).toArray();
      int checks = costs[5] * validation;
      return new StoreCost(
          costs[0] + checks, costs[1] + checks, costs[2] + checks, costs[3], costs[4]);
    }
  }

  void check() {
    measured.check();
    asked.check();
    within("seconds", (long) seconds, 1, 86_400);
    within("requests of a transaction", cycle.size(), 1, MAX_SERVERS);
  }

  private static void within(String what, long value, long min, long max) {
    if (value < min || value > max) {
      String form = "%s %d: must be from %d to %d";
      throw new IllegalArgumentException(form.formatted(what, value, min, max));
    }
  }

  /** Returns a metric of the measured system; NaN if the metric was not measured. */
  double metric(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  double requireMetric(String name) {
    double value = metric(name);
    if (value > 0) {
      return value;
    }
    throw new IllegalArgumentException("the measured run does not contain " + name);
  }
}
