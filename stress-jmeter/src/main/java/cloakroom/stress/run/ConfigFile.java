package cloakroom.stress.run;

import cloakroom.contract.NodeReport;
import cloakroom.contract.OneLine;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.run.RunSettings.Load;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * Writes {@code config.json}. Until the last trial is done it says that the run was cut short, and
 * names the trials that are complete: a run that is killed leaves a folder that tells the truth.
 */
final class ConfigFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunFolder folder;
  private final RunSettings settings;
  private final ObjectNode json = JSON.createObjectNode();
  private final ArrayNode trials = JSON.createArrayNode();

  ConfigFile(RunFolder folder, RunSettings settings, Instant startedAt) {
    this.folder = folder;
    this.settings = settings;
    json.put("schema", 1);
    json.put("plan", settings.plan().name());
    json.put("startedAt", startedAt.toString());
    json.put("seed", settings.seed());
    addLoad(settings.load());
    addNodes(settings.tier().nodes());
    addVaried(settings.variants().varied());
    json.set("tierOptions", JSON.valueToTree(settings.tier().options()));
    json.put("repetitions", settings.trials());
    json.put(
        "javaOptions", OneLine.withoutSecrets(String.join(" ", settings.tier().javaOptions())));
    json.put("command", OneLine.withoutSecrets(settings.command()));
  }

  private void addNodes(Nodes nodes) {
    json.put("nodes", nodes.count());
    if (nodes.several()) {
      json.put("affinity", nodes.affinity());
    }
    nodes.kill().ifPresent(after -> json.put("killNodeMs", after.toMillis()));
  }

  private void addLoad(Load load) {
    json.put("users", load.users());
    json.put("iterations", load.iterations());
    json.put("thinkMs", load.think().toMillis());
    json.put("rampSeconds", load.ramp().toSeconds());
    json.put("holdMs", load.hold().toMillis());
    load.mix().ifPresent(mix -> json.put("mix", mix));
    ObjectNode warmUp = json.putObject("warmup");
    warmUp.put("users", load.warmUp().users());
    warmUp.put("iterations", load.warmUp().iterations());
  }

  private void addVaried(Varied varied) {
    if (varied.any()) {
      ObjectNode vary = json.putObject("vary");
      vary.put("setting", varied.setting());
      vary.set("values", JSON.valueToTree(varied.values()));
    }
  }

  /** Notes where the database is. */
  void database(String url) {
    ObjectNode database = json.putObject("database");
    database.put("kind", settings.database().kind());
    database.put("url", OneLine.withoutSecrets(url));
    write(true);
  }

  /** Notes that a trial is complete, with the settings that the tier says were in force. */
  void add(TrialSpec trial, NodeReport tier) {
    ObjectNode entry = trials.addObject();
    entry.put("folder", trial.folder());
    Variant variant = trial.variant();
    entry.put("variant", variant.name());
    entry.put("policy", variant.policy());
    entry.put("hygiene", variant.hygiene());
    entry.put("store", tier.store());
    entry.set("set", JSON.valueToTree(variant.set()));
    entry.put("pool", settings.tier().pool().kind());
    entry.put("poolSize", settings.tier().pool().size());
    entry.set("settings", JSON.valueToTree(tier.settings()));
    write(true);
  }

  /** Whether there is a trial to report on. */
  boolean hasTrials() {
    return !trials.isEmpty();
  }

  /** Notes how the run ended. */
  void end(boolean cutShort) {
    write(cutShort);
  }

  private void write(boolean cutShort) {
    ObjectNode all = json.deepCopy();
    all.set("trials", trials);
    all.put("cutShort", cutShort);
    RunFolder.write(folder.path().resolve("config.json"), all);
  }
}
