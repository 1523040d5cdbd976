package cloakroom.stress.folder;

import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

public record TierSettings(Map<String, String> all, PolicyEffects effects) {
  public static final String THRESHOLD = "jbo.recyclethreshold";
  public static final String AVAILABLE = "jbo.ampool.maxavailablesize";
  private static final String MAX_SIZE = "jbo.ampool.maxpoolsize";

  public static TierSettings of(JsonNode config) {
    Map<String, String> all = new TreeMap<>();
    for (JsonNode one : config.path("settings")) {
      all.put(one.path("name").asText(), one.path("value").asText());
    }
    return new TierSettings(all, Records.of(config.path("effects"), PolicyEffects.class));
  }

  public long number(String name) {
    return Long.parseLong(all.getOrDefault(name, "0"));
  }

  public boolean hasInstancePerSession(long sessions) {
    return number(THRESHOLD) >= sessions && number(MAX_SIZE) >= sessions;
  }

  /**
   * Returns the event at which sessions lose database state, on a node with {@code sessions}
   * sessions.
   */
  public Loss loss(long sessions) {
    boolean kept = effects.releasesConnections() || hasInstancePerSession(sessions);
    return kept ? effects.loss() : Loss.RECYCLED;
  }

  public Map<String, String> since(TierSettings others) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.entrySet().removeAll(others.all.entrySet());
    return changed;
  }

  /**
   * Returns the given settings, and copies with one application module per session or per
   * connection. {@code connections} excludes the connection that a node reserves for session state.
   */
  public static Map<String, TierSettings> sizes(
      Map<String, TierSettings> given, long sessions, long connections) {
    Map<String, TierSettings> all = new LinkedHashMap<>();
    given.forEach(
        (name, one) -> {
          all.put(name, one);
          if (one.effects.removesInstances()) {
            return; // no size has an effect
          }
          if (!one.hasInstancePerSession(sessions) || one.number(AVAILABLE) < sessions) {
            all.put(name + ", one instance per session", one.sized(sessions));
          }
          if (!one.effects.releasesConnections() && connections < sessions) {
            all.put(name + ", one instance per connection", one.sized(Math.max(1, connections)));
          }
        });
    Set<Map<String, String>> known = new HashSet<>();
    all.values().removeIf(settings -> !known.add(settings.all));
    return all;
  }

  /**
   * Returns a copy with a pool of one instance per session. The pool's cleanup does not remove
   * these instances.
   */
  private TierSettings sized(long sessions) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.put(THRESHOLD, Long.toString(sessions));
    for (String name : new String[] {MAX_SIZE, AVAILABLE}) {
      changed.put(name, Long.toString(Math.max(sessions, number(name))));
    }
    return new TierSettings(changed, effects);
  }
}
