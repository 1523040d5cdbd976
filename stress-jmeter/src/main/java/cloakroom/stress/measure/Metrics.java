package cloakroom.stress.measure;

import cloakroom.contract.ErrorClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every figure of a trial, in the order of the reports. A new one is one line of a table here: the
 * reader of the counters, summary.json, summary.csv and all tables follow.
 */
public final class Metrics {
  /** Stands beside the numbers in every report: the one percentile routine of every figure. */
  public static final String PERCENTILES = "HdrHistogram 3 digits";

  /** The group of what cleaning connections cost. */
  public static final String HYGIENE = "Hygiene";

  /** The same for each kind of time: its name, its group, what it is. */
  private static final String TIMES =
      """
      %1$s.mean | %2$s | mean  | ms | 2 | | mean of the time %3$s
      %1$s.p50  | %2$s | p50   | ms | 2 | | half of the requests took no longer
      %1$s.p90  | %2$s | p90   | ms | 2 | | 90 %% of them took no longer
      %1$s.p95  | %2$s | p95   | ms | 2 | | 95 %% of them took no longer
      %1$s.p99  | %2$s | p99   | ms | 2 | | 99 %% of them took no longer
      %1$s.p999 | %2$s | p99.9 | ms | 2 | | 99.9 %% of them took no longer
      %1$s.max  | %2$s | max   | ms | 2 | | the longest of all
      """;

  private static final String RESPONSE =
      "from when the request was due to its last byte; a request is due when its user's previous"
          + " one has ended and the think time has passed";
  private static final String SERVICE =
      "from when the request was sent to its last byte, as JMeter measures it, in whole"
          + " milliseconds";
  private static final String TIER =
      "inside the application tier, from the first byte in to the last byte out, in microseconds";

  /**
   * Name, group, label, unit, decimals, what it is made of, definition. A source is a counter of
   * the tier or a figure that the reader of a trial makes; nothing means the figure of the same
   * name.
   */
  private static final String LOAD =
      """
      throughputPerSecond | Load | throughput | requests/s | 1 | | requests over the seconds of the measured phase
      requests | Load | requests | | 0 | | \
      HTTP requests that began and ended in the measured phase, failed ones included
      transactions | Load | transactions | | 0 | | \
      change-and-commit pairs, as the plan groups them; no requests of their own
      conflicts.perThousandCommits | Conflicts over shared rows | for 1,000 commits | | 1 | \
      conflicts.all / thousandCommits | commit requests that met another user's lock or change, which are answers \
      and no failures where rows are shared, over all commit requests; only with --shared-rows
      conflicts.locked | Conflicts over shared rows | row locked | | 0 | | \
      those that met a lock: JBO-26030
      conflicts.changed | Conflicts over shared rows | row changed | | 0 | | \
      those that met a row which another user had changed since it was read: JBO-25014
      """;

  /** The same for a transaction and for a request: its name, its group, whose work it is. */
  private static final String WORK =
      """
      %1$s.roundTrips | %2$s | round trips | | 1 | | \
      questions to the database that waited for their answers, for %3$s; counted before the trials, one request at a time
      %1$s.logFlushes | %2$s | log flushes | | 1 | | \
      transactions of the database that wrote something, each of which waits for the log, for %3$s; counted likewise
      %1$s.bytesSent | %2$s | sent | bytes | 0 | | bytes from the tier to the database for %3$s; counted likewise
      %1$s.bytesReceived | %2$s | received | bytes | 0 | | bytes from the database for %3$s; counted likewise
      """;

