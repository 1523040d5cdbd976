package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Every figure of a trial, in the order of the reports: a new one is one line here. */
public final class Metrics {
  /** All of them. */
  public static final List<Metric> ALL = all();

  /** The group of what the database server tells of itself: it has tables of its own. */
  public static final String SERVER = "Database server";

  private static final String MS = "ms";

  private Metrics() {}

  /** Finds a figure by its name. */
  public static Optional<Metric> named(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  private static List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    all.addAll(times("response", "Response time", TrialSummary::response, RESPONSE));
    all.addAll(times("service", "Service time", TrialSummary::service, SERVICE));
    all.addAll(times("tier", "Tier time", TrialSummary::tier, TIER));
    all.addAll(load());
    all.addAll(FailureMetrics.all());
    all.addAll(connections());
    all.addAll(modules());
    all.addAll(state());
    all.addAll(hygiene());
    all.addAll(cpu());
    all.addAll(cpuEach());
    all.addAll(liveHeap());
    ServerFigures.ALL.forEach(figure -> all.add(figure.metric()));
    return List.copyOf(all);
  }

  private static final String RESPONSE =
      "from when the request was due to its last byte; a request is due when its user's previous"
          + " one has ended and the think time has passed";
  private static final String SERVICE =
      "from when the request was sent to its last byte, as JMeter measures it, in whole"
          + " milliseconds";
  private static final String TIER =
      "inside the application tier, from the first byte in to the last byte out, in microseconds";

  private static List<Metric> times(
      String name, String group, Function<TrialSummary, LatencySummary> times, String what) {
    return List.of(
        time(name, group, "mean", times, LatencySummary::mean, "mean of the time " + what),
        time(name, group, "p50", times, LatencySummary::p50, "half of the requests took no longer"),
        time(name, group, "p90", times, LatencySummary::p90, "90 % of them took no longer"),
        time(name, group, "p95", times, LatencySummary::p95, "95 % of them took no longer"),
        time(name, group, "p99", times, LatencySummary::p99, "99 % of them took no longer"),
        time(name, group, "p999", times, LatencySummary::p999, "99.9 % of them took no longer"),
        time(name, group, "max", times, LatencySummary::max, "the longest of all"));
  }

  private static Metric time(
      String name,
      String group,
      String part,
      Function<TrialSummary, LatencySummary> times,
      ToDoubleFunction<LatencySummary> value,
      String definition) {
    return new Metric(
        name + "." + part,
        group,
        part.equals("p999") ? "p99.9" : part,
        MS,
        2,
        trial -> value.applyAsDouble(times.apply(trial)),
        definition);
  }

  private static List<Metric> load() {
    String group = "Load";
    return List.of(
        new Metric(
            "throughputPerSecond",
            group,
            "throughput",
            "requests/s",
            1,
            trial -> trial.load().throughput(),
            "requests over the seconds of the measured phase"),
        count(
            "requests",
            group,
            "requests",
            trial -> trial.load().requests(),
            "HTTP requests that began and ended in the measured phase, failed ones included"),
        count(
            "transactions",
            group,
            "transactions",
            trial -> trial.load().transactions(),
            "change-and-commit pairs, as the plan groups them; no requests of their own"));
  }

  private static List<Metric> connections() {
    String group = "Connections";
    return List.of(
        new Metric(
            "connections.meanInUse",
            group,
            "mean in use",
            "",
            2,
            trial -> trial.connections().meanInUse(),
            "time that all connections together were out of the pool, over the measured time; the"
                + " pool's count once a second instead where instances still hold connections when"
                + " the load ends"),
        count(
            "connections.maxInUse",
            group,
            "most in use",
            trial -> trial.connections().maxInUse(),
            "most connections out of the pool at one moment, warm-up included"),
        count(
            "connections.maxHeld",
            group,
            "most held between requests",
            trial -> trial.connections().maxHeld(),
            "most connections kept by instances that served no request, warm-up included"),
        count(
            "connections.databaseMax",
            group,
            "most sessions in the database",
            trial -> trial.connections().databaseMax(),
            "most sessions of the tier that the database listed, looked at once a second, warm-up"
                + " included"));
  }

