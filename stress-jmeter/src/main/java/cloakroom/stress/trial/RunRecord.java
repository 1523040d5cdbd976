package cloakroom.stress.trial;

import static cloakroom.stress.folder.CountersFile.*;
import static cloakroom.stress.folder.RunConfig.*;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.settings.RunSettings.*;
import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.toMap;

import cloakroom.contract.FaultKind;
import cloakroom.contract.NodeReport;
import cloakroom.options.NodeOptions;
import cloakroom.platform.Installation;
import cloakroom.platform.MachineTime;
import cloakroom.platform.OneLine;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TrialFile;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.monitor.ApplicationTables;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.options.Think;
import cloakroom.stress.process.Records;
import cloakroom.stress.settings.MachineLimits;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.StressJar;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.jmeter.util.JMeterVersion;

/**
 * Writer of a run's JSON files. Until the run ends, {@code config.json} states that the run ended
 * early. The file is therefore correct after a crash.
 */
public final class RunRecord {
  private static final String ARGUMENTS = "arguments";
  private static final int MAX_FOREIGN_ROWS = 10;
  private final RunFolder folder;
  private final RunSettings settings;
  private final Instant startedAt;
  private final Map<String, Object> others = new LinkedHashMap<>();
  private final Map<String, String> repeated = new LinkedHashMap<>();
  private final List<TrialConfig> trials = new ArrayList<>();
  private final ObjectNode changes = Records.tree(DatabaseChanges.NONE);
  private DatabaseCounters counted;

  RunRecord(RunFolder folder, RunSettings settings, Instant startedAt) {
    this.folder = folder;
    this.settings = settings;
    this.startedAt = startedAt;
    addLoad(settings.load());
    others.put(REPETITIONS, settings.trials());
    others.put("countRoundTrips", settings.countRoundTrips());
    if (settings.gate().requireVerdict()) {
      others.put(REQUIRE_VERDICT, true);
    }
    settings.gate().abortAfter().ifPresent(time -> others.put("abortOnFailMs", time.toMillis()));
    others.put(
        "javaOptions", OneLine.withoutSecrets(String.join(" ", settings.options().javaOptions())));
    others.put("command", OneLine.withoutSecrets(settings.options().command()));
    if (settings.plan().ofApplication()) {
      var pages = settings.application().definition().pages().values();
      others.put("modules", pages.stream().collect(toMap(page -> page.name(), p -> p.module())));
    }
    settings.goal().ifPresent(this::addGoal);
  }

  private void addGoal(Goal goal) {
    others.put(OBJECTIVE, goal.objective());
    others.put("stepMs", goal.step().toMillis());
    others.put("confirmationMs", goal.confirmation().toMillis());
    others.put(ARGUMENTS, goal.arguments());
    if (goal.resumed() != null) {
      RunConfig earlier = new RunFiles(goal.resumed()).config();
      trials.addAll(earlier.trials());
      if (earlier.databaseChanges() != null) {
        changes.setAll(Records.tree(earlier.databaseChanges()));
      }
    }
  }

  public static List<String> arguments(Path folder) {
    Object arguments = new RunFiles(folder).config().others().get(ARGUMENTS);
    refuseIf(arguments == null, "--resume %s: must be the folder of a search", folder);
    return ((List<?>) arguments).stream().map(Object::toString).toList();
  }

  private void addLoad(LoadSettings load) {
    others.put("iterations", load.iterations());
    others.put("thinkMs", load.think().mean().toMillis());
    others.put("rampSeconds", load.ramp().toSeconds());
    if (!load.think().kind().equals(Think.CONSTANT) && !load.think().equals(Think.AUTO)) {
      others.put(THINK_DISTRIBUTION, load.think().kind());
    }
    others.put("warmup", load.warmUp());
  }

  void calibrated(LoadSettings load, Calibration calibration) {
    addLoad(load);
    Map<String, Object> found = new TreeMap<>(Map.of(REASON, calibration.reason()));
    found.put("cpuMillisPerTransaction", calibration.cpuMillis());
    others.put("calibration", found);
  }

