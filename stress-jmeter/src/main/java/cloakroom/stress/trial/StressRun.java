package cloakroom.stress.trial;

import static cloakroom.stress.settings.RunSettings.*;

import cloakroom.command.Durations;
import cloakroom.contract.FaultKind;
import cloakroom.contract.NodeReport;
import cloakroom.contract.TierOptions;
import cloakroom.options.NodeOptions;
import cloakroom.platform.SteadyTime;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.LedgerFile;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.monitor.DatabaseMonitor;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import cloakroom.stress.monitor.SeriesRecorder;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.plan.IterationWork;
import cloakroom.stress.plan.PlanWriter;
import cloakroom.stress.process.ChildProcess.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.Plans;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.StressJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Run of one JMeter plan: interleaved trials of all variants, recorded in one run folder. {@link
 * #run} starts the database once, and a new tier and load engine for each trial.
 */
public final class StressRun {
  private static final Duration INSTALL_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SETTLE_TIMEOUT_STOPPED = Duration.ofSeconds(3);
  private RunSettings settings;
  private JavaCommands commands;
  private final Supplier<Optional<TrialSpec>> trials;
  private Predicate<Tick> enough = tick -> false;
  private final BiFunction<DatabaseUnderTest, Consumer<String>, DatabaseMonitor> monitors;
  private final RunProgress progress;
  private final StopSignal stop;
  private final RunFolder folder;
  private final RunRecord config;
  private final FailureConditionMonitor conditions;

  /**
   * Creates a run.
   *
   * @param monitors connects a monitor of database statistics; the consumer receives log messages
   */
  public StressRun(
      RunSettings settings,
      JavaCommands commands,
      BiFunction<DatabaseUnderTest, Consumer<String>, DatabaseMonitor> monitors,
      RunProgress progress,
      StopSignal stop) {
    this.monitors = monitors;
    this.progress = progress;
    this.stop = stop;
    Instant now = Instant.now();
    Path resumed = settings.goal().map(Goal::resumed).orElse(null);
    this.folder =
        resumed == null
            ? RunFolder.create(settings.output().folder(), settings.plan().name(), now)
            : new RunFolder(resumed);
    this.settings = settings.withPlanIn(folder.path());
    this.commands = commands.with(this.settings);
    if (settings.plan().generated()) {
      RunFolder.write(
          this.settings.plan().file(), PlanWriter.jmx(settings.application().definition()));
    }
    List<Variant> variants = settings.variants();
    if (settings.goal().isPresent()) {
      CapacityTrials search = new CapacityTrials(settings.goal().get(), variants, folder.path());
      this.trials = search;
      this.enough = search::enough;
    } else {
      boolean counts = settings.countsOnly();
      Stream<Variant> counted = variants.stream().filter(CountingPass::canCount);
      Think think = settings.load().think();
      List<Variant> each =
          counts ? counted.map(v -> CountingPass.counted(v, think)).toList() : variants;
      int blocks = counts ? 1 : settings.trials();
      int repeats = counts ? 0 : settings.options().maxRepeats;
      this.trials = new BlockTrials(each, blocks, repeats, this::noise, this::discard);
    }
    this.config = new RunRecord(folder, settings, now);
    this.conditions = new FailureConditionMonitor(settings.gate(), stop);
  }

  /** Runs all trials and returns the run folder. Throws StressFailure if no trial was measured. */
  public Path run() {
    if (!settings.load().think().equals(Think.AUTO)) {
      progress.print(description());
    }
    DatabaseSettings given = settings.database();
    Path log = folder.path().resolve("logs/database.log");
    try (DatabaseUnderTest database =
        given.startedByRun()
            ? DatabaseUnderTest.start(given, commands.database(), log, stop, progress::print)
            : DatabaseUnderTest.existing(given)) {
      install(database);
      try (DatabaseMonitor watch =
          given.isKnown() ? monitors.apply(database, folder::note) : DatabaseMonitor.NONE) {
        config.database(database.url());
        config.count(watch.counters());
        RunRecord.environment(folder, StressJar.find(), watch.settings());
        calibrate(database);
        countRoundTrips(database, watch);
        for (var trial = trials.get(); trial.isPresent(); trial = trials.get()) {
          stop.check();
          config.maintain(watch.tidy());
          runTrial(trial.get(), database, watch);
        }
        stop.check();
      }
    } catch (StressFailure e) {
      endEarly(e);
    }
    config.write(stop.raised(), conditions.verdict());
    folder.markLatest();
    return folder.path();
  }

  private Optional<String> noise(List<TrialSpec> block) {
    return stop.raised()
        ? Optional.empty()
        : MeasuredRun.noise(folder.path(), block.stream().map(TrialSpec::folder).toList());
  }

  private void discard(List<TrialSpec> block, String why) {
    config.discard(block, why);
    String names = block.stream().map(TrialSpec::folder).collect(Collectors.joining(", "));
    progress.print("block " + names + " is repeated: " + why);
  }

  private void calibrate(DatabaseUnderTest database) {
    LoadSettings load = settings.load();
    if (!load.think().equals(Think.AUTO)) {
      return;
    }
    Calibration calibration =
        new Calibration(load.users(), Runtime.getRuntime().availableProcessors());
    for (TrialSpec pass : TrialSpec.once(settings.variants())) {
      stop.check();
      Variant variant = pass.variant();
      progress.print("calibrating " + variant.name());
      Path files = folder.pass("calibration", pass);
      try (LoadEngine engine =
              new LoadEngine(engineLaunch(variant, files).with(Calibration.SHORT));
          Tiers tiers = startTiers(variant, database, files, false)) {
        Predicate<Tick> reader =
            tick -> {
              calibration.add(variant.name(), tick.transactions(), engine.cpu());
              return false;
            };
        engine.begin(variant, tiers, database.cpu(), reader);
        engine.drive(stop);
        CpuReading used = engine.cpu();
        calibration.add(variant.name(), engine.finish(stop).engine().transactions(), used);
      }
    }
    stop.check();
    settings = settings.with(load.calibrated(calibration.pause(), settings.application().work()));
    commands = commands.with(settings);
    config.calibrated(settings.load(), calibration);
    progress.print(
        "think time " + Durations.format(calibration.pause()) + ": " + calibration.reason());
    progress.print(description());
  }

  /** Counts the database round trips per request of all variants, before the first trial. */
  private void countRoundTrips(DatabaseUnderTest database, DatabaseMonitor watch) {
    if (!settings.countRoundTrips() || settings.countsOnly()) {
      return;
    }
    List<Variant> variants = settings.variants().stream().filter(CountingPass::canCount).toList();
    for (TrialSpec pass : TrialSpec.once(variants)) {
      stop.check();
      String variant = pass.variant().name();
      progress.print("counting round trips of " + variant);
      Path files = folder.pass("counting", pass);
      Variant counted = CountingPass.counted(pass.variant(), settings.load().think());
      Launch launch = engineLaunch(counted, files).with(CountingPass.SHORT);
      try (LoadEngine engine = new LoadEngine(launch);
          Tiers tiers = startTiers(counted, database, files, true)) {
        CountingPass counts = count(engine, tiers, watch);
        engine.begin(counted, tiers, database.cpu(), tick -> false);
        engine.drive(stop);
        long failed = engine.finish(stop).engine().errors();
        if (failed > 0) {
          folder.note(failed + " requests failed while they were counted, see " + files);
        }
        stop.check();
        counts.write(folder.path().resolve(RunFiles.COUNTED), variant);
      } catch (StressFailure e) {
        throw e.in("counting round trips of " + variant + " (--no-count-round-trips omits it)");
      }
    }
  }

  private CountingPass count(LoadEngine engine, Tiers tiers, DatabaseMonitor watch) {
    CountingPass counts = new CountingPass(tiers::counters, watch::writes);
    engine.counting(
        request -> {
          try {
            counts.on(request);
          } catch (StressFailure e) {
            stop.raise(e.getMessage());
          }
        });
    return counts;
  }

  private void runTrial(TrialSpec trial, DatabaseUnderTest database, DatabaseMonitor watch) {
    SteadyTime.begin();
    Variant variant = trial.variant();
    Path files = folder.trial(trial);
    // Sets even a delay of 0, because the delay of the previous trial would persist.
    if (settings.variants().stream().anyMatch(v -> !v.get(VariantOptions.COMMIT_DELAY).isZero())) {
      database.delayCommits(variant.get(VariantOptions.COMMIT_DELAY), stop);
    }
    boolean ledger = !variant.get(VariantOptions.FAULT).isEmpty();
    Map<String, String> values = ledger ? watch.values() : Map.of();
    DatabaseCounters before = watch.settled(SETTLE_TIMEOUT);
    Launch launch = engineLaunch(variant, files);
    boolean counts = settings.countsOnly();
    try (LoadEngine engine = new LoadEngine(counts ? launch.with(CountingPass.SHORT) : launch);
        Tiers tiers = startTiers(variant, database, files, counts);
        HeapSampler heap =
            new HeapSampler(
                variant.users(settings.load().users()),
                settings.options().liveHeap ? tiers::liveHeap : Optional::empty);
        FaultDriver faults = faults(variant, engine, tiers, database, watch)) {
      CountingPass counted = counts ? count(engine, tiers, watch) : null;
      IterationWork work = settings.application().work();
      boolean known =
          settings.plan().ofApplication() && work.exact() && !variant.has(VariantOptions.DURATION);
      progress.begin(trial, known ? settings.load().transactions(variant, work) : -1);
      progress.live.nodes(tiers::live);
      Consumer<Tick> listener = conditions.over(trial).andThen(progress::tick);
      Predicate<Tick> ends =
          tick -> {
            listener.accept(tick);
            return enough.test(tick);
          };
      engine.begin(variant, tiers, database.cpu(), ends);
      ServerRecord server = watch.record(TrialFile.SERVER.in(files));
      String missing = drive(engine, tiers, heap, faults, watch, server, files);
      Tiers.FinalReports reports = tiers.stop();
      DatabaseCounters after =
          watch.settled(stop.raised() ? SETTLE_TIMEOUT_STOPPED : SETTLE_TIMEOUT);
      config.count(after);
      LoadEngine.Result load = engine.finish(stop);
      progress.total(load.engine());
      if (load.from() == 0) {
        throw StressFailure.invalid(stop.reason());
      }
      if (counts) {
        counted.write(folder.path().resolve(RunFiles.COUNTED), variant.name());
      }
      CountersFile.Ledger commits = ledger(files, values, watch);
      List<CountersFile.FaultPart> injected = faults.injected();
      config.writeTrial(
          files, reports, before, after, server.state(), load, heap, injected, commits, missing);
      config.add(trial, reports.total());
    } finally {
      progress.live.end();
    }
  }

  private String description() {
    LoadSettings load = settings.load();
    String plan = settings.plan().name();
    String names = String.join(", ", settings.variants().stream().map(Variant::name).toList());
    String users = Differences.values(settings.variants(), v -> v.users(load.users()));
    String think = Differences.values(settings.variants(), load::think);
    String times = settings.countsOnly() ? "one request at a time" : "trials " + settings.trials();
    return "%s: %s; %s users x %d iterations, think %s, warm-up %s, "
            .formatted(plan, names, users, load.iterations(), think, load.warmUp())
        + "%s, seed %d%s".formatted(times, settings.options().seed, primary());
  }

  /** Names the primary comparison before the run begins, so that no result can influence it. */
  private String primary() {
    List<Variant> all = settings.variants();
    boolean timed = settings.goal().isEmpty() && !settings.countsOnly();
    boolean compares = all.size() > 1 && timed && !settings.plan().name().equals(Plans.STATE_KINDS);
    return compares
        ? "; primary comparison: %s with %s".formatted(all.get(0).name(), all.get(1).name())
        : "";
  }

  /** Starts a tier once to create the missing tables, then checks the database again. */
  private void install(DatabaseUnderTest database) {
    List<String> install = settings.database().install();
    if (install.isEmpty() || settings.externalTier()) {
      return;
    }
    Path log = folder.log("rehearsal.log");
    Launch launch = tierLaunch("tier", settings.variants().get(0), database, log, false);
    Consumer<String> print = progress::print;
    Tiers.start(
            List.of(launch.with(install.toArray(String[]::new))),
            LOOPBACK,
            INSTALL_TIMEOUT,
            stop,
            DatabaseUnderTest.progressOf(print.andThen(config::installed)))
        .close();
    var unused = stop.unlessRaised(() -> RunCheck.checked(settings, line -> {}));
  }

  private FaultDriver faults(
      Variant variant,
      LoadEngine engine,
      Tiers tiers,
      DatabaseUnderTest database,
      DatabaseMonitor watch) {
    List<FaultSpec> specs = variant.get(VariantOptions.FAULT);
    if (specs.stream().anyMatch(fault -> fault.kind().place() == FaultKind.FaultTarget.NODE)) {
      tiers.prepareNodeLoss();
    }
    return new FaultDriver(
        specs,
        command ->
            switch (command.kind().place()) {
              case DATABASE -> database.sendFault(command);
              case SESSIONS -> watch.endSessions();
              case RELAY, POOL, STORE -> tiers.sendFault(command);
              case NODE -> {
                tiers.endLast(command.kind() == FaultKind.NODE_KILL);
                yield "";
              }
            },
        engine::usersActive);
  }

  /** Compares the commits acknowledged to clients with the database; null if not recorded. */
  private CountersFile.Ledger ledger(
      Path files, Map<String, String> before, DatabaseMonitor watch) {
    Path file = TrialFile.LEDGER.in(files);
    if (!Files.exists(file) || stop.raised()) { // aborted requests are not in the file
      return null;
    }
    List<LedgerFile.LedgerRow> rows = LedgerFile.read(file);
    List<String> places = rows.stream().map(LedgerFile.LedgerRow::place).toList();
    List<String> foreign = new ArrayList<>();
    CountersFile.Ledger ledger = LedgerFile.check(rows, before, watch.values(places), foreign::add);
    if (!foreign.isEmpty()) {
      progress.print(
          "another client wrote %,d rows of users, which are ignored; the first: %s"
              .formatted(foreign.size(), foreign.get(0)));
    }
    config.addForeign(foreign);
    return ledger;
  }

  private Tiers startTiers(
      Variant variant, DatabaseUnderTest database, Path files, boolean counts) {
    if (settings.externalTier()) {
      return Tiers.at(settings.targets(), stop);
    }
    Path logs = TrialFile.LOGS.in(files);
    List<Launch> launches = new ArrayList<>();
    for (int node = 1; node <= variant.nodes(); node++) {
      boolean several = variant.nodes() > 1;
      Path log = logs.resolve(several ? "tier-" + node + ".log" : "tier.log");
      String name = several ? "tier's node " + node : "tier";
      launches.add(tierLaunch(name, variant, database, log, counts));
    }
    return Tiers.start(launches, settings.engines().address(), START_TIMEOUT, stop, event -> {});
  }

  private Launch tierLaunch(
      String name, Variant variant, DatabaseUnderTest database, Path log, boolean counts) {
    Map<String, String> secrets = new HashMap<>(Variables.adminToken());
    secrets.put(Variables.PASSWORD, database.password());
    List<String> command = commands.tier(variant, database.url(), database.user(), counts);
    Launch launch =
        new Launch(name, command, secrets, log, null)
            .with(TierOptions.APPLICATION_NAME, DatabaseMonitor.TIER);
    boolean files = variant.get(NodeOptions.STORE).equals(TierOptions.FILE);
    return files ? launch.with(TierOptions.STORE_DIR, log + ".snapshots") : launch;
  }

  private Launch engineLaunch(Variant variant, Path files) {
    Path log = TrialFile.LOGS.in(files).resolve("engine.log");
    Path keys = settings.engines().keys().folder();
    return new Launch("load engine", commands.engine(variant, files), Map.of(), log, keys);
  }

  /**
   * Records a sample of the counters each second until the load and all faults end. Returns why
   * samples are missing; empty if none is missing.
   */
  private String drive(
      LoadEngine engine,
      Tiers tiers,
      HeapSampler heap,
      FaultDriver faults,
      DatabaseMonitor watch,
      ServerRecord server,
      Path files) {
    LongFunction<SeriesRow> rows =
        now -> {
          server.tick(now);
          Tick tick = engine.tick();
          Optional<NodeReport> tier = heap.watch(tiers.counters());
          return new SeriesRow(
              now, tick, tier, watch.activity(), engine.cpu(), SeriesRecorder.Machine.now());
        };
    Path series = TrialFile.SERIES.in(files);
    try (server) { // ends after the sampler, which writes to it
      SeriesRecorder sampler =
          new SeriesRecorder(series, rows, progress.live::row, folder::note, 1_000);
      try (sampler) {
        faults.begin(engine.measuring());
        engine.drive(stop);
        faults.close();
      }
      return sampler.failures();
    }
  }

  /** Ends the run but keeps the complete trials. Throws StressFailure if no trial is complete. */
  private void endEarly(StressFailure failure) {
    boolean wasRaised = stop.raised();
    stop.raise(failure.getMessage());
    folder.note("ended early: " + stop.reason());
    if (!config.hasTrials()) {
      throw wasRaised ? StressFailure.invalid(stop.reason() + ": nothing was measured") : failure;
    }
    progress.print("cut short: " + stop.reason());
  }
}
