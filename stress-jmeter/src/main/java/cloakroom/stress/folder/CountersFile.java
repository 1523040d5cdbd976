package cloakroom.stress.folder;

import cloakroom.contract.FaultKind;
import cloakroom.contract.FaultKind.Lasts;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keys that a run adds to the application tier's report in counters.json. {@link Counters} reads
 * the file. A component is null if it does not apply to the trial.
 *
 * @param monitorSessions database sessions that Cloakroom opened to read the database's counters
 * @param measuredFrom start of the measured phase, in epoch milliseconds
 * @param surviving counters of the nodes that were not killed; null if no node was killed
 * @param failedSamples number of samples missing in series.csv, and why the first is missing; empty
 *     if no sample is missing
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
  public CountersFile {
    failedSamples = failedSamples == null ? "" : failedSamples;
    engine = engine == null ? new EngineReport(0, 0, 0, 0, 0, 0, false) : engine;
  }

  /**
   * Database counters, read before the application tier starts and after it ends.
   *
   * @param interrupted reason why the growth between the two readings is unknown, such as a
   *     database restart; null if it is known
   * @param changedRowsByTable growth of {@link DatabaseCounter#CHANGED_ROWS} by table
   * @param withOthers counters that clients outside this run also increase
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DatabasePart(
      Map<DatabaseCounter, Long> before,
      Map<DatabaseCounter, Long> after,
      String interrupted,
      Map<String, Long> changedRowsByTable,
      Map<DatabaseCounter, String> unavailableReasons,
      Set<DatabaseCounter> withOthers) {
    public DatabasePart {
      changedRowsByTable = changedRowsByTable == null ? Map.of() : changedRowsByTable;
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

  /** CPU seconds of each process; null if unknown or if the run has no such process. */
  public record Cpu(Double generator, Double tier, Double database, Double relay) {
    public static Cpu of(double generator, double tier, double database, double relay) {
      return new Cpu(rounded(generator), rounded(tier), rounded(database), rounded(relay));
    }

    private static Double rounded(double seconds) {
      return Double.isNaN(seconds) ? null : Math.round(seconds * 1000) / 1000.0;
    }
  }

  public record Heap(
      long bytesBefore, long bytes, long sessions, long instances, long pauseMillis) {}

  /** Server node, numbered from 1, that the trial killed; {@code at} is in epoch milliseconds. */
  public record Killed(int node, long at, long afterMs) {}

  /**
   * Injected fault, from {@code at} to {@code until} in epoch milliseconds. {@code failure} is the
   * reason why the injection failed, or empty.
   */
  public record FaultPart(String kind, String text, long at, long until, String failure) {
    /**
     * Returns whether a request met the fault: it was in progress or began meanwhile. A fault that
     * need not last, such as a cut connection, is also met by requests after it.
     */
    boolean meets(long start, long end) {
      boolean lasts = FaultKind.named(kind).filter(k -> k.lasts() == Lasts.MUST).isPresent();
      return end >= at && (!lasts || start <= until);
    }
  }

  /**
   * Comparison of the commits that responses confirmed with the database rows after the trial.
   *
   * @param inDoubt number of commits with a lost or unclear response
   * @param inDoubtCommitted commits in doubt that a later page or the database showed as stored
   * @param lost rows with neither the last confirmed value nor a later value from a commit in doubt
   */
  public record Ledger(
      long acknowledged, long inDoubt, long inDoubtCommitted, long lost, List<String> examples) {}

  public record Surviving(Map<String, Long> counters, Map<String, Long> gauges) {}

  /**
   * Remote load engine that sends a part of the load.
   *
   * @param offsetMs the local clock minus the engine's clock; {@code offsetErrorMs} is the maximum
   *     error
   * @param driftMs change of {@code offsetMs} during the load; null if it could be read only once
   * @param cpuSeconds CPU time of the engine in the measured phase; null if not available
   * @param lost reason why the engine became unreachable during the trial; otherwise null
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