  private static final String COSTS =
      """
      connections.meanInUse | Connections | mean in use | | 2 | | \
      time that all connections together were out of the pool, over the measured time; the pool's count once a second \
      instead where instances still hold connections when the load ends
      connections.maxInUse | Connections | most in use | | 0 | counter maxConnectionsInUse | \
      most connections out of the pool at one moment, warm-up included
      connections.maxHeld | Connections | most held between requests | | 0 | counter maxConnectionsHeld | \
      most connections kept by instances that served no request, warm-up included
      connections.databaseMax | Connections | most sessions in the database | | 0 | | \
      most sessions of the tier that the database listed, looked at once a second, warm-up included
      modules.maxInstances | Application modules | most instances | | 0 | counter maxInstances | \
      most instances alive at one moment, warm-up included
      modules.recycles | Application modules | recycles | | 0 | counter recycles | \
      instances taken from one session and given to another
      passivations.logical | Keeping state | logical passivations | | 0 | counter logicalPassivations | \
      times that state was set aside, in memory or in the store
      passivations.snapshotWrites | Keeping state | snapshot writes | | 0 | counter snapshotWrites | \
      snapshots written to the store
      passivations.snapshotReads | Keeping state | snapshot reads | | 0 | counter snapshotReads | snapshots read back
      passivations.reexecutions | Keeping state | query re-executions | | 0 | counter reexecutions | \
      view objects whose query ran again to get their rows back
      cleanings.count | Hygiene | cleanings | | 0 | counter cleanings | \
      connections cleaned when they went back or changed their session
      cleanings.roundTripsEach | Hygiene | round trips each | | 2 | counter cleaningRoundTrips / counter cleanings | \
      round trips to the database for one cleaning, mean
      cleanings.microsEach | Hygiene | time each | µs | 1 | counter cleaningMicros / counter cleanings | \
      microseconds for one cleaning, mean
      distance.roundTripsPerRequest | Way to the database | round trips each | | 2 | \
      counter databaseRoundTrips / requests | \
      bursts to the database that it answered, over the requests; counted by a relay, only with --db-rtt
      distance.bytesSentPerRequest | Way to the database | sent each | B | 1 | counter databaseBytesSent / requests | \
      bytes to the database over the requests; counted by a relay, only with --db-rtt
      distance.bytesReceivedPerRequest | Way to the database | received each | B | 1 | \
      counter databaseBytesReceived / requests | \
      bytes from the database over the requests; counted by a relay, only with --db-rtt
      distance.relayProcessors | Way to the database | processors that the relay used | | 2 | \
      cpuSeconds.relay / measuredSeconds | CPU time of the relays over the measured phase
      cpuSeconds.generator | CPU time | generator | s | 1 | | CPU time of the load generator's process
      cpuSeconds.tier | CPU time | tier | s | 1 | | CPU time of the application tier's process
      cpuSeconds.database | CPU time | database | s | 1 | | CPU time of all processes of the database
      cpuSeconds.relay | CPU time | relay | s | 1 | | \
      CPU time of the relays that make the distance; neither the tier's nor the database's
      cpuMicrosPerRequest.generator | CPU time of a request | generator | µs | 1 | cpuMicros.generator / requests | \
      CPU seconds of the measured phase over its requests
      cpuMicrosPerRequest.tier | CPU time of a request | tier | µs | 1 | cpuMicros.tier / requests | \
      CPU seconds of the measured phase over its requests
      cpuMicrosPerRequest.database | CPU time of a request | database | µs | 1 | cpuMicros.database / requests | \
      CPU seconds of the measured phase over its requests
      cpuMicrosPerRequest.relay | CPU time of a request | relay | µs | 1 | cpuMicros.relay / requests | \
      CPU seconds of the measured phase over its requests
      interference.strangers | Other work on the machine | strangers | processors | 2 | | \
      processors that programs other than generator, tier, database and runner kept busy, mean; interrupts are nobody's, \
      and a database that the run did not start is a stranger if it runs here
      interference.steal | Other work on the machine | steal | processors | 2 | | \
      processors that the hypervisor let others have, mean
      interference.percent | Other work on the machine | both | % of the machine | 1 | | \
      strangers and steal, of all processors, mean
      interference.worstPercent | Other work on the machine | both, worst second | % of the machine | 1 | | \
      the same in the second of the trial that had most of it
      liveHeap.megabytes | Live heap of the tier | with all sessions | MB | 1 | | \
      heap of the tier right after a full collection, with all users there; only with --live-heap
      liveHeap.sessions | Live heap of the tier | sessions | | 0 | | sessions that were there then
      liveHeap.kilobytesPerSession | Live heap of the tier | for each session | KB | 1 | \
      liveHeap.kilobytesGrown / liveHeap.sessions | what the heap had grown by since the start, over the sessions
      """;

  /** All of them. */
  public static final List<Metric> ALL =
      Stream.of(
              rows(TIMES.formatted("response", "Response time", RESPONSE)),
              rows(TIMES.formatted("service", "Service time", SERVICE)),
              rows(TIMES.formatted("tier", "Tier time", TIER)),
              rows(LOAD),
              failures().stream(),
              work(VariantCost.TRANSACTION, "transaction"),
              work(VariantCost.REQUEST, "request"),
              rows(COSTS),
              ServerFigure.ALL.stream().map(ServerFigure::metric))
          .flatMap(some -> some)
          .toList();

  private Metrics() {}

  /** Finds a figure by its name. */
  public static Optional<Metric> named(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  /** What all figures are made of. */
  public static Stream<String> sources() {
    return ALL.stream().flatMap(metric -> metric.sources().stream()).distinct();
  }

  private static Stream<Metric> rows(String table) {
    return table
        .lines()
        .map(row -> row.split("\\s*\\|\\s*", -1))
        .map(
            cells ->
                new Metric(
                    cells[0],
                    cells[1],
                    cells[2],
                    cells[3],
                    Integer.parseInt(cells[4]),
                    List.of((cells[5].isEmpty() ? cells[0] : cells[5]).split(" / ", -1)),
                    cells[6]));
  }

  private static Stream<Metric> work(String name, String unit) {
    return rows(WORK.formatted(name, "Database work of a " + unit, "a " + unit + " of the plan"));
  }

  private static List<Metric> failures() {
    List<Metric> all = new ArrayList<>();
    for (FailureKind kind : FailureKind.values()) {
      all.add(
          count(TrialSummary.KINDS + kind.key(), "Failed requests", kind.label(), kind.meaning()));
    }
    for (ErrorClass type : ErrorClass.values()) {
      String meaning = type.meaning() + "; these requests are among the failed ones of some kind";
      all.add(
          count(
              TrialSummary.CLASSES + type.key(),
              "Failed requests by database error",
              type.label(),
              meaning));
    }
    return all;
  }

  private static Metric count(String name, String group, String label, String definition) {
    return new Metric(name, group, label, "", 0, List.of(name), definition);
  }
}