  void database(String url) {
    String safe = OneLine.withoutSecrets(url);
    others.put("database", new TreeMap<>(Map.of("kind", settings.database().kind(), "url", safe)));
    if (settings.database().existing()) {
      String schema = settings.database().schema().name();
      changes.put("url", safe);
      changes.put("schema", schema.isEmpty() ? settings.database().user() : schema);
    }
    write(true, "");
  }

  void installed(String created) {
    changes.put("installed", created);
  }

  /** Adds the numbers of database rows changed since the previous call; 0 in the first call. */
  void count(DatabaseCounters now) {
    DatabaseCounters before = counted == null ? now : counted;
    String interrupted = now.interruptedSince(before);
    for (DatabaseCounter counter : DatabaseCounter.PS_TXN_CHANGES) {
      Long value = now.values().get(counter);
      Long earlier = before.values().get(counter);
      count(counter.key(), value, earlier, reason(now, counter), interrupted);
    }
    for (String table :
        new ApplicationTables(settings.application().definition()).writtenLabels()) {
      Long value = now.changedRows().get(table);
      Long earlier = before.changedRows().get(table);
      count(table, value, earlier, reason(now, DatabaseCounter.CHANGED_ROWS), interrupted);
    }
    Long snapshots = now.values().get(DatabaseCounter.PS_TXN_ROWS);
    if (changes.path("snapshotRowsBefore").isNull()) {
      changes.put("snapshotRowsBefore", snapshots);
    }
    changes.put("snapshotRowsAfter", snapshots);
    increase(changes, "sessionsEnded", now.ended() - before.ended());
    counted = now;
  }

  private static String reason(DatabaseCounters counters, DatabaseCounter counter) {
    return counters.unavailableReasons().getOrDefault(counter, "not collected");
  }

  private void count(String key, Long value, Long earlier, String missing, String interrupted) {
    ObjectNode rows = changes.withObjectProperty("rows");
    ObjectNode unavailable = changes.withObjectProperty("unavailable");
    String why = value != null && earlier != null ? interrupted : missing;
    if (!why.isEmpty()) {
      unavailable.put(key, why);
    }
    Long total = unavailable.has(key) ? null : rows.path(key).asLong() + value - earlier;
    rows.put(key, total);
  }

  void maintain(Map<String, String> outcomes) {
    ObjectNode all = changes.withObjectProperty("maintenance");
    outcomes.forEach((sql, outcome) -> increase(all.withObjectProperty(sql), outcome, 1));
  }

  void addForeign(List<String> rows) {
    increase(changes, "foreignRowCount", rows.size());
    ArrayNode examples = changes.withArrayProperty("foreignRows");
    rows.stream().limit(MAX_FOREIGN_ROWS - examples.size()).forEach(examples::add);
  }

  private static void increase(ObjectNode numbers, String key, long by) {
    numbers.put(key, numbers.path(key).asLong() + by);
  }

  void add(TrialSpec trial, NodeReport tier) {
    Variant variant = trial.variant();
    trials.add(
        new TrialConfig(
            trial.folder(),
            variant.name(),
            variant.policy(),
            variant.choices().all(),
            tier.store(),
            variant.get(NodeOptions.POOL),
            variant.get(NodeOptions.POOL_SIZE),
            Records.flat(Records.tree(tier.settings())),
            variant.step()));
    write(true, "");
  }

  void discard(List<TrialSpec> block, String why) {
    trials.subList(trials.size() - block.size(), trials.size()).clear(); // they are the last ones
    block.forEach(trial -> repeated.put(trial.folder(), why));
    others.put(REPEATED, repeated);
    write(true, "");
  }

  boolean hasTrials() {
    return !trials.isEmpty();
  }