  private static List<Metric> modules() {
    String group = "Application modules";
    return List.of(
        count(
            "modules.maxInstances",
            group,
            "most instances",
            trial -> trial.modules().maxInstances(),
            "most instances alive at one moment, warm-up included"),
        count(
            "modules.recycles",
            group,
            "recycles",
            trial -> trial.modules().recycles(),
            "instances taken from one session and given to another"));
  }

  private static List<Metric> state() {
    String group = "Keeping state";
    return List.of(
        count(
            "passivations.logical",
            group,
            "logical passivations",
            trial -> trial.passivations().logical(),
            "times that state was set aside, in memory or in the store"),
        count(
            "passivations.snapshotWrites",
            group,
            "snapshot writes",
            trial -> trial.passivations().snapshotWrites(),
            "snapshots written to the store"),
        count(
            "passivations.snapshotReads",
            group,
            "snapshot reads",
            trial -> trial.passivations().snapshotReads(),
            "snapshots read back"),
        count(
            "passivations.reexecutions",
            group,
            "query re-executions",
            trial -> trial.passivations().reexecutions(),
            "view objects whose query ran again to get their rows back"));
  }

  private static List<Metric> hygiene() {
    String group = "Hygiene";
    return List.of(
        count(
            "cleanings.count",
            group,
            "cleanings",
            trial -> trial.cleaning().count(),
            "connections cleaned when they went back or changed their session"),
        new Metric(
            "cleanings.roundTripsEach",
            group,
            "round trips each",
            "",
            2,
            trial -> trial.cleaning().roundTripsEach(),
            "round trips to the database for one cleaning, mean"),
        new Metric(
            "cleanings.microsEach",
            group,
            "time each",
            "µs",
            1,
            trial -> trial.cleaning().microsEach(),
            "microseconds for one cleaning, mean"));
  }

  private static List<Metric> cpu() {
    return List.of(
        cpu("generator", trial -> trial.cpu().generator(), "of the load generator's process"),
        cpu("tier", trial -> trial.cpu().tier(), "of the application tier's process"),
        cpu("database", trial -> trial.cpu().database(), "of all processes of the database"));
  }

  private static Metric cpu(String who, ToDoubleFunction<TrialSummary> value, String whose) {
    return new Metric("cpuSeconds." + who, "CPU time", who, "s", 1, value, "CPU time " + whose);
  }

  private static List<Metric> cpuEach() {
    return List.of(
        cpuEach("generator", trial -> trial.cpu().generator()),
        cpuEach("tier", trial -> trial.cpu().tier()),
        cpuEach("database", trial -> trial.cpu().database()));
  }

  private static Metric cpuEach(String who, ToDoubleFunction<TrialSummary> seconds) {
    return new Metric(
        "cpuMicrosPerRequest." + who,
        "CPU time of a request",
        who,
        "µs",
        1,
        trial -> seconds.applyAsDouble(trial) * 1_000_000 / trial.load().requests(),
        "CPU seconds of the measured phase over its requests");
  }

  private static List<Metric> liveHeap() {
    String group = "Live heap of the tier";
    return List.of(
        new Metric(
            "liveHeap.megabytes",
            group,
            "with all sessions",
            "MB",
            1,
            trial -> trial.liveHeap().megabytes(),
            "heap of the tier right after a full collection, with all users there; only with"
                + " --live-heap"),
        new Metric(
            "liveHeap.sessions",
            group,
            "sessions",
            "",
            0,
            trial -> trial.liveHeap().sessions(),
            "sessions that were there then"),
        new Metric(
            "liveHeap.kilobytesPerSession",
            group,
            "for each session",
            "KB",
            1,
            trial -> trial.liveHeap().kilobytesEach(),
            "what the heap had grown by since the start, over the sessions"));
  }

  /** A figure that counts something. */
  static Metric count(
      String name,
      String group,
      String label,
      ToDoubleFunction<TrialSummary> value,
      String definition) {
    return new Metric(name, group, label, "", 0, value, definition);
  }
}
