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

/**
 * One run: interleaved trials of one plan under several variants, in one run folder.
 *
 * <p>{@link #run} is the overview of this module: it starts the database, and for each trial a
 * fresh tier and the plan; it measures, stops both and writes the data for the audit.
 */
public final class StressRun {
  /** Maximum time until the first node is ready, which may create the tables. */
  private static final Duration INSTALL_TIMEOUT = Duration.ofMinutes(10);

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

  /** Creates a run; {@code monitors} connects to a database and logs notes. */
  public StressRun(
      RunSettings settings,
      JavaCommands commands,
      BiFunction<DatabaseUnderTest, Consumer<String>, DatabaseMonitor> monitors,
      RunProgress progress,
      StopSignal stop) {
    this.settings = settings;
    this.commands = commands;
    this.monitors = monitors;
    this.progress = progress;
    this.stop = stop;
    Instant now = Instant.now();
    Path resumed = settings.goal().map(Goal::resumed).orElse(null);
    this.folder =
        resumed == null
            ? RunFolder.create(settings.output().folder(), settings.plan().name(), now)
            : new RunFolder(resumed);
    List<Variant> variants = settings.variants();
    if (settings.goal().isPresent()) {
      CapacityTrials search = new CapacityTrials(settings.goal().get(), variants, folder.path());
      this.trials = search;
      this.enough = search::enough;
    } else if (settings.countsOnly()) {
      List<Variant> counted = CountingPass.counted(variants, settings.load().think());
      this.trials = new BlockTrials(counted, 1, 0, this::noise, this::discard);
    } else {
      this.trials =
          new BlockTrials(
              variants, settings.trials(), settings.maxRepeats(), this::noise, this::discard);
    }
    this.config = new RunRecord(folder, settings, now);
    this.conditions = new FailureConditionMonitor(settings.gate(), stop);
  }

  /** Runs all trials and returns the run's folder; fails if nothing could be measured. */
  public Path run() {
    if (!settings.load().think().equals(Think.AUTO)) {
      progress.print(description());
    }
    try (DatabaseUnderTest database = startDatabase()) {
      install(database);
      try (DatabaseMonitor watch =
          settings.database().isKnown()
              ? monitors.apply(database, folder::note)
              : DatabaseMonitor.NONE) {
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

  /** Replaces {@code --think auto} by a pause that fits the machine. */
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
          Tiers tiers = startTiers(variant, database, files)) {
        Predicate<Tick> reader =
            tick -> {
              calibration.add(variant.name(), tick.transactions(), engine.cpu());
              return false;
            };
        begin(engine, variant, tiers, database, reader);
        engine.drive(stop);
        CpuReading used = engine.cpu();
        calibration.add(variant.name(), engine.finish(stop).engine().transactions(), used);
      }
    }
    stop.check();
    settings = settings.with(load.calibrated(calibration.pause()));
    commands = commands.with(settings);
    config.calibrated(settings.load(), calibration);
    progress.print(
        "think time " + Durations.format(calibration.pause()) + ": " + calibration.reason());
    progress.print(description());
  }

  /** Counts before the first trial, so that the same work precedes all trials. */
  private void countRoundTrips(DatabaseUnderTest database, DatabaseMonitor watch) {
    if (!settings.countRoundTrips() || settings.countsOnly()) {
      return;
    }
    List<Variant> variants = settings.variants().stream().filter(CountingPass::canCount).toList();
    for (TrialSpec pass : TrialSpec.once(variants)) {
      stop.check();
      String variant = pass.variant().name();
      progress.print("counting round trips of " + variant);
      try {
        countRoundTrips(pass, database, watch);
      } catch (StressFailure e) {
        throw e.in("counting round trips of " + variant + " (--no-count-round-trips omits it)");
      }
    }
  }

  private void countRoundTrips(TrialSpec pass, DatabaseUnderTest database, DatabaseMonitor watch) {
    Path files = folder.pass("counting", pass);
    Variant counted = CountingPass.counted(pass.variant(), settings.load().think());
    try (LoadEngine engine = new LoadEngine(engineLaunch(counted, files).with(CountingPass.SHORT));
        Tiers tiers = startTiers(counted, database, files, JavaCommands.FIRST_COMPILER)) {
      CountingPass counts = count(engine, tiers, watch);
      begin(engine, counted, tiers, database, tick -> false);
      engine.drive(stop);
      long failed = engine.finish(stop).engine().errors();
      if (failed > 0) {
        folder.note(failed + " requests failed while they were counted, see " + files);
      }
      stop.check();
      counts.write(folder.path().resolve(RunFiles.COUNTED), pass.variant().name());
    }
  }

