package cloakroom.stress.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the load engine reports each second. Counts are cumulative over the measured phase; times
 * are milliseconds.
 *
 * @param at when, in epoch milliseconds
 * @param phase {@code warm-up} or {@code measured}
 * @param requests requests answered
 * @param transactions change-and-commit pairs done
 * @param errors requests that failed
 * @param meanMs mean service time over the last second
 * @param throughput requests in the last second
 * @param activeUsers threads that run
 * @param cpuSeconds CPU time of the engine
 * @param gcMillis time in garbage collection
 * @param lagP95Ms by how much samples started after they were due
 */
public record Tick(
    long at,
    String phase,
    long requests,
    long transactions,
    long errors,
    double meanMs,
    double throughput,
    int activeUsers,
    double cpuSeconds,
    long gcMillis,
    double lagP95Ms) {

  /** The state of affairs before the first tick. */
  public static final Tick NONE = new Tick(0, "warm-up", 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Whether it was taken in the measured phase. */
  public boolean measured() {
    return phase.equals("measured");
  }

  /** The same with the final counts, once they are known. */
  public Tick with(long finalRequests, long finalTransactions, long finalErrors) {
    return new Tick(
        at,
        phase,
        finalRequests,
        finalTransactions,
        finalErrors,
        meanMs,
        throughput,
        activeUsers,
        cpuSeconds,
        gcMillis,
        lagP95Ms);
  }

  /** Reads the event. */
  public static Tick of(JsonNode event) {
    return new Tick(
        event.path("at").asLong(),
        event.path("phase").asText("warm-up"),
        event.path("requests").asLong(),
        event.path("transactions").asLong(),
        event.path("errors").asLong(),
        event.path("meanMs").asDouble(),
        event.path("throughput").asDouble(),
        event.path("activeUsers").asInt(),
        event.path("cpuSeconds").asDouble(),
        event.path("gcMillis").asLong(),
        event.path("lagP95Ms").asDouble());
  }
}
