package cloakroom.stress.trial;

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
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.monitor.DatabaseCounters;
import cloakroom.stress.monitor.DatabaseMonitor;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import cloakroom.stress.monitor.SeriesRecorder;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.Think;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.Plans;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.trial.TrialRecord.DatabaseReading;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One run: trials of one plan under several policies or other variants, interleaved, in one folder.
 *
 * <p>{@link #run} is the map of this module: database, then for each trial a fresh tier, the plan,
 * the measurement, the stop and the data for the audit; a report at the end.
 */
public final class StressRun {
  /** Maximum time until the first node serves, which may create the tables. */
  private static final Duration INSTALL = Duration.ofMinutes(10);

  private static final Duration SETTLE = Duration.ofSeconds(10);
  private static final Duration SETTLE_IN_A_HURRY = Duration.ofSeconds(3);

  private RunSettings settings;
  private final Supplier<Optional<TrialSpec>> trials;

  /** Whether the trial at hand has shown what it can. */
  private final Predicate<Tick> enough;

  private JavaCommands commands;
  private final BiFunction<DatabaseUnderTest, Consumer<String>, DatabaseMonitor> monitors;
  private final RunProgress progress;
  private final StopSignal stop;
  private final RunFolder folder;
  private final RunRecord config;
  private final FailureConditionMonitor limits;

  /** Counts of the current trial; empty under load. */
  private Optional<CountingPass> counts = Optional.empty();

  /** {@code monitors} opens the connection that watches a database, and takes notes. */
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
    this.folder =
        settings.goal().isPresent() && settings.goal().get().resumed() != null
            ? new RunFolder(settings.goal().get().resumed())
            : RunFolder.create(settings.output().folder(), settings.plan().name(), now);
    List<Variant> variants = settings.variants();
    if (settings.goal().isPresent()) {
      CapacityTrials search = new CapacityTrials(settings.goal().get(), variants, folder.path());
      this.trials = search;
      this.enough = search::enough;
    } else {
      Iterator<TrialSpec> counted =
          TrialSpec.once(CountingPass.counted(variants, settings.load().think())).iterator();
      this.trials =
          settings.countsOnly()
              ? () -> counted.hasNext() ? Optional.of(counted.next()) : Optional.empty()
              : new BlockTrials(
                  variants, settings.trials(), settings.maxRepeats(), this::noise, this::discard);
      this.enough = tick -> false;
    }
    this.config = new RunRecord(folder, settings, now);
    this.limits = new FailureConditionMonitor(settings.gate(), stop);
  }

  /** Runs all trials and returns the run's folder; fails if nothing could be measured. */
  public Path run() {
    if (!settings.load().think().equals(Think.AUTO)) {
      progress.say(intention());
    }
    try (DatabaseUnderTest database = startDatabase()) {
      install(database);
      try (DatabaseMonitor watch = watch(database)) {
        config.database(database.url);
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
    config.aborted(limits.verdict());
    config.write(stop.raised());
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
    progress.say("block " + names(block) + " is repeated: " + why);
  }

  private static String names(List<TrialSpec> block) {
    return block.stream().map(TrialSpec::folder).collect(Collectors.joining(", "));
  }

  private DatabaseMonitor watch(DatabaseUnderTest database) {
    return settings.database().named()
        ? monitors.apply(database, folder::note)
        : DatabaseMonitor.NONE;
  }

  /** Replaces {@code --think auto} by a pause that fits the machine. */
  private void calibrate(DatabaseUnderTest database) {
    RunSettings.LoadSettings load = settings.load();
    if (!load.think().equals(Think.AUTO)) {
      return;
    }
    Calibration calibration =
        new Calibration(load.users(), Runtime.getRuntime().availableProcessors());
    for (TrialSpec pass : TrialSpec.once(settings.variants())) {
      stop.check();
      Variant variant = pass.variant();
      progress.say("calibrating " + variant.name());
      Path files = folder.calibration(pass);
      try (LoadEngine starting =
              new LoadEngine(engineLaunch(variant, files).with(Calibration.SHORT));
          Tiers tiers = startTiers(variant, database, files);
          LoadEngine engine =
              begin(
                  starting,
                  variant,
                  tiers,
                  database,
                  tick -> {
                    calibration.add(variant.name(), tick.transactions(), starting.cpu());
                    return false;
                  })) {
        engine.drive(stop);
        CpuReading used = starting.cpu();
        calibration.add(variant.name(), engine.finish(stop).engine().transactions(), used);
      }
    }
    stop.check();
    settings = settings.with(load.calibrated(calibration.pause()));
    commands = commands.with(settings);
    config.calibrated(settings.load(), calibration);
    progress.say(
        "think time " + Durations.format(calibration.pause()) + ": " + calibration.reason());
    progress.say(intention());
  }

  /** Before the first trial, so that all of them come after the same. */
  private void countRoundTrips(DatabaseUnderTest database, DatabaseMonitor watch) {
    List<Variant> all =
        settings.countRoundTrips() && !settings.countsOnly() ? settings.variants() : List.of();
    for (TrialSpec first : TrialSpec.once(all.stream().filter(CountingPass::canCount).toList())) {
      stop.check();
      try {
        countRoundTrips(first, database, watch);
      } catch (StressFailure e) {
        String variant = first.variant().name();
        throw e.in(
            "counting round trips of " + variant + " (--no-count-round-trips leaves it out)");
      }
    }
  }

  private void countRoundTrips(TrialSpec pass, DatabaseUnderTest database, DatabaseMonitor watch) {
    progress.say("counting round trips of " + pass.variant().name());
    Path files = folder.counting(pass);
    Variant counted = CountingPass.counted(pass.variant(), settings.load().think());
    try (LoadEngine starting =
            new LoadEngine(engineLaunch(counted, files).with(CountingPass.SHORT));
        Tiers tiers = startTiers(counted, database, files, JavaCommands.FIRST_COMPILER)) {
      CountingPass counts = new CountingPass(tiers::counters, watch::writes);
      starting.counting(request -> count(counts, request));
      try (LoadEngine engine = begin(starting, counted, tiers, database, tick -> false)) {
        engine.drive(stop);
        long failed = engine.finish(stop).engine().errors();
        if (failed > 0) {
          folder.note(failed + " requests failed while they were counted, see " + files);
        }
      }
      stop.check();
      counts.write(folder.path().resolve(RunFiles.COUNTED), pass.variant().name());
    }
  }

  private void count(CountingPass counts, JsonNode request) {
    try {
      counts.on(request);
    } catch (StressFailure e) {
      stop.raise(e.getMessage());
    }
  }

  private void runTrial(TrialSpec trial, DatabaseUnderTest database, DatabaseMonitor watch) {
    SteadyTime.begin();
    delayCommits(trial.variant(), database);
    boolean ledger = !trial.variant().get(VariantOptions.FAULT).isEmpty();
    Map<String, String> values = ledger ? watch.values() : Map.of();
    DatabaseCounters before = watch.settled(SETTLE);
    try (LoadEngine starting = startEngine(trial);
        Tiers tiers = startTiers(trial.variant(), database, folder.trial(trial), tierJvm());
        HeapSampler heap =
            settings.liveHeap()
                ? new HeapSampler(settings.load().users(), tiers::liveHeap)
                : HeapSampler.NONE;
        FaultDriver faults = faults(trial.variant(), tiers, database, watch);
        LoadEngine engine = begin(starting, trial, tiers, database, watch)) {
      Watched watched = drive(engine, tiers, heap, faults, watch, folder.trial(trial));
      Tiers.Counts counters = tiers.stop();
      DatabaseCounters after = watch.settled(stop.raised() ? SETTLE_IN_A_HURRY : SETTLE);
      config.count(after);
      LoadEngine.Result load = engine.finish(stop);
      progress.total(load.engine());
      DatabaseReading told = new DatabaseReading(before, after, watched.server());
      if (load.from() == 0) {
        throw StressFailure.invalid(stop.reason());
      }
      counts.ifPresent(
          all -> all.write(folder.path().resolve(RunFiles.COUNTED), trial.variant().name()));
      boolean externalTier = settings.tierElsewhere();
      TrialRecord.write(
          folder.trial(trial),
          counters,
          told,
          load,
          heap,
          faults.made(),
          ledger(folder.trial(trial), values, watch),
          watched.failedSamples(),
          externalTier);
      config.add(trial, counters.total());
    } finally {
      progress.live.end();
    }
  }

  private String intention() {
    RunSettings.LoadSettings load = settings.load();
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
    RunSettings.DatabaseSettings database = settings.database();
    return database.ours()
        ? DatabaseUnderTest.start(
            database, commands.database(), folder.log("database.log"), stop, progress::say)
        : new DatabaseUnderTest(database);
  }

  /** Has a tier create the tables that are missing, and checks the database again. */
  private void install(DatabaseUnderTest database) {
    if (!settings.database().install().isEmpty() && !settings.tierElsewhere()) {
      Variant first = settings.variants().get(0);
      Launch launch = tierLaunch("tier", first, database, folder.log("rehearsal.log"));
      TierNode.start(
              launch.with(settings.database().install().toArray(String[]::new)),
              RunSettings.LOOPBACK,
              INSTALL,
              stop,
              DatabaseUnderTest.progressOf(
                  created -> {
                    progress.say(created);
                    config.installed(created);
                  }))
          .close();
      var unused = stop.unlessRaised(() -> RunCheck.checked(settings, line -> {}));
    }
  }

  private FaultDriver faults(
      Variant variant, Tiers tiers, DatabaseUnderTest database, DatabaseMonitor watch) {
    List<FaultSpec> wanted = variant.get(VariantOptions.FAULT);
    if (wanted.stream().anyMatch(fault -> fault.kind().place() == FaultKind.FaultTarget.NODE)) {
      tiers.prepareNodeLoss();
    }
    return new FaultDriver(
        wanted,
        order ->
            switch (order.kind().place()) {
              case DATABASE -> database.order(order);
              case SESSIONS -> watch.endSessions();
              case RELAY, POOL, STORE -> tiers.order(order);
              case NODE -> {
                tiers.endLast(order.kind() == FaultKind.NODE_KILL);
                yield "";
              }
            });
  }

  /** Returns the comparison of acknowledged values with the database; null without all of it. */
  private CountersFile.Ledger ledger(
      Path files, Map<String, String> before, DatabaseMonitor watch) {
    Path file = TrialFile.LEDGER.in(files);
    if (!Files.exists(file) || stop.raised()) { // requests were broken off without a note
      return null;
    }
    List<String> foreign = new ArrayList<>();
    CountersFile.Ledger ledger =
        LedgerFile.check(LedgerFile.read(file), before, watch.values(), foreign::add);
    if (!foreign.isEmpty()) {
      progress.say(
          "another client wrote %,d rows of users, which are not judged, the first: %s"
              .formatted(foreign.size(), foreign.get(0)));
    }
    config.addForeign(foreign);
    return ledger;
  }

  /** Asks for it before each trial, because the one before may have had another delay. */
  private void delayCommits(Variant variant, DatabaseUnderTest database) {
    boolean asked =
        settings.variants().stream().anyMatch(v -> !v.get(VariantOptions.COMMIT_DELAY).isZero());
    if (asked) {
      database.delayCommits(variant.get(VariantOptions.COMMIT_DELAY), stop);
    }
  }

  private Tiers startTiers(
      Variant variant, DatabaseUnderTest database, Path files, String... options) {
    if (settings.tierElsewhere()) {
      return Tiers.at(settings.targets(), stop);
    }
    Path logs = TrialFile.LOGS.in(files);
    List<Launch> launches = new ArrayList<>();
    for (int node = 1; node <= variant.nodes(); node++) {
      boolean several = variant.nodes() > 1;
      launches.add(
          tierLaunch(
              several ? "tier's node " + node : "tier",
              variant,
              database,
              logs.resolve(several ? "tier-" + node + ".log" : "tier.log"),
              options));
    }
    return Tiers.start(launches, settings.engines().address(), stop);
  }

  private Launch tierLaunch(
      String name, Variant variant, DatabaseUnderTest database, Path log, String... options) {
    Map<String, String> secrets = new HashMap<>(Variables.adminToken());
    secrets.putAll(database.environment());
    List<String> command = commands.tier(variant, database.url, database.user, options);
    Launch launch = new Launch(name, command, secrets, log);
    Launch named = launch.with(TierOptions.APPLICATION_NAME, DatabaseMonitor.TIER);
    boolean files = variant.get(NodeOptions.STORE).equals(TierOptions.FILE);
    return files ? named.with(TierOptions.STORE_DIR, log + ".snapshots") : named;
  }

  private String[] tierJvm() {
    return settings.countsOnly() ? new String[] {JavaCommands.FIRST_COMPILER} : new String[0];
  }

  private LoadEngine startEngine(TrialSpec trial) {
    Launch launch = engineLaunch(trial.variant(), folder.trial(trial));
    return new LoadEngine(settings.countsOnly() ? launch.with(CountingPass.SHORT) : launch);
  }

  private LoadEngine begin(
      LoadEngine starting,
      TrialSpec trial,
      Tiers tiers,
      DatabaseUnderTest database,
      DatabaseMonitor watch) {
    if (settings.countsOnly()) {
      counts = Optional.of(new CountingPass(tiers::counters, watch::writes));
    }
    counts.ifPresent(all -> starting.counting(request -> count(all, request)));
    progress.begin(trial, expectedTransactions(trial.variant()));
    progress.live.nodes(tiers::live);
    Consumer<Tick> told = limits.over(trial).andThen(progress::tick);
    return begin(
        starting,
        trial.variant(),
        tiers,
        database,
        tick -> {
          told.accept(tick);
          return enough.test(tick);
        });
  }

  private static LoadEngine begin(
      LoadEngine starting,
      Variant variant,
      Tiers tiers,
      DatabaseUnderTest database,
      Predicate<Tick> progress) {
    List<String> target = JavaCommands.target(variant, tiers.addresses());
    return starting.begin(target, cpu(tiers, database), progress);
  }

  private static Function<CpuMeter, CpuReading> cpu(Tiers tiers, DatabaseUnderTest database) {
    return generator -> CpuReading.of(generator, tiers.cpu(), database.cpu, tiers.relayCpu());
  }

  private Launch engineLaunch(Variant variant, Path files) {
    return new Launch(
        "load engine",
        commands.engine(variant, files),
        Map.of(),
        TrialFile.LOGS.in(files).resolve("engine.log"),
        settings.engines().keys().folder());
  }

  /** Only our own plan is known to make two pages' worth of changes, unless it goes by time. */
  private long expectedTransactions(Variant variant) {
    boolean known =
        settings.plan().name().equals(Plans.ADF_SESSION) && !variant.has(VariantOptions.DURATION);
    return known ? settings.load().transactions() : -1;
  }

  /** How complete the records of a trial are. */
  private record Watched(ServerWork server, String failedSamples) {}

  /**
   * Lets the engine do its work. Then every fault is over, and the sampler ends before the record
   * that it ticks.
   */
  private Watched drive(
      LoadEngine engine,
      Tiers tiers,
      HeapSampler heap,
      FaultDriver faults,
      DatabaseMonitor watch,
      Path files) {
    ServerRecord server = watch.record(TrialFile.SERVER.in(files));
    LongFunction<SeriesRow> rows =
        now -> {
          server.tick(now);
          Tick tick = engine.tick();
          Optional<NodeReport> tier = heap.watch(tiers.counters());
          return new SeriesRow(
              now, tick, tier, watch.activity(), engine.cpu(), SeriesRecorder.Machine.now());
        };
    String failedSamples;
    try (server) {
      SeriesRecorder sampler =
          SeriesRecorder.start(TrialFile.SERIES.in(files), rows, progress.live::row, folder::note);
      try (sampler) {
        faults.begin(engine.measuring());
        engine.drive(stop);
        faults.close();
      }
      failedSamples = sampler.failures();
    }
    return new Watched(server.told(), failedSamples);
  }

  /** What is complete gets its report, which says that there should have been more. */
  private void endEarly(StressFailure failure) {
    boolean wasRaised = stop.raised();
    stop.raise(failure.getMessage());
    folder.note("ended early: " + stop.reason());
    if (config.hasTrials()) {
      progress.say("cut short: " + stop.reason());
    } else {
      throw wasRaised ? StressFailure.invalid(stop.reason() + ": nothing was measured") : failure;
    }
  }
}
