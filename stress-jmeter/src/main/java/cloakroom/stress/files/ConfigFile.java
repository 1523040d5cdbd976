package cloakroom.stress.files;

import cloakroom.stress.measure.DatabaseChanges;
import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.RunConfig.TrialConfig;
import cloakroom.stress.measure.Variant;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** config.json: what of the settings of a run the figures need, written and read back. */
public final class ConfigFile {
  /** The limits of a run, as they were written; absent without any. */
  public static final String LIMITS = "failIf";

  /** Which of them ended the run, and how it was broken; absent if none did. */
  public static final String ABORTED = "aborted";

  /** Changes in a database that the run did not start; absent for any other. */
  public static final String CHANGES = "databaseChanges";

  private static final long VERSION = 1;

  private ConfigFile() {}

  static RunConfig read(Json file) {
    Json json = file.version(VERSION);
    Map<String, String> all = json.flat();
    all.remove("trials");
    all.keySet().removeIf(name -> name.startsWith(CHANGES));
    return new RunConfig(
        json.text("plan"),
        json.text("startedAt", ""),
        json.whole("seed"),
        json.whole("users"),
        json.truth("cutShort"),
        json.text("baseline", ""),
        json.texts(LIMITS),
        json.text(ABORTED, ""),
        json.children("trials").stream().map(ConfigFile::trial).toList(),
        json.has(CHANGES)
            ? Optional.of(json.child(CHANGES).as(DatabaseChanges.class))
            : Optional.empty(),
        all);
  }

  private static TrialConfig trial(Json json) {
    String folder = json.text("folder");
    if (!folder.matches("[^/\\\\]+") || folder.matches("\\.{1,2}")) {
      throw json.fault("folder", "the name of a folder below trials/");
    }
    return new TrialConfig(
        folder,
        new Variant(json.text("variant"), json.text("policy"), json.flat("choices")),
        json.text("store"),
        json.text("pool"),
        json.whole("poolSize", 0),
        Collections.unmodifiableMap(json.flat("settings")));
  }

  /** The head of the file; what a run adds to it is for the reader of the report. */
  public static ObjectNode head(
      String plan, String startedAt, long seed, long users, String baseline) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("schema", VERSION).put("plan", plan).put("startedAt", startedAt);
    json.put("seed", seed).put("users", users);
    return baseline.isEmpty() ? json : json.put("baseline", baseline);
  }

  /** The entry of a trial; its settings as the tier told them. */
  public static ObjectNode entry(TrialConfig trial, JsonNode settings) {
    Variant variant = trial.variant();
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("folder", trial.folder());
    json.put("variant", variant.name()).put("policy", variant.policy());
    variant.choices().all().forEach(json.putObject("choices")::put);
    json.put("store", trial.store());
    json.put("pool", trial.pool()).put("poolSize", trial.poolSize());
    json.set("settings", settings);
    return json;
  }

  public static ObjectNode whole(ObjectNode head, ArrayNode trials, boolean cutShort) {
    ObjectNode json = head.deepCopy();
    json.set("trials", trials);
    return json.put("cutShort", cutShort);
  }
}
