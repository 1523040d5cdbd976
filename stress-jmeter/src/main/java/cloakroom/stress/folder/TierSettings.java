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
   * connection that users can borrow.
   *
   * @param pools number of module pools, which share the connections
   * @param sessions number of sessions of a node
   * @param connections number of connections of a node
   */
  public static Map<String, TierSettings> sizes(
      Map<String, TierSettings> given, String store, long pools, long sessions, long connections) {
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
          long each = (connections - one.effects.reservedConnections(store, connections)) / pools;
          if (!one.effects.releasesConnections() && each < sessions) {
            all.put(name + ", one instance per connection", one.sized(Math.max(1, each)));
          }
        });
    Set<Map<String, String>> known = new HashSet<>();
    all.values().removeIf(settings -> !known.add(settings.all));
    return all;
  }

  /**
   * Returns a copy with this number of instances in each pool. The pool's cleanup does not remove
   * these instances.
   */
  private TierSettings sized(long instances) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.put(THRESHOLD, Long.toString(instances));
    for (String name : new String[] {MAX_SIZE, AVAILABLE}) {
      changed.put(name, Long.toString(Math.max(instances, number(name))));
    }
    return new TierSettings(changed, effects);
  }
}
