package cloakroom.stress.judge;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.TierTimes;
import cloakroom.stress.folder.Counters;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TimeSeries;
import cloakroom.stress.folder.TimeSeries.SeriesColumn;
import cloakroom.stress.folder.Times;
import cloakroom.stress.folder.TrialSamples;
import cloakroom.stress.folder.TrialSamples.SampleCount;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.judge.TrialSummary.FaultSummary;
import cloakroom.stress.judge.TrialSummary.GeneratorHealth;
import cloakroom.stress.judge.TrialSummary.KilledNode;
import cloakroom.stress.process.Records;
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

/** Reads the files of one trial and sums them up. */
final class TrialReader {
  /** Times that sessions waited, in microseconds, or numbers of sessions that wait. */
  private static final Pattern WAITS = Pattern.compile("wait(ing|Micros)([A-Z]\\w*)");

  /** In a millisecond. */
  private static final double MICROS = 1000;

  private final RunFiles files;
  private final TrialConfig trial;
  private final VariantCost cost;
  private final Counters counters;
  private final boolean cutShort;

  /** Whether requests waited for their turn, which is no delay of the load generator. */
  private final boolean counted;

  private final TrialSamples samples;
  private final List<long[]> tierSeconds;
  private final TimeSeries series;
  private final Optional<TimeSeries> server;
  private final long from;
  private final long to;
  private final double seconds;
  private final List<FaultSummary> faults;

  TrialReader(RunFiles files, RunConfig run, TrialConfig trial, Map<String, VariantCost> costs) {
    this.files = files;
    this.trial = trial;
    this.cost = costs.getOrDefault(trial.variant().name(), VariantCost.UNKNOWN);
    counters = files.counters(trial);
    cutShort = counters.file().engine().cutShort();
    counted = run.counted();
    from = counters.measuredFrom();
    to = counters.measuredTo();
    seconds = (to - from) / 1000.0;
    faults = faults(counters.file(), from);
    boolean tolerant = cutShort || run.cutShort();
    samples = files.samples(trial, tolerant, from, to);
    tierSeconds = counters.tierTimes().map(TierTimes::perSecond).orElse(List.of());
    series = files.series(trial, tolerant, from, to);
    server =
        Optional.ofNullable(counters.file().server())
            .map(any -> files.server(trial, tolerant, from, to));
  }

  MeasuredTrial read() {
    return new MeasuredTrial(summary(), samples, tierSeconds, series, from, to);
  }

  private TrialSummary summary() {
    ServerWork work = counters.file().server();
    return new TrialSummary(
        trial,
        cutShort,
        figures(),
        samples.rows(SampleCount.FINDINGS),
        samples.verdicts(),
        work == null ? ServerWork.NONE : work,
        counters.file().failedSamples(),
        counted
            ? GeneratorHealth.of(0, 0)
            : GeneratorHealth.of(
                samples.lagP95(), series.perSecond(SeriesColumn.GC_GENERATOR_MS.label()) / 1000),
        TrialAudit.of(trial.variant().policy(), counters, samples, cutShort),
        Optional.ofNullable(counters.file().killed()).map(this::killed),
        faults,
        counters.file().engines() == null ? List.of() : counters.file().engines(),
        curves(),
        Collections.unmodifiableMap(counters.settings()),
        files.links(trial));
  }

