package cloakroom.stress.measure.files;

import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.TrialConfig;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Makes the settings of a run of its config.json. */
final class ConfigReader {
  private static final long SCHEMA = 1;

  private ConfigReader() {}

  static RunConfig read(Json json) {
    if (json.whole("schema") != SCHEMA) {
      throw json.fault("schema", "a version this program reads (it reads " + SCHEMA + ")");
    }
    List<TrialConfig> trials = new ArrayList<>();
    json.children("trials").forEach(trial -> trials.add(trial(trial)));
    Map<String, String> all = json.flat();
    all.remove("trials");
    return new RunConfig(
        json.text("plan"),
        json.text("startedAt", ""),
        json.whole("seed"),
        json.whole("users"),
        json.whole("nodes", 1),
        json.truth("cutShort"),
        json.has("vary") ? varied(json.child("vary")) : Varied.NOTHING,
        List.copyOf(trials),
        all);
  }

  private static Varied varied(Json json) {
    return new Varied(json.text("setting"), json.texts("values"));
  }

  private static TrialConfig trial(Json json) {
    String folder = json.text("folder");
    if (!folder.matches("[^/\\\\]+") || folder.matches("\\.{1,2}")) {
      throw json.fault("folder", "the name of a folder below trials/");
    }
    return new TrialConfig(
        folder,
        new Variant(
            json.text("variant"), json.text("policy"), json.text("hygiene"), json.flat("set")),
        json.text("store"),
        json.text("pool"),
        json.whole("poolSize", 0),
        Collections.unmodifiableMap(json.flat("settings")));
  }
}
