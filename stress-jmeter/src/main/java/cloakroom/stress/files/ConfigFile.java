package cloakroom.stress.files;

import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.TrialConfig;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** config.json: what of the settings of a run the figures need, written and read back. */
public final class ConfigFile {
  private static final long VERSION = 1;
  private static final String SCHEMA = "schema";
  private static final String PLAN = "plan";
  private static final String STARTED_AT = "startedAt";
  private static final String SEED = "seed";
  private static final String USERS = "users";
  private static final String NODES = "nodes";
  private static final String CUT_SHORT = "cutShort";
  private static final String VARY = "vary";
  private static final String SETTING = "setting";
  private static final String VALUES = "values";
  private static final String TRIALS = "trials";
  private static final String FOLDER = "folder";
  private static final String VARIANT = "variant";
  private static final String POLICY = "policy";
  private static final String HYGIENE = "hygiene";
  private static final String SET = "set";
  private static final String STORE = "store";
  private static final String POOL = "pool";
  private static final String POOL_SIZE = "poolSize";
  private static final String SETTINGS = "settings";

  private ConfigFile() {}

  static RunConfig read(Json json) {
    if (json.whole(SCHEMA) != VERSION) {
      throw json.fault(SCHEMA, "a version this program reads (it reads " + VERSION + ")");
    }
    List<TrialConfig> trials = new ArrayList<>();
    json.children(TRIALS).forEach(trial -> trials.add(trial(trial)));
    Map<String, String> all = json.flat();
    all.remove(TRIALS);
    return new RunConfig(
        json.text(PLAN),
        json.text(STARTED_AT, ""),
        json.whole(SEED),
        json.whole(USERS),
        json.whole(NODES, 1),
        json.truth(CUT_SHORT),
        json.has(VARY) ? varied(json.child(VARY)) : Varied.NOTHING,
        List.copyOf(trials),
        all);
  }

  private static Varied varied(Json json) {
    return new Varied(json.text(SETTING), json.texts(VALUES));
  }

  private static TrialConfig trial(Json json) {
    String folder = json.text(FOLDER);
    if (!folder.matches("[^/\\\\]+") || folder.matches("\\.{1,2}")) {
      throw json.fault(FOLDER, "the name of a folder below trials/");
    }
    return new TrialConfig(
        folder,
        new Variant(json.text(VARIANT), json.text(POLICY), json.text(HYGIENE), json.flat(SET)),
        json.text(STORE),
        json.text(POOL),
        json.whole(POOL_SIZE, 0),
        Collections.unmodifiableMap(json.flat(SETTINGS)));
  }

  /** The head of the file; what a run adds to it is for the reader of the report. */
  public static ObjectNode head(
      String plan, String startedAt, long seed, long users, long nodes, Varied varied) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(SCHEMA, VERSION).put(PLAN, plan).put(STARTED_AT, startedAt);
    json.put(SEED, seed).put(USERS, users).put(NODES, nodes);
    if (varied.any()) {
      ObjectNode vary = json.putObject(VARY).put(SETTING, varied.setting());
      varied.values().forEach(vary.putArray(VALUES)::add);
    }
    return json;
  }

  /** The entry of a trial; its settings as the tier told them. */
  public static ObjectNode entry(TrialConfig trial, JsonNode settings) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(FOLDER, trial.folder());
    json.put(VARIANT, trial.variant().name()).put(POLICY, trial.variant().policy());
    json.put(HYGIENE, trial.variant().hygiene()).put(STORE, trial.store());
    trial.variant().set().forEach(json.putObject(SET)::put);
    json.put(POOL, trial.pool()).put(POOL_SIZE, trial.poolSize());
    json.set(SETTINGS, settings);
    return json;
  }

  /** The whole file. */
  public static ObjectNode whole(ObjectNode head, ArrayNode trials, boolean cutShort) {
    ObjectNode json = head.deepCopy();
    json.set(TRIALS, trials);
    return json.put(CUT_SHORT, cutShort);
  }
}