  /**
   * Writes config.json.
   *
   * @param aborted failure condition that ended the run; empty if no condition ended the run
   */
  void write(boolean cutShort, String aborted) {
    RunConfig config =
        new RunConfig(
            SCHEMA,
            settings.plan().name(),
            startedAt.toString(),
            settings.options().seed,
            settings.load().users(),
            requireNonNullElse(settings.options().baseline, ""),
            settings.gate().conditions().all().stream().map(FailureCondition::text).toList(),
            aborted,
            cutShort,
            settings.database().existing() ? Records.of(changes, DatabaseChanges.class) : null,
            trials,
            others);
    RunFolder.write(folder.path().resolve(RunFiles.CONFIG), Records.tree(config));
  }

  static void environment(RunFolder folder, StressJar installation, Map<String, String> database) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("cloakroom", Installation.version(RunRecord.class));
    json.put("gitCommit", Installation.revision(installation.target()).orElse(null));
    json.put("java", property("java.vendor") + " " + property("java.runtime.version"));
    json.put("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
    json.put("cpus", Runtime.getRuntime().availableProcessors());
    json.put("cpuModel", MachineTime.processor().orElse(null));
    json.put("memoryBytes", MachineLimits.memory());
    // Reads the version from the jar's manifest, because JMeter's method would initialize JMeter.
    json.put("jmeter", JMeterVersion.class.getPackage().getImplementationVersion());
    Map<String, String> settings = new LinkedHashMap<>(database);
    ObjectNode known = json.putObject("database").put("version", settings.remove("version"));
    known.set("settings", Records.tree(settings));
    RunFolder.write(folder.path().resolve(RunFiles.ENVIRONMENT), json);
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  /**
   * Writes {@code counters.json} of a trial.
   *
   * @param ledger comparison of acknowledged commits with the database; null if not recorded
   */
  void writeTrial(
      Path folder,
      Tiers.FinalReports tier,
      DatabaseCounters before,
      DatabaseCounters after,
      ServerWork server,
      LoadEngine.Result load,
      HeapSampler heap,
      List<FaultPart> faults,
      Ledger ledger,
      String failedSamples) {
    CpuReading cpu = load.cpu();
    String interrupted = after.interruptedSince(before);
    Map<String, Long> changed = new LinkedHashMap<>(after.changedRows());
    changed.replaceAll((table, rows) -> rows - before.changedRows().getOrDefault(table, 0L));
    DatabasePart database =
        new DatabasePart(
            before.values(),
            after.values(),
            interrupted.isEmpty() ? null : interrupted,
            changed,
            after.unavailableReasons(),
            after.withOthers());
    Killed killed =
        faults.stream()
            .filter(fault -> fault.kind().equals(FaultKind.NODE_KILL.key()))
            .map(kill -> new Killed(tier.nodes().size(), kill.at(), kill.at() - load.from()))
            .findFirst()
            .orElse(null);
    NodeReport left = killed == null ? null : tier.surviving();
    CountersFile file =
        new CountersFile(
            database,
            after.sessions() - before.sessions(),
            after.transactions() - before.transactions(),
            server,
            load.engine(),
            Cpu.of(cpu.generator(), cpu.tier(), cpu.database(), cpu.relay()),
            heap.result().orElse(null),
            load.from(),
            load.to(),
            killed,
            left == null ? null : new Surviving(left.counters(), left.gauges()),
            faults.isEmpty() ? null : faults,
            ledger,
            load.engines().isEmpty() ? null : load.engines(),
            failedSamples,
            settings.externalTier());
    RunFolder.write(
        TrialFile.COUNTERS.in(folder), Records.tree(tier.total()).setAll(Records.tree(file)));
    List<Optional<NodeReport>> nodes = tier.nodes();
    for (int i = 0; nodes.size() > 1 && i < nodes.size(); i++) {
      if (nodes.get(i).isPresent()) {
        Path nodeFile = RunFolder.created(TrialFile.NODES.in(folder)).resolve(i + 1 + ".json");
        RunFolder.write(nodeFile, Records.tree(nodes.get(i).get()));
      }
    }
  }
}
