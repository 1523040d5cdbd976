package cloakroom.stress.run;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.contract.Installed;
import cloakroom.contract.MachineTime;
import cloakroom.contract.NodeReport;
import cloakroom.contract.OneLine;
import cloakroom.options.NodeOptions;
import cloakroom.stress.files.ConfigFile;
import cloakroom.stress.files.DatabaseCounter;
import cloakroom.stress.files.RunFiles;
import cloakroom.stress.measure.DatabaseChanges;
import cloakroom.stress.measure.Limit;
import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.RunConfig.TrialConfig;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.options.Think;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Goal;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.watch.DatabaseCounters;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.util.JMeterVersion;

/**
 * Writes {@code config.json}. Until the last trial is done it says that the run was cut short, and
 * names the trials that are complete: a run that is killed leaves a folder that tells the truth.
 */
final class RunRecord {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ARGUMENTS = "arguments";
  private static final int MAX_FOREIGN_ROWS = 10;

  private final RunFolder folder;
  private final RunSettings settings;
  private final ObjectNode json;
  private final ArrayNode trials = JSON.createArrayNode();

  /** A {@link DatabaseChanges}, in the file only if the run did not start the database. */
  private final ObjectNode changes = Records.tree(DatabaseChanges.NONE);

  /** Latest counters of the database; null before the first. */
  private DatabaseCounters counted;

  RunRecord(RunFolder folder, RunSettings settings, Instant startedAt) {
    this.folder = folder;
    this.settings = settings;
    json =
        ConfigFile.head(
            settings.plan().name(),
            startedAt.toString(),
            settings.seed(),
            settings.load().users(),
            settings.baseline());
    addLoad(settings.load());
    json.put(RunConfig.REPETITIONS, settings.trials());
    json.put("countTrips", settings.countTrips());
    List<Limit> limits = settings.gate().limits().all();
    if (!limits.isEmpty()) {
      limits.stream().map(Limit::text).forEach(json.putArray(ConfigFile.LIMITS)::add);
    }
    if (settings.gate().requireVerdict()) {
      json.put(RunConfig.REQUIRE_VERDICT, true);
    }
    settings.gate().patience().ifPresent(most -> json.put("abortOnFailMs", most.toMillis()));
    json.put("javaOptions", OneLine.withoutSecrets(String.join(" ", settings.javaOptions())));
    json.put("command", OneLine.withoutSecrets(settings.command()));
    settings.goal().ifPresent(this::addGoal);
  }

  /** A search that goes on has the trials that its folder has. */
  private void addGoal(Goal goal) {
    json.put(RunConfig.OBJECTIVE, goal.objective());
    json.put("stepMs", goal.step().toMillis())
        .put("confirmationMs", goal.confirmation().toMillis());
    goal.arguments().forEach(json.putArray(ARGUMENTS)::add);
    if (goal.resumed() != null) {
      JsonNode earlier = read(goal.resumed());
      trials.addAll((ArrayNode) earlier.path("trials"));
      if (earlier.path(ConfigFile.CHANGES) instanceof ObjectNode made) {
        changes.setAll(made);
      }
    }
  }

  /** The command line of the search in a folder. */
  static List<String> arguments(Path folder) {
    List<String> all = new ArrayList<>();
    read(folder).path(ARGUMENTS).forEach(argument -> all.add(argument.asText()));
    refuseIf(all.isEmpty(), "--resume %s: is no folder of a search", folder);
    return all;
  }

  private static JsonNode read(Path folder) {
    try {
      return JSON.readTree(folder.resolve(RunFiles.CONFIG).toFile());
    } catch (IOException e) {
      throw StressFailure.wrongUse("--resume " + folder + ": " + OneLine.why(e));
    }
  }

  private void addLoad(Load load) {
    json.put("iterations", load.iterations());
    json.put("thinkMs", load.think().mean().toMillis());
    json.put("rampSeconds", load.ramp().toSeconds());
    if (!load.think().kind().equals(Think.CONSTANT) && !load.think().equals(Think.AUTO)) {
      json.put(RunConfig.THINK_DISTRIBUTION, load.think().kind());
    }
    json.set("warmup", JSON.valueToTree(load.warmUp()));
  }

  /** Notes the load that a calibration found, and why. */
  void calibrated(Load load, Calibration calibration) {
    addLoad(load);
    ObjectNode found = json.putObject("calibration");
    found.put(RunConfig.REASON, calibration.reason());
    found.set("cpuMillisPerTransaction", JSON.valueToTree(calibration.cpuMillis()));
  }

  void database(String url) {
    ObjectNode database = json.putObject("database");
    database.put("kind", settings.database().kind());
    database.put("url", OneLine.withoutSecrets(url));
    if (settings.database().existing()) {
      String schema = settings.database().schema().name();
      changes.put("url", OneLine.withoutSecrets(url));
      changes.put("schema", schema.isEmpty() ? settings.database().user() : schema);
      json.set(ConfigFile.CHANGES, changes);
    }
    write(true);
  }

