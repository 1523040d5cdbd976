package cloakroom.stress.measure;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads the files of one trial and sums them up. */
final class TrialReader {
  private final RunFolder folder;
  private final RunConfig run;
  private final TrialConfig trial;
  private final Counters counters;
  private final boolean cutShort;
  private final TrialSamples samples;
  private final TierTimes tier;
  private final Series series;
  private final Optional<ServerSeries> server;

  private TrialReader(RunFolder folder, RunConfig run, TrialConfig trial) {
    this.folder = folder;
    this.run = run;
    this.trial = trial;
    this.counters = new Counters(Json.read(path("counters.json"), name("counters.json")));
    this.cutShort = counters.cutShort();
    boolean tolerant = cutShort || run.cutShort();
    long from = counters.measuredFrom();
    long to = counters.measuredTo();
    this.samples = new TrialSamples(from, to);
    SampleFile.read(path("samples.jtl"), name("samples.jtl"), tolerant, samples::add);
    this.tier = counters.tierTimes();
    this.series = Series.read(path("series.csv"), name("series.csv"), tolerant, from, to);
    String told = name("server.csv");
    this.server =
        counters
            .server()
            .map(any -> ServerSeries.read(path("server.csv"), told, tolerant, from, to));
  }

  static MeasuredTrial read(RunFolder folder, RunConfig run, TrialConfig trial) {
    return new TrialReader(folder, run, trial).measured();
  }

  private MeasuredTrial measured() {
    return new MeasuredTrial(
        summary(), samples, tier, series, counters.measuredFrom(), counters.measuredTo());
  }

  private TrialSummary summary() {
    return new TrialSummary(
        trial,
        run.users(),
        run.nodes(),
        cutShort,
        load(),
        samples.errors(),
        samples.findings(),
        samples.probes().kinds(),
        samples.response().summary(),
        samples.service().summary(),
        tier.summary(),
        connections(),
        new Modules(counters.gauge("maxInstances"), counters.measured("recycles")),
        passivations(),
        counters.cleaning(),
        counters.cpu(),
        counters.liveHeap(),
        work(),
        GeneratorHealth.of(samples.lagP95(), gcShare()),
        new Audit(TrialAudit.of(trial.variant().policy(), counters, samples, cutShort)),
        killed(),
        curves(),
        Collections.unmodifiableMap(counters.settings()),
        folder.links(trial));
  }

  private Optional<NodeKill> killed() {
    return counters.hasKilled()
        ? Optional.of(
            new NodeKill(
                counters.killedNode(),
                counters.killedAfterMillis() / 1000.0,
                samples.errors().of(FailureKind.STATE_LOST),
                samples.rows().userUnanswered))
        : Optional.empty();
  }

  private ServerWork work() {
    return server
        .map(told -> ServerWork.of(counters.server().orElseThrow(), told, load().throughput()))
        .orElse(ServerWork.NONE);
  }

  private Curve server(String counter, double unit) {
    return server.map(told -> told.growth(counter, unit)).orElse(new Curve(List.of()));
  }

  private double seconds() {
    return (counters.measuredTo() - counters.measuredFrom()) / 1000.0;
  }

  private Load load() {
    return new Load(
        seconds(),
        samples.requests(),
        samples.ok(),
        samples.transactions(),
        samples.requests() / seconds(),
        samples.rows().outside);
  }

  private Connections connections() {
    return new Connections(
        InUse.mean(counters, series, seconds()),
        counters.gauge("maxConnectionsInUse"),
        counters.gauge("maxConnectionsHeld"),
        (long) series.max("databaseConnections"));
  }

  private Passivations passivations() {
    return new Passivations(
        counters.measured("logicalPassivations"),
        counters.measured("snapshotWrites"),
        counters.measured("snapshotReads"),
        counters.measured("reexecutions"));
  }

  private double gcShare() {
    double share = series.growthAround("gcGeneratorMs");
    return Double.isNaN(share) ? counters.gcMillis() / (seconds() * 1000) : share;
  }

  private TrialCurves curves() {
    double[] at = series.seconds();
    return new TrialCurves(
        Curves.tier(tier, counters.measuredFrom(), counters.measuredTo()),
        Curves.perSecond(samples.service(), seconds()),
        Curve.of(at, series.column("connectionsInUse")),
        Curve.of(at, series.column("databaseConnections")),
        Curve.of(at, series.column("instances")),
        since("logicalPassivations"),
        since("snapshotWrites"),
        since("activations"),
        server("dbMicros", 1_000_000),
        server("logBytes", 1_000));
  }

  private Curve since(String name) {
    return Curve.of(series.seconds(), series.since(name, counters.baseline(name)));
  }

  private String name(String file) {
    return RunFolder.name(trial, file);
  }

  private java.nio.file.Path path(String file) {
    return folder.file(name(file));
  }
}