  /** Lets the engine report each request to a new counting pass. */
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
    delayCommits(variant, database);
    boolean ledger = !variant.get(VariantOptions.FAULT).isEmpty();
    Map<String, String> values = ledger ? watch.values() : Map.of();
    DatabaseCounters before = watch.settled(SETTLE_TIMEOUT);
    Launch launch = engineLaunch(variant, files);
    String[] jvm = {JavaCommands.FIRST_COMPILER};
    boolean counts = settings.countsOnly();
    try (LoadEngine engine = new LoadEngine(counts ? launch.with(CountingPass.SHORT) : launch);
        Tiers tiers = startTiers(variant, database, files, counts ? jvm : new String[0]);
        HeapSampler heap =
            settings.liveHeap()
                ? new HeapSampler(settings.load().users(), tiers::liveHeap)
                : HeapSampler.NONE;
        FaultDriver faults = faults(variant, tiers, database, watch)) {
      Optional<CountingPass> counted =
          counts ? Optional.of(count(engine, tiers, watch)) : Optional.empty();
      progress.begin(trial, expectedTransactions(variant));
      progress.live.nodes(tiers::live);
      Consumer<Tick> listener = conditions.over(trial).andThen(progress::tick);
      Predicate<Tick> ends =
          tick -> {
            listener.accept(tick);
            return enough.test(tick);
          };
      begin(engine, variant, tiers, database, ends);
      ServerRecord server = watch.record(TrialFile.SERVER.in(files));
      String failedSamples = drive(engine, tiers, heap, faults, watch, server, files);
      Tiers.FinalReports reports = tiers.stop();
      DatabaseCounters after =
          watch.settled(stop.raised() ? SETTLE_TIMEOUT_STOPPED : SETTLE_TIMEOUT);
      config.count(after);
      LoadEngine.Result load = engine.finish(stop);
      progress.total(load.engine());
      if (load.from() == 0) {
        throw StressFailure.invalid(stop.reason());
      }
      counted.ifPresent(c -> c.write(folder.path().resolve(RunFiles.COUNTED), variant.name()));
      RunRecord.writeTrial(
          files,
          reports,
          before,
          after,
          server.state(),
          load,
          heap,
          faults.injected(),
          ledger(files, values, watch),
          failedSamples,
          settings.externalTier());
      config.add(trial, reports.total());
    } finally {
      progress.live.end();
    }
  }

  private String description() {
    LoadSettings load = settings.load();
    return "%s: %s; %d users x %d iterations, think %s, warm-up %s, %s, seed %d"
        .formatted(
            settings.plan().name(),
            String.join(", ", settings.variants().stream().map(Variant::name).toList()),
            load.users(),
            load.iterations(),
            load.think(),
            load.warmUp(),
            settings.countsOnly() ? "one request at a time" : "trials " + settings.trials(),
            settings.seed());
  }

  private DatabaseUnderTest startDatabase() {
    DatabaseSettings database = settings.database();
    return database.startedByRun()
        ? DatabaseUnderTest.start(
            database, commands.database(), folder.log("database.log"), stop, progress::print)
        : DatabaseUnderTest.existing(database);
  }

  /** Starts a tier that creates the missing tables, and checks the database again. */
  private void install(DatabaseUnderTest database) {
    List<String> install = settings.database().install();
    if (install.isEmpty() || settings.externalTier()) {
      return;
    }
    Launch launch =
        tierLaunch("tier", settings.variants().get(0), database, folder.log("rehearsal.log"));
    Tiers.TierNode.start(
            launch.with(install.toArray(String[]::new)),
            LOOPBACK,
            INSTALL_TIMEOUT,
            stop,
            DatabaseUnderTest.progressOf(
                created -> {
                  progress.print(created);
                  config.installed(created);
                }))
        .close();
    var unused = stop.unlessRaised(() -> RunCheck.checked(settings, line -> {}));
  }

  private FaultDriver faults(
      Variant variant, Tiers tiers, DatabaseUnderTest database, DatabaseMonitor watch) {
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
            });
  }

  /** Returns the comparison of acknowledged values with the database; null if incomplete. */
  private CountersFile.Ledger ledger(
      Path files, Map<String, String> before, DatabaseMonitor watch) {
    Path file = TrialFile.LEDGER.in(files);
    if (!Files.exists(file) || stop.raised()) { // aborted requests are not in the file
      return null;
    }
    List<String> foreign = new ArrayList<>();
    CountersFile.Ledger ledger =
        LedgerFile.check(LedgerFile.read(file), before, watch.values(), foreign::add);
    if (!foreign.isEmpty()) {
      progress.print(
          "another client wrote %,d rows of users, which are ignored; the first: %s"
              .formatted(foreign.size(), foreign.get(0)));
    }
    config.addForeign(foreign);
    return ledger;
  }

  /** Sets the delay before each trial, because the previous variant may have had another one. */
  private void delayCommits(Variant variant, DatabaseUnderTest database) {
    if (settings.variants().stream().anyMatch(v -> !v.get(VariantOptions.COMMIT_DELAY).isZero())) {
      database.delayCommits(variant.get(VariantOptions.COMMIT_DELAY), stop);
    }
  }

  private Tiers startTiers(
      Variant variant, DatabaseUnderTest database, Path files, String... jvmOptions) {
    if (settings.externalTier()) {
      return Tiers.at(settings.targets(), stop);
    }
    Path logs = TrialFile.LOGS.in(files);
    List<Launch> launches = new ArrayList<>();
    for (int node = 1; node <= variant.nodes(); node++) {
      boolean several = variant.nodes() > 1;
      Path log = logs.resolve(several ? "tier-" + node + ".log" : "tier.log");
      String name = several ? "tier's node " + node : "tier";
      launches.add(tierLaunch(name, variant, database, log, jvmOptions));
    }
    return Tiers.start(launches, settings.engines().address(), stop);
  }

  private Launch tierLaunch(
      String name, Variant variant, DatabaseUnderTest database, Path log, String... jvmOptions) {
    Map<String, String> secrets = new HashMap<>(Variables.adminToken());
    secrets.put(Variables.PASSWORD, database.password());
    List<String> command = commands.tier(variant, database.url(), database.user(), jvmOptions);
    Launch launch =
        new Launch(name, command, secrets, log)
            .with(TierOptions.APPLICATION_NAME, DatabaseMonitor.TIER);
    boolean files = variant.get(NodeOptions.STORE).equals(TierOptions.FILE);
    return files ? launch.with(TierOptions.STORE_DIR, log + ".snapshots") : launch;
  }

  private Launch engineLaunch(Variant variant, Path files) {
    return new Launch(
        "load engine",
        commands.engine(variant, files),
        Map.of(),
        TrialFile.LOGS.in(files).resolve("engine.log"),
        settings.engines().keys().folder());
  }

  private static void begin(
      LoadEngine engine,
      Variant variant,
      Tiers tiers,
      DatabaseUnderTest database,
      Predicate<Tick> progress) {
    engine.begin(
        JavaCommands.target(variant, tiers.addresses()),
        generator -> CpuReading.of(generator, tiers.cpu(), database.cpu(), tiers.relayCpu()),
        progress);
  }

  /** Returns the transactions of a trial; -1 if the plan is another one or is bounded by time. */
  private long expectedTransactions(Variant variant) {
    boolean known =
        settings.plan().name().equals(Plans.ADF_SESSION) && !variant.has(VariantOptions.DURATION);
    return known ? settings.load().transactions() : -1;
  }

  /** Records samples until the load and all faults end; returns the reasons for missing samples. */
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
    try (server) { // ends after the sampler, which writes to it
      SeriesRecorder sampler =
          SeriesRecorder.start(
              TrialFile.SERIES.in(files), rows, progress.live::row, folder::note, 1_000);
      try (sampler) {
        faults.begin(engine.measuring());
        engine.drive(stop);
        faults.close();
      }
      return sampler.failures();
    }
  }

  /** Keeps the complete trials; their report states that the run was cut short. */
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
