package cloakroom.stress.measure;

import java.util.Collections;
import java.util.Map;

/**
 * What one trial was asked to do.
 *
 * @param folder its folder's name
 * @param variant what it is a trial of
 * @param store where its snapshots went
 * @param pool where its connections came from
 */
public record TrialConfig(
    String folder,
    Variant variant,
    String store,
    String pool,
    long poolSize,
    Map<String, String> settings) {
  /** The only one that runs had which do not say. */
  private static final String DEFAULT_STORE = "ps-txn-classic";

  static TrialConfig of(Json json) {
    String folder = json.text("folder");
    if (!folder.matches("[^/\\\\]+") || folder.matches("\\.{1,2}")) {
      throw json.fault("folder", "the name of a folder below trials/");
    }
    return new TrialConfig(
        folder,
        Variant.of(json),
        store(json),
        json.text("pool"),
        json.whole("poolSize", 0),
        Collections.unmodifiableMap(json.flat("settings")));
  }

  private static String store(Json json) {
    String store = json.text("store", json.flat("settings").getOrDefault("store", ""));
    return store.isEmpty() ? DEFAULT_STORE : store;
  }
}
