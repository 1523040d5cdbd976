package cloakroom.stress.measure;

import java.util.Collections;
import java.util.Map;

/** What one trial was asked to do: its folder's name, the policy, the connection source. */
public record TrialConfig(
    String folder, String policy, String pool, long poolSize, Map<String, String> settings) {

  static TrialConfig of(Json json) {
    String folder = json.text("folder");
    if (!folder.matches("[^/\\\\]+") || folder.matches("\\.{1,2}")) {
      throw json.fault("folder", "the name of a folder below trials/");
    }
    return new TrialConfig(
        folder,
        json.text("policy"),
        json.text("pool"),
        json.whole("poolSize", 0),
        Collections.unmodifiableMap(json.flat("settings")));
  }
}
