package cloakroom.stress.measure.read;

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
import cloakroom.stress.measure.files.Counters;
import cloakroom.stress.measure.files.RunFiles;
import cloakroom.stress.measure.files.Series;
import cloakroom.stress.measure.files.TierTimes;
import cloakroom.stress.measure.files.TrialSamples;
import cloakroom.stress.measure.files.TrialSamples.Rows;
import cloakroom.stress.measure.statistics.MeasuredTrial;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the files of one trial and sums them up. */
final class TrialReader {
  private static final double KB = 1024;
  private final RunFiles files;
  private final RunConfig run;
  private final TrialConfig trial;
  private final Counters counters;
  private final boolean cutShort;
  private final TrialSamples samples;
  private final TierTimes tier;
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
    cutShort = counters.cutShort();
    from = counters.measuredFrom();
    to = counters.measuredTo();
    seconds = (to - from) / 1000.0;
    boolean tolerant = cutShort || run.cutShort();
    samples = files.samples(trial, tolerant, from, to);
    tier = counters.tierTimes();
    series = files.series(trial, tolerant, from, to);
    server = counters.server().map(any -> files.server(trial, tolerant, from, to));
  }

  static MeasuredTrial read(RunFiles files, RunConfig run, TrialConfig trial) {
    TrialReader reader = new TrialReader(files, run, trial);
    return new MeasuredTrial(
        reader.summary(), reader.samples, reader.tier, reader.series, reader.from, reader.to);
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
    tier.summary().forEach((part, ms) -> figures.put("tier." + part, ms));
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
    figures.put("connections.databaseMax", series.max("databaseConnections"));
    Stream.of("generator", "tier", "database").forEach(who -> cpu(figures, who));
    liveHeap(figures);
    ServerFigure.ALL.forEach(figure -> figures.put(figure.figure(), figure.of(work)));
    return Collections.unmodifiableMap(figures);
  }

  private void counted(Map<String, Double> figures, String source) {
    Metric.counter(source).ifPresent(n -> figures.put(source, (double) counters.measured(n)));
    Metric.gauge(source).ifPresent(n -> figures.put(source, (double) counters.gauge(n)));
  }

  private void cpu(Map<String, Double> figures, String who) {
    double cpu = counters.number("cpuSeconds", who);
    figures.put("cpuSeconds." + who, cpu);
    figures.put("cpuMicros." + who, cpu * 1_000_000);
  }

  private void liveHeap(Map<String, Double> figures) {
    double bytes = counters.number("liveHeap", "bytes");
    double grown = bytes - counters.number("liveHeap", "bytesBefore");
    figures.put("liveHeap.megabytes", bytes / KB / KB);
    figures.put("liveHeap.kilobytesGrown", grown / KB);
    figures.put("liveHeap.sessions", counters.number("liveHeap", "sessions"));
  }

  private Optional<Killed> killed() {
    return counters.hasKilled()
        ? Optional.of(
            new Killed(
                counters.killedNode(),
                counters.killedAfterSeconds(),
                samples.errors().of(FailureKind.STATE_LOST),
                samples.rows(Rows.USERS_UNANSWERED)))
        : Optional.empty();
  }

  private ServerWork work() {
    if (server.isEmpty()) {
      return ServerWork.NONE;
    }
    Series told = server.get();
    Counters.ServerRecord about = counters.server().orElseThrow();
    Map<String, Double> grown = new LinkedHashMap<>();
    Map<String, Double> means = new LinkedHashMap<>();
    for (String name : told.names()) {
      grown.put(name, told.perSecond(name));
      means.put(name, told.mean(name));
    }
    double requests = samples.requests() / seconds;
    return ServerWork.of(about.product(), about.groups(), about.gaps(), grown, means, requests);
  }

  private double gcShare() {
    double share = series.growthAround("gcGeneratorMs");
    return Double.isNaN(share) ? counters.gcMillis() / (seconds * 1000) : share;
  }

  private Map<String, Curve> curves() {
    Map<String, Curve> curves = new HashMap<>();
    curves.put("tier", Curves.tier(tier, from, to));
    curves.put("service", Curves.perSecond(samples.service(), seconds));
    curves.put("in-use", series.curve("connectionsInUse"));
    curves.put("database", series.curve("databaseConnections"));
    curves.put("instances", series.curve("instances"));
    curves.put("passivations", since("logicalPassivations"));
    curves.put("writes", since("snapshotWrites"));
    curves.put("activations", since("activations"));
    curves.put("server-calls", server("dbMicros", 1_000_000));
    curves.put("server-log", server("logBytes", 1_000));
    return curves;
  }

  private Curve since(String name) {
    return series.since(name, counters.baseline(name));
  }

  private Curve server(String counter, double unit) {
    return server.map(told -> told.growth(counter, unit)).orElse(new Curve(List.of()));
  }
}
