package cloakroom.stress.load;

import cloakroom.contract.Phase;

/**
 * What the load engine reports each second, as its event {@link Events#TICK}. Counts are cumulative
 * over the measured phase; times are milliseconds.
 *
 * @param at when, in epoch milliseconds
 * @param phase one of {@link Phase}
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
  public static final Tick NONE = new Tick(0, Phase.WARM_UP, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Whether it was taken in the measured phase. */
  public boolean measured() {
    return Phase.MEASURED.equals(phase);
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
}
