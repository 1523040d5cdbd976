package cloakroom.stress.measure.read;

import cloakroom.contract.Counter;
import cloakroom.contract.TierTimes;
import cloakroom.stress.files.Counters;
import cloakroom.stress.files.CountersFile;
import cloakroom.stress.files.RunFiles;
import cloakroom.stress.files.Series;
import cloakroom.stress.files.SeriesColumn;
import cloakroom.stress.files.TrialSamples;
import cloakroom.stress.files.TrialSamples.Rows;
import cloakroom.stress.measure.Curve;
import cloakroom.stress.measure.FailureKind;
import cloakroom.stress.measure.GeneratorHealth;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.ServerFigure;
import cloakroom.stress.measure.ServerWork;
import cloakroom.stress.measure.TrialConfig;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.TrialSummary.Killed;
import cloakroom.stress.measure.audit.TrialAudit;
import cloakroom.stress.measure.statistics.MeasuredTrial;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the files of one trial and sums them up. */
final class TrialReader {
  private static final double KB = 1024;
  private final RunFiles files;
  private final RunConfig run;
  private final TrialConfig trial;
  private final Counters counters;
  private final boolean cutShort;
  private final TrialSamples samples;
  private final List<long[]> tierSeconds;
  private final Series series;
  private final Optional<Series> server;
  private final long from;
  private final long to;
  private final double seconds;

  private TrialReader(RunFiles files, RunConfig run, TrialConfig trial) {
    this.files = files;
    this.run = run;
    this.trial = trial;
    counters = files.counters(trial);
    cutShort = counters.file().engine().cutShort();
    from = counters.measuredFrom();
    to = counters.measuredTo();
    seconds = (to - from) / 1000.0;
    boolean tolerant = cutShort || run.cutShort();
    samples = files.samples(trial, tolerant, from, to);
    tierSeconds = counters.tierTimes().map(TierTimes::perSecond).orElse(List.of());
    series = files.series(trial, tolerant, from, to);
    server =
        Optional.ofNullable(counters.file().server())
            .map(any -> files.server(trial, tolerant, from, to));
  }

  static MeasuredTrial read(RunFiles files, RunConfig run, TrialConfig trial) {
    TrialReader reader = new TrialReader(files, run, trial);
    return new MeasuredTrial(
        reader.summary(),
        reader.samples,
        reader.tierSeconds,
        reader.series,
        reader.from,
        reader.to);
  }

  private TrialSummary summary() {
    ServerWork work = work();
    return new TrialSummary(
        trial,
        run.users(),
        run.nodes(),
        cutShort,
        figures(work),
        samples.errors(),
        samples.findings(),
        samples.probes().kinds(),
        work,
        GeneratorHealth.of(samples.lagP95(), gcShare()),
        TrialAudit.of(trial.variant().policy(), counters, samples, cutShort),
        killed(),
        curves(),
        Collections.unmodifiableMap(counters.settings()),
        files.links(trial));
  }

  /** Everything that the metrics are made of; the tier's counters by the metrics' own word. */
  private Map<String, Double> figures(ServerWork work) {
    Map<String, Double> figures = new HashMap<>();
    samples.response().summary().forEach((part, ms) -> figures.put("response." + part, ms));
    samples.service().summary().forEach((part, ms) -> figures.put("service." + part, ms));
    counters.tierSummary().forEach((part, ms) -> figures.put("tier." + part, ms));
    figures.put("measuredSeconds", seconds);
    figures.put("requests", (double) samples.requests());
    figures.put("ok", (double) samples.ok());
    figures.put("transactions", (double) samples.transactions());
    figures.put("throughputPerSecond", samples.requests() / seconds);
    samples.errors().byKind().forEach((k, n) -> figures.put("errors." + k.key(), (double) n));
    samples
        .errors()
        .byClass()
        .forEach((type, n) -> figures.put("errorClasses." + type.key(), (double) n));
    Metrics.sources().forEach(source -> counted(figures, source));
    figures.put("connections.meanInUse", InUse.mean(counters, series, seconds));
    figures.put("connections.databaseMax", series.max(SeriesColumn.DATABASE_CONNECTIONS.label()));
    CountersFile.Cpu cpu = counters.file().cpuSeconds();
    cpu(figures, "generator", cpu.generator());
    cpu(figures, "tier", cpu.tier());
    cpu(figures, "database", cpu.database());
    liveHeap(figures);
    ServerFigure.ALL.forEach(figure -> figures.put(figure.figure(), figure.of(work)));
    return Collections.unmodifiableMap(figures);
  }

  private void counted(Map<String, Double> figures, String source) {
    Metric.counter(source).ifPresent(of -> figures.put(source, (double) counters.measured(of)));
  }

  private static void cpu(Map<String, Double> figures, String who, Double seconds) {
    double cpu = seconds == null ? Double.NaN : seconds;
    figures.put("cpuSeconds." + who, cpu);
    figures.put("cpuMicros." + who, cpu * 1_000_000);
  }

  private void liveHeap(Map<String, Double> figures) {
    CountersFile.Heap heap = counters.file().liveHeap();
    if (heap != null) {
      figures.put("liveHeap.megabytes", heap.bytes() / KB / KB);
      figures.put("liveHeap.kilobytesGrown", (heap.bytes() - heap.bytesBefore()) / KB);
      figures.put("liveHeap.sessions", (double) heap.sessions());
    }
  }

  private Optional<Killed> killed() {
    return Optional.ofNullable(counters.file().killed())
        .map(
            killed ->
                new Killed(
                    killed.node(),
                    killed.afterMs() / 1000.0,
                    samples.errors().of(FailureKind.STATE_LOST),
                    samples.rows(Rows.USERS_UNANSWERED)));
  }

  private ServerWork work() {
    if (server.isEmpty()) {
      return ServerWork.NONE;
    }
    Series told = server.get();
    CountersFile.Server about = counters.file().server();
    Map<String, Double> grown = new LinkedHashMap<>();
    Map<String, Double> means = new LinkedHashMap<>();
    for (String name : told.names()) {
      grown.put(name, told.perSecond(name));
      means.put(name, told.mean(name));
    }
    double requests = samples.requests() / seconds;
    return ServerWork.of(
        about.product(), about.groups(), about.completeness(), grown, means, requests);
  }

  private double gcShare() {
    double share = series.growthAround(SeriesColumn.GC_GENERATOR_MS.label());
    return Double.isNaN(share) ? counters.file().engine().gcMillis() / (seconds * 1000) : share;
  }

  private Map<String, Curve> curves() {
    Map<String, Curve> curves = new HashMap<>();
    curves.put("tier", Curves.tier(tierSeconds, from, to));
    curves.put("service", Curves.perSecond(samples.service(), seconds));
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

  private Curve since(Counter counter) {
    return series.since(counter.label(), counters.baseline(counter));
  }

  private Curve server(String counter, double unit) {
    return server.map(told -> told.growth(counter, unit)).orElse(new Curve(List.of()));
  }
}