  /** Notes the objects that the tier created in the database. */
  void installed(String created) {
    changes.put("installed", created);
  }

  /** Adds the changes of the database since the call before; the first call is the start. */
  void count(DatabaseCounters now) {
    DatabaseCounters before = counted == null ? now : counted;
    String interrupted = now.interruptedSince(before);
    ObjectNode rows = changes.withObjectProperty("rows");
    ObjectNode unavailable = changes.withObjectProperty("unavailable");
    for (DatabaseCounter counter : DatabaseCounter.ROW_CHANGES) {
      String key = counter.key();
      Long value = now.values().get(counter);
      Long earlier = before.values().get(counter);
      boolean collected = value != null && earlier != null;
      String why = collected ? interrupted : now.notTold().getOrDefault(counter, "not collected");
      if (!why.isEmpty()) {
        unavailable.put(key, why);
      }
      Long total = unavailable.has(key) ? null : rows.path(key).asLong() + value - earlier;
      rows.put(key, total);
    }
    Long snapshots = now.values().get(DatabaseCounter.PS_TXN_ROWS);
    if (changes.path("snapshotRowsBefore").isNull()) {
      changes.put("snapshotRowsBefore", snapshots);
    }
    changes.put("snapshotRowsAfter", snapshots);
    increase(changes, "sessionsEnded", now.ended() - before.ended());
    counted = now;
  }

  /** Adds the outcomes of the statements before a trial. */
  void maintain(Map<String, String> outcomes) {
    ObjectNode all = changes.withObjectProperty("maintenance");
    outcomes.forEach((sql, outcome) -> increase(all.withObjectProperty(sql), outcome, 1));
  }

  /** Adds rows that other clients wrote. */
  void addForeign(List<String> rows) {
    increase(changes, "foreignRowCount", rows.size());
    ArrayNode examples = changes.withArrayProperty("foreignRows");
    rows.stream().limit(MAX_FOREIGN_ROWS - examples.size()).forEach(examples::add);
  }

  private static void increase(ObjectNode numbers, String key, long by) {
    numbers.put(key, numbers.path(key).asLong() + by);
  }

  /** Notes that a trial is complete, with the settings that the tier says were in force. */
  void add(TrialSpec trial, NodeReport tier) {
    Variant variant = trial.variant();
    trials.add(
        ConfigFile.entry(
            new TrialConfig(
                trial.folder(),
                variant,
                tier.store(),
                variant.get(NodeOptions.POOL),
                variant.get(NodeOptions.POOL_SIZE),
                Map.of()),
            JSON.valueToTree(tier.settings())));
    write(true);
  }

  /** Moves the trials of a noisy block to those that another block replaces. */
  void discard(List<TrialSpec> block, String why) {
    for (TrialSpec trial : block) {
      trials.remove(trials.size() - 1); // those of the block are the last ones
      json.withObjectProperty(RunConfig.REPEATED).put(trial.folder(), why);
    }
    write(true);
  }

  /** Notes which limit ended the run; nothing if none did. */
  void aborted(String verdict) {
    if (!verdict.isEmpty()) {
      json.put(ConfigFile.ABORTED, verdict);
    }
  }

  boolean hasTrials() {
    return !trials.isEmpty();
  }

  /** Notes how the run ended, or would have ended until now. */
  void write(boolean cutShort) {
    RunFolder.write(
        folder.path().resolve(RunFiles.CONFIG), ConfigFile.whole(json, trials, cutShort));
  }

  /** Writes {@code environment.json}: what ran, on what. */
  static void environment(RunFolder folder, StressJar installation, Map<String, String> database) {
    ObjectNode json = JSON.createObjectNode();
    json.put("cloakroom", Installed.version(RunRecord.class));
    json.put("gitCommit", Installed.revision(installation.target()).orElse(null));
    json.put("java", property("java.vendor") + " " + property("java.runtime.version"));
    json.put("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
    json.put("cpus", Runtime.getRuntime().availableProcessors());
    json.put("cpuModel", MachineTime.processor().orElse(null));
    json.put("memoryBytes", MachineLimits.memory());
    // from the jar's manifest: naming the class initialises nothing of JMeter
    json.put("jmeter", JMeterVersion.class.getPackage().getImplementationVersion());
    Map<String, String> settings = new LinkedHashMap<>(database);
    ObjectNode known = json.putObject("database").put("version", settings.remove("version"));
    known.set("settings", JSON.valueToTree(settings));
    RunFolder.write(folder.path().resolve(RunFiles.ENVIRONMENT), json);
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }
}
