package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keys of counters.json in addition to the report of the tier. A run writes them; {@link Counters}
 * reads them. A component is null if it does not apply to the trial.
 *
 * @param monitorSessions sessions of the monitor, which the database counts too
 * @param cpuSeconds CPU seconds of the measured phase
 * @param measuredFrom when the measured phase began, epoch milliseconds
 * @param surviving counters of the other nodes if one was killed
 * @param engines remote engines
 * @param failedSamples number of samples that are missing in series.csv and the reason of the first
 *     one; empty if none is
 * @param externalTier whether the tier ran before the trial and runs after it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CountersFile(
    DatabasePart database,
    long monitorSessions,
    long monitorTransactions,
    ServerWork server,
    EngineReport engine,
    Cpu cpuSeconds,
    Heap liveHeap,
    long measuredFrom,
    long measuredTo,
    Killed killed,
    Surviving surviving,
    List<FaultPart> faults,
    Ledger ledger,
    List<EnginePart> engines,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String failedSamples,
    boolean externalTier) {

  /** Replaces missing values by empty ones. */
  public CountersFile {
    failedSamples = failedSamples == null ? "" : failedSamples;
    engine = engine == null ? new EngineReport(0, 0, 0, 0, 0, 0, false) : engine;
  }

  /**
   * Counters of the database before the tier has started and after it has ended.
   *
   * @param interrupted why the later ones do not continue the earlier ones; null if they do
   * @param unavailableReasons reason by unavailable counter
   * @param withOthers counters that clients other than tier and monitor add to
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DatabasePart(
      Map<DatabaseCounter, Long> before,
      Map<DatabaseCounter, Long> after,
      String interrupted,
      Map<DatabaseCounter, String> unavailableReasons,
      Set<DatabaseCounter> withOthers) {
    /** Replaces missing values by empty ones. */
    public DatabasePart {
      unavailableReasons = unavailableReasons == null ? Map.of() : unavailableReasons;
      withOthers = withOthers == null ? Set.of() : withOthers;
    }
  }

  public record EngineReport(
      long requests,
      long transactions,
      long errors,
      double cpuSeconds,
      long gcMillis,
      int exitCode,
      boolean cutShort) {}

  /** CPU seconds of the processes; null if unknown or, like a relay, not there. */
  public record Cpu(Double generator, Double tier, Double database, Double relay) {
    /** Rounds to milliseconds and replaces NaN by null. */
    public static Cpu of(double generator, double tier, double database, double relay) {
      return new Cpu(rounded(generator), rounded(tier), rounded(database), rounded(relay));
    }

    private static Double rounded(double seconds) {
      return Double.isNaN(seconds) ? null : Math.round(seconds * 1000) / 1000.0;
    }
  }

  public record Heap(
      long bytesBefore, long bytes, long sessions, long instances, long pauseMillis) {}

  /** Node, from 1, that was killed at epoch milliseconds {@code at} of the measured phase. */
  public record Killed(int node, long at, long afterMs) {}

  /**
   * Injected fault from {@code at} to {@code until}, epoch milliseconds. The failure is empty if it
   * could begin and end.
   */
  public record FaultPart(String kind, String text, long at, long until, String failure) {}

  /**
   * Commits by the responses to users, compared with the last value of each row.
   *
   * @param inDoubt commits without a clear response
   * @param inDoubtCommitted commits in doubt that a page or the database showed to be made
   * @param lost rows in which the database has neither the value acknowledged last nor one whose
   *     commit was in doubt since
   * @param examples descriptions of some of these rows
   */
  public record Ledger(
      long acknowledged, long inDoubt, long inDoubtCommitted, long lost, List<String> examples) {}

  public record Surviving(Map<String, Long> counters, Map<String, Long> gauges) {}

  /**
   * Remote engine with a part of the load.
   *
   * @param offsetMs milliseconds from its clock to the runner's, with an error of {@code
   *     offsetErrorMs}
   * @param driftMs change of the offset during the load; null if it did not respond again
   * @param reportsDueTime whether it reports when requests were due
   * @param cpuSeconds its CPU time in the measured phase; null if not available
   * @param lost why it was lost during the trial; null if it was not
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record EnginePart(
      String name,
      String version,
      long firstUser,
      long users,
      double offsetMs,
      double offsetErrorMs,
      Double driftMs,
      boolean reportsDueTime,
      long requests,
      long errors,
      Double cpuSeconds,
      String lost) {}
}
