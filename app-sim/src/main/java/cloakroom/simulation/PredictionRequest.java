package cloakroom.simulation;

import cloakroom.platform.Resources;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.List;
import java.util.Map;

/**
 * Input of a prediction: a measured system with its metrics, and the system to predict.
 *
 * @param asked system to predict
 * @param figures metrics of the measured system by their names in summary.json; missing ones are
 *     absent
 * @param cycle requests of a user in their order; a pause follows each that ends a transaction
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
   * A system: its settings, users and machines.
   *
   * @param policy name of a policy, or empty for ADF's defaults
   * @param connections connections of all nodes together
   * @param thinkKind distribution of the pauses
   * @param rttMs added latency of a round trip to the database
   * @param commitMs added time of a log flush
   * @param pageMs time of a page request without a processor
   * @param checks whether each borrowed connection is validated by a round trip
   * @param tierProcessors processors of each node
   */
  public record Setup(
      String policy,
      Map<String, String> settings,
      String store,
      int users,
      int nodes,
      int connections,
      double thinkMs,
      String thinkKind,
      double rttMs,
      double commitMs,
      double pageMs,
      boolean checks,
      int tierProcessors,
      int databaseProcessors) {

    ReleasePolicy releasePolicy() {
      ReleasePolicy defaults = ReleasePolicy.of("defaults", Map.of());
      return (policy.isEmpty() ? defaults : Preset.named(policy).policy()).with(settings);
    }

    private void check() {
      within("users", users, 1, MAX_USERS);
      within("nodes", nodes, 1, MAX_SERVERS);
      within("connections", connections, nodes, Integer.MAX_VALUE);
      within("processors of a node", tierProcessors, 1, MAX_SERVERS);
      within("processors of the database", databaseProcessors, 1, MAX_SERVERS);
      releasePolicy();
      StoreCost.of(store, 0);
    }
  }

  /**
   * Request of a user.
   *
   * @param module name of the root module
   * @param roundTrips mean round trips to the database
   * @param flushes mean flushes of the database's log
   * @param ends whether it ends the user's transaction
   */
  public record RequestKind(
      String name, String module, double roundTrips, double flushes, boolean ends) {}

  /** Round trips and log flushes of a snapshot store's operations. */
  record StoreCost(int write, int read, int delete, int writeFlushes, int deleteFlushes) {

    /**
     * Returns the costs of a store in stores.txt.
     *
     * @param validation round trips that validate a borrowed connection
     */
    static StoreCost of(String store, int validation) {
      Map<String, List<String>> rows = Resources.table("cloakroom/simulation/stores.txt");
      if (!rows.containsKey(store)) {
        throw new IllegalArgumentException(
            "store " + store + ": choose one of " + String.join(", ", rows.keySet()));
      }
      int[] costs = rows.get(store).stream().skip(1).mapToInt(Integer::parseInt).toArray();
      int checks = costs[5] * validation;
      return new StoreCost(
          costs[0] + checks, costs[1] + checks, costs[2] + checks, costs[3], costs[4]);
    }
  }

  /** Throws IllegalArgumentException if a value cannot be simulated. */
  void check() {
    measured.check();
    asked.check();
    within("seconds", (long) seconds, 1, 86_400);
    within("requests of a transaction", cycle.size(), 1, MAX_SERVERS);
  }

  private static void within(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s %d: must be from %d to %d".formatted(what, value, min, max));
    }
  }

  /** Returns a metric of the measured system, or NaN if it is missing. */
  double metric(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /** Returns a metric of the measured system, which must be above zero. */
  double requireMetric(String name) {
    double value = metric(name);
    if (value > 0) {
      return value;
    }
    throw new IllegalArgumentException("the measured run does not contain " + name);
  }
}
