package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What counters.json holds beside the report of the tier: the components are its keys. A run writes
 * it; {@link Counters} reads it.
 *
 * @param monitorSessions sessions of the database that were there to watch it
 * @param monitorTransactions transactions that watched it
 * @param server what is to be said of server.csv; null if the server was not asked
 * @param cpuSeconds CPU seconds of the measured phase
 * @param liveHeap the tier's heap; null if it was not weighed
 * @param measuredFrom when the measured phase began, epoch milliseconds
 * @param measuredTo when it ended
 * @param killed the node that was killed; null if none was
 * @param surviving what the other nodes counted then
 * @param faults those that were made on purpose; null if none was
 * @param ledger what users were told of their commits against what the database holds; null if
 *     nobody kept it
 * @param engines those elsewhere that made the load; null if it was made here
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

  /** Without an engine nothing is known of it. */
  public CountersFile {
    failedSamples = failedSamples == null ? "" : failedSamples;
    engine = engine == null ? new EngineReport(0, 0, 0, 0, 0, 0, false) : engine;
  }

  /**
   * The database's own counters.
   *
   * @param before with the tier not yet started
   * @param after with the tier gone and the statistics settled
   * @param interrupted why the later ones do not go on from the earlier ones; null if they do
   * @param unavailableReasons why a counter is absent
   * @param withOthers counters that others add to besides tier and monitor
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DatabasePart(
      Map<DatabaseCounter, Long> before,
      Map<DatabaseCounter, Long> after,
      String interrupted,
      Map<DatabaseCounter, String> unavailableReasons,
      Set<DatabaseCounter> withOthers) {
    /** What is not said is not there. */
    public DatabasePart {
      unavailableReasons = unavailableReasons == null ? Map.of() : unavailableReasons;
      withOthers = withOthers == null ? Set.of() : withOthers;
    }
  }

  /** The load engine's own counts and what it used. */
  public record EngineReport(
      long requests,
      long transactions,
      long errors,
      double cpuSeconds,
      long gcMillis,
      int exitCode,
      boolean cutShort) {}

  /** Seconds of the parties; null where they are unknown or, as a relay, not there. */
  public record Cpu(Double generator, Double tier, Double database, Double relay) {
    /** Rounded to milliseconds; of what is no number nothing. */
    public static Cpu of(double generator, double tier, double database, double relay) {
      return new Cpu(rounded(generator), rounded(tier), rounded(database), rounded(relay));
    }

    private static Double rounded(double seconds) {
      return Double.isNaN(seconds) ? null : Math.round(seconds * 1000) / 1000.0;
    }
  }

  /** The tier's live heap before anybody had come, and with all sessions there. */
  public record Heap(
      long bytesBefore, long bytes, long sessions, long instances, long pauseMillis) {}

  /**
   * A node that was killed in the measured phase: its counters are the last ones that were read.
   *
   * @param node which one, from 1
   * @param at when, epoch milliseconds
   * @param afterMs how much of the measured phase had passed
   */
  public record Killed(int node, long at, long afterMs) {}

  /**
   * A fault that was made on purpose.
   *
   * @param kind its name
   * @param text how it was asked for
   * @param at when it began, epoch milliseconds
   * @param until when it was over
   * @param failure why it could not be made or ended; empty if it could
   */
  public record FaultPart(String kind, String text, long at, long until, String failure) {}

  /**
   * What became of commits, as users know it; of a row's values the last one is compared.
   *
   * @param inDoubt commits that users got no clear answer to
   * @param inDoubtCommitted those of them that a page or the database showed to be made
   * @param lost rows in which the database holds neither the value acknowledged last nor one whose
   *     commit was in doubt since
   * @param examples some of these, in words
   */
  public record Ledger(
      long acknowledged, long inDoubt, long inDoubtCommitted, long lost, List<String> examples) {}

  /** Counters and gauges of the nodes that told their final ones. */
  public record Surviving(Map<String, Long> counters, Map<String, Long> gauges) {}
}
