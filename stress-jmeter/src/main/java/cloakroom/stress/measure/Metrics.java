package cloakroom.stress.measure;

import static cloakroom.contract.Counter.CLEANINGS;
import static cloakroom.contract.Counter.CLEANING_MICROS;
import static cloakroom.contract.Counter.CLEANING_ROUND_TRIPS;
import static cloakroom.contract.Counter.LOGICAL_PASSIVATIONS;
import static cloakroom.contract.Counter.MAX_CONNECTIONS_HELD;
import static cloakroom.contract.Counter.MAX_CONNECTIONS_IN_USE;
import static cloakroom.contract.Counter.MAX_INSTANCES;
import static cloakroom.contract.Counter.RECYCLES;
import static cloakroom.contract.Counter.REEXECUTIONS;
import static cloakroom.contract.Counter.SNAPSHOT_READS;
import static cloakroom.contract.Counter.SNAPSHOT_WRITES;
import static cloakroom.stress.measure.Metric.source;

import cloakroom.contract.ErrorClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
  private static final String[] TABLE = {
    "throughputPerSecond|Load|throughput|requests/s|1||"
        + "requests over the seconds of the measured phase",
    "requests|Load|requests||0||"
        + "HTTP requests that began and ended in the measured phase, failed ones included",
    "transactions|Load|transactions||0||"
        + "change-and-commit pairs, as the plan groups them; no requests of their own",
    "*failures",
    "connections.meanInUse|Connections|mean in use||2||"
        + "time that all connections together were out of the pool, over the measured time; the"
        + " pool's count once a second instead where instances still hold connections when the load"
        + " ends",
    "connections.maxInUse|Connections|most in use||0|"
        + source(MAX_CONNECTIONS_IN_USE)
        + "|"
        + "most connections out of the pool at one moment, warm-up included",
    "connections.maxHeld|Connections|most held between requests||0|"
        + source(MAX_CONNECTIONS_HELD)
        + "|"
        + "most connections kept by instances that served no request, warm-up included",
    "connections.databaseMax|Connections|most sessions in the database||0||"
        + "most sessions of the tier that the database listed, looked at once a second, warm-up"
        + " included",
    "modules.maxInstances|Application modules|most instances||0|"
        + source(MAX_INSTANCES)
        + "|"
        + "most instances alive at one moment, warm-up included",
    "modules.recycles|Application modules|recycles||0|"
        + source(RECYCLES)
        + "|"
        + "instances taken from one session and given to another",
    "passivations.logical|Keeping state|logical passivations||0|"
        + source(LOGICAL_PASSIVATIONS)
        + "|"
        + "times that state was set aside, in memory or in the store",
    "passivations.snapshotWrites|Keeping state|snapshot writes||0|"
        + source(SNAPSHOT_WRITES)
        + "|"
        + "snapshots written to the store",
    "passivations.snapshotReads|Keeping state|snapshot reads||0|"
        + source(SNAPSHOT_READS)
        + "|"
        + "snapshots read back",
    "passivations.reexecutions|Keeping state|query re-executions||0|"
        + source(REEXECUTIONS)
        + "|"
        + "view objects whose query ran again to get their rows back",
    "cleanings.count|Hygiene|cleanings||0|"
        + source(CLEANINGS)
        + "|"
        + "connections cleaned when they went back or changed their session",
    "cleanings.roundTripsEach|Hygiene|round trips each||2|"
        + source(CLEANING_ROUND_TRIPS)
        + " / "
        + source(CLEANINGS)
        + "|"
        + "round trips to the database for one cleaning, mean",
    "cleanings.microsEach|Hygiene|time each|µs|1|"
        + source(CLEANING_MICROS)
        + " / "
        + source(CLEANINGS)
        + "|"
        + "microseconds for one cleaning, mean",
    "cpuSeconds.generator|CPU time|generator|s|1||CPU time of the load generator's process",
    "cpuSeconds.tier|CPU time|tier|s|1||CPU time of the application tier's process",
    "cpuSeconds.database|CPU time|database|s|1||CPU time of all processes of the database",
    "cpuMicrosPerRequest.generator|CPU time of a request|generator|µs|1|"
        + "cpuMicros.generator / requests|CPU seconds of the measured phase over its requests",
    "cpuMicrosPerRequest.tier|CPU time of a request|tier|µs|1|"
        + "cpuMicros.tier / requests|CPU seconds of the measured phase over its requests",
    "cpuMicrosPerRequest.database|CPU time of a request|database|µs|1|"
        + "cpuMicros.database / requests|CPU seconds of the measured phase over its requests",
    "liveHeap.megabytes|Live heap of the tier|with all sessions|MB|1||"
        + "heap of the tier right after a full collection, with all users there; only with"
        + " --live-heap",
    "liveHeap.sessions|Live heap of the tier|sessions||0||sessions that were there then",
    "liveHeap.kilobytesPerSession|Live heap of the tier|for each session|KB|1|"
        + "liveHeap.kilobytesGrown / liveHeap.sessions|"
        + "what the heap had grown by since the start, over the sessions",
  };

  /** All of them. */
  public static final List<Metric> ALL = all();

  private Metrics() {}

  /** Finds a figure by its name. */
  public static Optional<Metric> named(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  /** What all figures are made of. */
  public static Stream<String> sources() {
    return ALL.stream().flatMap(metric -> metric.sources().stream()).distinct();
  }

  private static List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    times(all, "Response time", "mean of the time " + RESPONSE);
    times(all, "Service time", "mean of the time " + SERVICE);
    times(all, "Tier time", "mean of the time " + TIER);
    for (String row : TABLE) {
      if (row.startsWith("*")) {
        failures(all);
      } else {
        all.add(metric(row));
      }
    }
    ServerFigure.ALL.forEach(figure -> all.add(figure.metric()));
    return List.copyOf(all);
  }

  private static Metric metric(String row) {
    String[] cells = row.split("\\|", -1);
    return new Metric(
        cells[0],
        cells[1],
        cells[2],
        cells[3],
        Integer.parseInt(cells[4]),
        List.of((cells[5].isEmpty() ? cells[0] : cells[5]).split(" / ", -1)),
        cells[6]);
  }

  private static void times(List<Metric> all, String group, String mean) {
    String name = group.split(" ", -1)[0].toLowerCase(Locale.ROOT);
    List<String> rows =
        List.of(
            "mean|mean|" + mean,
            "p50|p50|half of the requests took no longer",
            "p90|p90|90 % of them took no longer",
            "p95|p95|95 % of them took no longer",
            "p99|p99|99 % of them took no longer",
            "p999|p99.9|99.9 % of them took no longer",
            "max|max|the longest of all");
    for (String row : rows) {
      String[] cells = row.split("\\|", -1);
      all.add(metric(String.join("|", name + "." + cells[0], group, cells[1], "ms|2|", cells[2])));
    }
  }

  /** Failed requests, by what the user saw and by what the database said. */
  private static void failures(List<Metric> all) {
    Arrays.stream(FailureKind.values())
        .map(
            kind ->
                count(Metric.KINDS + kind.key(), "Failed requests", kind.label(), kind.meaning()))
        .forEach(all::add);
    Arrays.stream(ErrorClass.values())
        .map(
            type ->
                count(
                    Metric.CLASSES + type.key(),
                    "Failed requests by database error",
                    type.label(),
                    type.meaning() + "; these requests are among the failed ones of some kind"))
        .forEach(all::add);
  }

  private static Metric count(String name, String group, String label, String definition) {
    return new Metric(name, group, label, "", 0, List.of(name), definition);
  }
}
