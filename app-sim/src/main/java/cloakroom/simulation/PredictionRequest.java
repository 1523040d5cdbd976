package cloakroom.simulation;

import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a simulation: a system that was measured, its figures, and the one to predict.
 *
 * @param figures of the measured system, by their names in summary.json; what nobody told is absent
 * @param cycle the requests of a user in their order, with a pause after each that ends something
 * @param seconds simulated time that counts
 */
public record PredictionRequest(
    Setup measured,
    Setup asked,
    Map<String, Double> figures,
    List<RequestKind> cycle,
    double seconds,
    long seed) {
  private static final int MOST_USERS = 1_000_000;
  private static final int MOST_SERVERS = 1_000;

  /**
   * A system: how it is set, who uses it, and on what it runs.
   *
   * @param policy name of a policy, or empty for ADF's defaults
   * @param connections of all nodes together
   * @param thinkKind how pauses are distributed around their mean
   * @param rttMs what a round trip to the database takes longer than on one machine
   * @param commitMs what a log flush takes longer than there
   * @param pageMs what a page works without a processor
   * @param checks whether a connection is checked by a round trip whenever it is borrowed
   * @param tierProcessors of each node
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
      within("users", users, 1, MOST_USERS);
      within("nodes", nodes, 1, MOST_SERVERS);
      within("connections", connections, nodes, Integer.MAX_VALUE);
      within("processors of a node", tierProcessors, 1, MOST_SERVERS);
      within("processors of the database", databaseProcessors, 1, MOST_SERVERS);
      releasePolicy();
      StoreCost.of(store, 0);
    }
  }

  /**
   * A request.
   *
   * @param module the root module that it works with
   * @param roundTrips to the database, mean
   * @param flushes of the database's log, mean
   * @param ends whether it ends the user's transaction
   */
  public record RequestKind(
      String name, String module, double roundTrips, double flushes, boolean ends) {}

  /** Refuses what cannot be simulated. */
  void check() {
    measured.check();
    asked.check();
    within("seconds", (long) seconds, 1, 86_400);
    within("requests of a transaction", cycle.size(), 1, MOST_SERVERS);
  }

  private static void within(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s %d is wrong: from %d to %d".formatted(what, value, least, most));
    }
  }

  /** A figure of the measured system; not a number if nobody told it. */
  double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /** A figure that there must be, above zero. */
  double need(String name) {
    double value = figure(name);
    if (value > 0) {
      return value;
    }
    throw new IllegalArgumentException("the measured run does not tell " + name);
  }
}