  /** Everything that the metrics are made of; the tier's counters by the metrics' own word. */
  private Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    samples.response().summary().forEach((part, ms) -> figures.put("response." + part, ms));
    samples.service().summary().forEach((part, ms) -> figures.put("service." + part, ms));
    Times.summary(counters.tierHistogram(), MICROS)
        .forEach((part, ms) -> figures.put("tier." + part, ms));
    double requests = samples.rows(SampleCount.REQUESTS);
    figures.put("measuredSeconds", seconds);
    figures.put("requests", requests);
    figures.put("ok", (double) samples.rows(SampleCount.OK));
    figures.put("transactions", (double) samples.rows(SampleCount.TRANSACTIONS));
    figures.put("throughputPerSecond", requests / seconds);
    if (trial.variant().sharesRows()) {
      double locked = samples.rows(SampleCount.CONFLICTS_LOCKED);
      double changed = samples.rows(SampleCount.CONFLICTS_CHANGED);
      figures.put("conflicts.locked", locked);
      figures.put("conflicts.changed", changed);
      figures.put("conflicts.all", locked + changed);
      figures.put("commitsAsked", (double) samples.rows(SampleCount.COMMITS_ASKED));
    }
    for (FailureKind kind : FailureKind.values()) {
      figures.put(TrialSummary.KINDS + kind.key(), (double) samples.failures(kind));
    }
    for (ErrorClass type : ErrorClass.values()) {
      figures.put(TrialSummary.CLASSES + type.key(), (double) samples.failures(type));
    }
    Metrics.sources()
        .forEach(
            source ->
                Metric.counter(source)
                    .filter(counters::tells)
                    .ifPresent(of -> figures.put(source, (double) counters.measured(of))));
    figures.putAll(cost.figures());
    figures.put("connections.meanInUse", meanInUse());
    figures.put("connections.databaseMax", series.max(SeriesColumn.DATABASE_CONNECTIONS.label()));
    CountersFile file = counters.file();
    numbers("cpuSeconds", file.cpuSeconds(), figures);
    numbers("liveHeap", file.liveHeap(), figures);
    numbers("ledger", file.ledger(), figures);
    double before = figures.getOrDefault("liveHeap.bytesBefore", Double.NaN);
    figures.put("liveHeap.bytesGrown", figures.getOrDefault("liveHeap.bytes", before) - before);
    server.ifPresent(told -> add(figures, told));
    figures.putAll(interference());
    if (!faults.isEmpty()) {
      figures.putAll(effects());
    }
    return Collections.unmodifiableMap(figures);
  }

  /** Adds the numbers of a record, if there is one. */
  private static void numbers(String name, Record record, Map<String, Double> figures) {
    if (record != null) {
      Records.tree(record)
          .properties()
          .forEach(
              field -> {
                if (field.getValue().isNumber()) {
                  figures.put(name + "." + field.getKey(), field.getValue().asDouble());
                }
              });
    }
  }

  private static List<FaultSummary> faults(CountersFile file, long from) {
    return file.faults() == null
        ? List.of()
        : file.faults().stream()
            .map(
                fault ->
                    new FaultSummary(
                        fault.kind(),
                        fault.text(),
                        (fault.at() - from) / 1000.0,
                        (fault.until() - from) / 1000.0,
                        fault.failure()))
            .toList();
  }

  private Map<String, Double> effects() {
    Map<String, Double> effects = new HashMap<>();
    double last = faults.stream().mapToDouble(FaultSummary::toSeconds).max().orElse(0);
    double recovery = new Recovery(samples, seconds).after(faults.get(0).fromSeconds(), last);
    effects.put("faults.outageSeconds", samples.outages().longestSeconds());
    effects.put("faults.recoverySeconds", recovery);
    effects.put("faults.sessionsLost", (double) samples.rows(SampleCount.SESSIONS_LOST));
    effects.put(
        "faults.statesLost",
        (double) samples.failures(FailureKind.STATE_LOST)
            + samples.failures(FailureKind.ACTIVATION));
    if (samples.verdicts().any()) {
      effects.put(
          "faults.statesLeaked", (double) samples.verdicts().total().of(ProbeOutcome.LEAKED));
    }
    effects.put(
        "faults.leakedConnections",
        (double) counters.surviving(Counter.CONNECTIONS_BORROWED)
            - counters.surviving(Counter.CONNECTIONS_RETURNED));
    return effects;
  }

  /** What processes that are none of ours, and other machines, had of the processors. */
  private Map<String, Double> interference() {
    double processors = series.mean(SeriesColumn.PROCESSORS.label());
    double strangers = series.perSecond(SeriesColumn.CPU_MACHINE.label());
    double steal = series.perSecond(SeriesColumn.CPU_STEAL.label());
    double[] worst = series.rates(SeriesColumn.CPU_MACHINE.label());
    double[] stolen = series.rates(SeriesColumn.CPU_STEAL.label());
    for (SeriesColumn ours : TimeSeries.OURS) {
      double used = series.perSecond(ours.label());
      strangers -= Double.isNaN(used) ? 0 : used;
      double[] each = series.rates(ours.label());
      Arrays.setAll(worst, i -> worst[i] - each[i]);
    }
    Arrays.setAll(worst, i -> Math.max(0, worst[i]) + stolen[i]);
    strangers = Math.max(0, strangers);
    return Map.of(
        "interference.otherProcesses",
        strangers,
        "interference.steal",
        steal,
        "interference.percent",
        100 * (strangers + steal) / processors,
        "interference.worstPercent",
        100 * Arrays.stream(worst).max().orElse(Double.NaN) / processors);
  }

  /**
   * Returns the mean number of connections in use, from the time for which they were leased. The
   * counters of a tier include what was leased between the end of the load and its stop, so they
   * count only if the series is too short.
   */
  private double meanInUse() {
    double growth = series.perSecond(Counter.LEASE_MICROS.label()) / 1_000_000;
    double leased = counters.measured(Counter.LEASE_MICROS) / (seconds * 1_000_000);
    return Double.isNaN(growth)
        ? Math.min(leased, (double) counters.counted(Counter.MAX_CONNECTIONS_IN_USE))
        : growth;
  }

  private KilledNode killed(CountersFile.Killed killed) {
    return new KilledNode(
        killed.node(),
        killed.afterMs() / 1000.0,
        samples.failures(FailureKind.STATE_LOST),
        samples.rows(SampleCount.USERS_UNANSWERED));
  }

  /** What the server told: growth in a second, means of levels, and who waited for what. */
  private static void add(Map<String, Double> figures, TimeSeries told) {
    for (String name : told.names()) {
      double rate = told.perSecond(name);
      figures.put("rate " + name, rate);
      figures.put("level " + name, told.mean(name));
      Matcher wait = WAITS.matcher(name);
      if (wait.matches()) {
        boolean time = wait.group(1).equals("Micros");
        String type = wait.group(2).replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        figures.put(
            TrialSummary.WAIT + type.toLowerCase(Locale.ROOT),
            time ? rate / 1_000_000 : told.mean(name));
      }
    }
    double own = figures.getOrDefault("rate " + ServerWork.OWN_TRANSACTIONS, 0.0);
    figures.computeIfPresent("rate commits", (name, all) -> Math.max(0, all - own));
  }

  private Map<String, List<double[]>> curves() {
    Map<String, List<double[]>> curves = new HashMap<>();
    curves.put("response-percentiles", samples.response().percentiles());
    curves.put("tier-percentiles", Times.percentiles(counters.tierHistogram(), MICROS));
    curves.put("tier", perTierSecond());
    curves.put("service", samples.service().means());
    curves.put("in-use", series.curve(Counter.CONNECTIONS_IN_USE.label()));
    curves.put("database", series.curve(SeriesColumn.DATABASE_CONNECTIONS.label()));
    curves.put("instances", series.curve(Counter.INSTANCES.label()));
    curves.put("passivations", since(Counter.LOGICAL_PASSIVATIONS));
    curves.put("writes", since(Counter.SNAPSHOT_WRITES));
    curves.put("activations", since(Counter.ACTIVATIONS));
    curves.put("server-calls", server("dbMicros", 1_000_000));
    curves.put("server-log", server("logBytes", 1_000));
    return curves;
  }

  private List<double[]> since(Counter counter) {
    return series.since(counter.label(), counters.baseline(counter));
  }

  private List<double[]> server(String counter, double unit) {
    return server.map(told -> told.growth(counter, unit)).orElse(List.of());
  }

  /** Returns the mean time in the tier, in milliseconds, for each second on the tier's clock. */
  private List<double[]> perTierSecond() {
    return tierSeconds.stream()
        .filter(second -> second[0] >= from / 1000 && second[0] <= to / 1000 && second[1] > 0)
        .map(
            second ->
                new double[] {
                  Math.max(0, second[0] - from / 1000.0), second[2] / 1000.0 / second[1]
                })
        .toList();
  }
}
