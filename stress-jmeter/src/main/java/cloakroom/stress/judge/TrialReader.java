package cloakroom.stress.judge;

import static java.util.Objects.requireNonNullElse;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.TierTimes;
import cloakroom.stress.folder.Counters;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TimeSeries;
import cloakroom.stress.folder.TimeSeries.SeriesColumn;
import cloakroom.stress.folder.Times;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.folder.TrialSamples;
import cloakroom.stress.folder.TrialSamples.SampleCount;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.process.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class TrialReader {
  // Matches columns with wait times in µs (waitMicrosLock) or numbers of waiters (waitingLock).
  private static final Pattern WAITS = Pattern.compile("wait(ing|Micros)([A-Z]\\w*)");
  private static final double MICROS_PER_MILLI = 1000;
  private static final int MIN_SECONDS_BEFORE = 5;
  private static final int CONSECUTIVE_SECONDS = 3;
  private final RunFiles files;
  private final RunConfig.TrialConfig trial;
  private final VariantCost cost;
  private final Counters counters;
  private final boolean cutShort;
  private final boolean counted;
  private final TrialSamples samples;
  private final List<long[]> tierSeconds;
  private final TimeSeries series;
  private final Optional<TimeSeries> server;
  private final long from;
  private final long to;
  private final double seconds;
  private final List<TrialSummary.FaultSummary> faults;

  TrialReader(
      RunFiles files, RunConfig run, RunConfig.TrialConfig trial, Map<String, VariantCost> costs) {
    this.files = files;
    this.trial = trial;
    this.cost = costs.getOrDefault(trial.variant().name(), VariantCost.UNKNOWN);
    counters = files.counters(trial);
    cutShort = counters.file().engine().cutShort();
    counted = run.counted();
    from = counters.measuredFrom();
    to = counters.measuredTo();
    seconds = (to - from) / 1000.0;
    List<CountersFile.FaultPart> injected = requireNonNullElse(counters.file().faults(), List.of());
    boolean tolerant = cutShort || run.cutShort();
    samples = files.samples(trial, tolerant, from, to, injected);
    faults = faults(injected);
    tierSeconds = counters.tierTimes().map(TierTimes::perSecond).orElse(List.of());
    series = files.series(trial, TrialFile.SERIES, tolerant, from, to);
    server =
        Optional.ofNullable(counters.file().server())
            .map(any -> files.series(trial, TrialFile.SERVER, tolerant, from, to));
  }

  TrialSummary read() {
    CountersFile file = counters.file();
    long lost = samples.failures(FailureKind.STATE_LOST);
    long open = samples.rows(SampleCount.USERS_UNANSWERED);
    double gcShare = series.perSecond(SeriesColumn.GC_GENERATOR_MS.label()) / 1000;
    List<CountersFile.EnginePart> engines = requireNonNullElse(file.engines(), List.of());
    return new TrialSummary(
        trial,
        cutShort,
        values(),
        samples.rows(SampleCount.FINDINGS),
        samples.verdicts(),
        requireNonNullElse(file.server(), ServerWork.NONE),
        file.failedSamples(),
        // Late sends are normal if requests are sent one at a time, so they are no sign of
        // overload.
        TrialSummary.GeneratorHealth.of(
            counted ? 0 : samples.lagP95(), counted ? 0 : gcShare, engines),
        TrialAudit.of(trial.variant().policy(), counters, samples, cutShort),
        Optional.ofNullable(file.killed())
            .map(k -> new TrialSummary.KilledNode(k.node(), k.afterMs() / 1000.0, lost, open)),
        faults,
        engines,
        curves(),
        Collections.unmodifiableMap(counters.settings()),
        files.links(trial));
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    Times.summarize("response", samples.response().all(), 1, values);
    Times.summarize("service", samples.service().all(), 1, values);
    Times.summarize("tier", counters.tierHistogram(), MICROS_PER_MILLI, values);
    double requests = samples.rows(SampleCount.REQUESTS);
    values.put("measuredSeconds", seconds);
    values.put("requests", requests);
    values.put("ok", (double) samples.rows(SampleCount.OK));
    values.put("transactions", (double) samples.rows(SampleCount.TRANSACTIONS));
    values.put("throughputPerSecond", requests / seconds);
    if (trial.variant().sharesRows()) {
      double locked = samples.rows(SampleCount.CONFLICTS_LOCKED);
      double changed = samples.rows(SampleCount.CONFLICTS_CHANGED);
      values.put("conflicts.locked", locked);
      values.put("conflicts.changed", changed);
      values.put("conflicts.all", locked + changed);
      values.put("commitsAsked", (double) samples.rows(SampleCount.COMMITS_ASKED));
    }
    for (FailureKind kind : FailureKind.values()) {
      values.put(TrialSummary.KINDS + kind.key(), (double) samples.failures(kind));
    }
    for (ErrorClass type : ErrorClass.values()) {
      values.put(TrialSummary.CLASSES + type.key(), (double) samples.failures(type));
    }
    Metric.allSources()
        .flatMap(source -> Metric.counter(source).stream())
        .filter(counters::has)
        .forEach(of -> values.put(Metric.COUNTER + of.label(), (double) counters.measured(of)));
    values.putAll(cost.figures());
    values.put("connections.meanInUse", meanInUse());
    values.put("connections.databaseMax", series.max(SeriesColumn.DATABASE_CONNECTIONS.label()));
    CountersFile file = counters.file();
    numbers("cpuSeconds", file.cpuSeconds(), values);
    numbers("liveHeap", file.liveHeap(), values);
    numbers("ledger", file.ledger(), values);
    double before = values.getOrDefault("liveHeap.bytesBefore", Double.NaN);
    values.put("liveHeap.bytesGrown", values.getOrDefault("liveHeap.bytes", before) - before);
    server.ifPresent(all -> add(values, all));
    interference(values);
    if (!faults.isEmpty()) {
      effects(values);
    }
    return Collections.unmodifiableMap(values);
  }

  private static void numbers(String name, Record record, Map<String, Double> values) {
    if (record != null) {
      Records.tree(record).properties().stream()
          .filter(field -> field.getValue().isNumber())
          .forEach(f -> values.put(name + "." + f.getKey(), f.getValue().asDouble()));
    }
  }

  private List<TrialSummary.FaultSummary> faults(List<CountersFile.FaultPart> all) {
    List<TrialSummary.FaultSummary> faults = new ArrayList<>();
    for (CountersFile.FaultPart of : all) {
      double start = (of.at() - from) / 1000.0;
      double end = (of.until() - from) / 1000.0;
      faults.add(
          new TrialSummary.FaultSummary(
              of.kind(), of.text(), start, end, samples.met(of), of.failure()));
    }
    return faults;
  }

  private void effects(Map<String, Double> values) {
    double last = faults.stream().mapToDouble(TrialSummary.FaultSummary::toSeconds).max().orElse(0);
    values.put("faults.outageSeconds", samples.outages().longestSeconds());
    values.put("faults.recoverySeconds", recoverySeconds(faults.get(0).fromSeconds(), last));
    values.put("faults.sessionsLost", (double) samples.rows(SampleCount.SESSIONS_LOST));
    double lost = samples.failures(FailureKind.STATE_LOST);
    values.put("faults.statesLost", lost + samples.failures(FailureKind.ACTIVATION));
    if (samples.verdicts().any()) {
      double leaked = samples.verdicts().total().of(ProbeOutcome.LEAKED);
      values.put("faults.statesLeaked", leaked);
    }
    double borrowed = counters.surviving(Counter.CONNECTIONS_BORROWED);
    double open = borrowed - counters.surviving(Counter.CONNECTIONS_RETURNED);
    values.put("faults.leakedConnections", open);
  }

  /**
   * Returns the recovery time: seconds from the first fault to the first of three seconds without
   * failed requests and with a p95 as before the fault. Returns 0 if the fault had no visible
   * effect. Returns NaN without recovery, or with too few seconds before the fault.
   */
  private double recoverySeconds(double first, double last) {
    double[] p95 = new double[(int) Math.max(1, Math.ceil(seconds))];
    Arrays.setAll(p95, samples.response()::p95);
    double[] before =
        Arrays.stream(p95, 0, Math.min((int) first, p95.length))
            .filter(p -> !Double.isNaN(p))
            .sorted()
            .toArray();
    if (before.length < MIN_SECONDS_BEFORE) {
      return Double.NaN;
    }
    double most = before[(int) Math.ceil(0.95 * before.length) - 1];
    boolean seen = false;
    int good = 0;
    double back = first;
    for (int second = (int) first; second < p95.length; second++) {
      if (!Double.isNaN(p95[second])) {
        boolean bad = p95[second] > most || samples.outages().failedIn(second);
        seen |= bad;
        back = good == 0 && seen ? second : back;
        good = bad ? 0 : good + 1;
        // A recovery counts only if its three good seconds follow the end of the last fault.
        if (good >= CONSECUTIVE_SECONDS && second + 1 >= last + CONSECUTIVE_SECONDS) {
          return back - first;
        }
      }
    }
    return Double.NaN;
  }

  private void interference(Map<String, Double> values) {
    double processors = series.mean(SeriesColumn.PROCESSORS.label());
    double others = series.perSecond(SeriesColumn.CPU_MACHINE.label());
    double steal = series.perSecond(SeriesColumn.CPU_STEAL.label());
    values.put("interference.utilization", 100 * (others + steal) / processors);
    double[] worst = series.rates(SeriesColumn.CPU_MACHINE.label());
    double[] stolen = series.rates(SeriesColumn.CPU_STEAL.label());
    for (SeriesColumn own : TimeSeries.OWN_CPU) {
      double used = series.perSecond(own.label());
      others -= Double.isNaN(used) ? 0 : used;
      double[] each = series.rates(own.label());
      Arrays.setAll(worst, i -> worst[i] - each[i]);
    }
    Arrays.setAll(worst, i -> Math.max(0, worst[i]) + stolen[i]);
    others = Math.max(0, others);
    double maximum = Arrays.stream(worst).max().orElse(Double.NaN);
    values.put("interference.otherProcesses", others);
    values.put("interference.steal", steal);
    values.put("interference.percent", 100 * (others + steal) / processors);
    values.put("interference.worstPercent", 100 * maximum / processors);
  }

  /**
   * Returns the mean number of connections in use: lease time divided by elapsed time. Uses the
   * tier's final counters if the time series is too short.
   */
  private double meanInUse() {
    double growth = series.perSecond(Counter.LEASE_MICROS.label()) / 1_000_000;
    double leased = counters.measured(Counter.LEASE_MICROS) / (seconds * 1_000_000);
    return Double.isNaN(growth)
        ? Math.min(leased, (double) counters.counted(Counter.MAX_CONNECTIONS_IN_USE))
        : growth;
  }

  private static void add(Map<String, Double> values, TimeSeries series) {
    for (String name : series.names()) {
      double rate = series.perSecond(name);
      values.put("rate " + name, rate);
      values.put("level " + name, series.mean(name));
      Matcher wait = WAITS.matcher(name);
      if (wait.matches()) {
        boolean time = wait.group(1).equals("Micros");
        String type = wait.group(2).replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        String key = TrialSummary.WAIT + type.toLowerCase(Locale.ROOT);
        values.put(key, time ? rate / 1_000_000 : series.mean(name));
      }
    }
    double own = values.getOrDefault("rate " + ServerWork.OWN_TRANSACTIONS, 0.0);
    values.computeIfPresent("rate commits", (name, all) -> Math.max(0, all - own));
  }

  private Map<String, List<double[]>> curves() {
    Map<String, List<double[]>> curves = new HashMap<>();
    curves.put("response-percentiles", Times.percentiles(samples.response().all(), 1));
    curves.put("tier-percentiles", Times.percentiles(counters.tierHistogram(), MICROS_PER_MILLI));
    List<double[]> means = new ArrayList<>(); // by seconds of the tier's clock, in milliseconds
    for (long[] second : tierSeconds) {
      if (second[0] >= from / 1000 && second[0] <= to / 1000 && second[1] > 0) {
        double at = Math.max(0, second[0] - from / 1000.0);
        means.add(new double[] {at, second[2] / 1000.0 / second[1]});
      }
    }
    curves.put("tier", means);
    curves.put("service", samples.service().means());
    curves.put("in-use", series.curve(Counter.CONNECTIONS_IN_USE.label()));
    curves.put("database", series.curve(SeriesColumn.DATABASE_CONNECTIONS.label()));
    curves.put("instances", series.curve(Counter.INSTANCES.label()));
    curves.put("passivations", since(Counter.LOGICAL_PASSIVATIONS));
    curves.put("writes", since(Counter.SNAPSHOT_WRITES));
    curves.put("activations", since(Counter.ACTIVATIONS));
    curves.put(
        "server-calls", server.map(all -> all.growth("dbMicros", 1_000_000)).orElse(List.of()));
    curves.put("server-log", server.map(all -> all.growth("logBytes", 1_000)).orElse(List.of()));
    return curves;
  }

  private List<double[]> since(Counter counter) {
    return series.since(counter.label(), counters.baseline(counter));
  }
}
