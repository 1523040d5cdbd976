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

/** Settings of a module pool and their effects, as the tier reports both. */
public record TierSettings(Map<String, String> all, PolicyEffects effects) {
  public static final String THRESHOLD = "jbo.recyclethreshold";
  public static final String AVAILABLE = "jbo.ampool.maxavailablesize";
  private static final String MAX_SIZE = "jbo.ampool.maxpoolsize";

  /** Returns the settings in force of a response of {@code app-sim config --json}. */
  public static TierSettings of(JsonNode config) {
    Map<String, String> all = new TreeMap<>();
    config
        .path("settings")
        .forEach(one -> all.put(one.path("name").asText(), one.path("value").asText()));
    return new TierSettings(all, Records.of(config.path("effects"), PolicyEffects.class));
  }

  public long number(String name) {
    return Long.parseLong(all.getOrDefault(name, "0"));
  }

  /** Returns whether each session of a node has an instance. */
  public boolean hasInstancePerSession(long sessions) {
    return number(THRESHOLD) >= sessions && number(MAX_SIZE) >= sessions;
  }

  /** Returns when sessions of a node lose the state of their database sessions. */
  public Loss loss(long sessions) {
    return effects.releasesConnections() || hasInstancePerSession(sessions)
        ? effects.loss()
        : Loss.RECYCLED;
  }

  /** Returns the settings that differ from others. */
  public Map<String, String> since(TierSettings others) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.entrySet().removeAll(others.all.entrySet());
    return changed;
  }

  /**
   * Returns settings to try, by name: each of the given ones, and the same with other sizes.
   *
   * @param connections of a node, without the one that is reserved for snapshots
   */
  public static Map<String, TierSettings> sizes(
      Map<String, TierSettings> ways, long sessions, long connections) {
    Map<String, TierSettings> all = new LinkedHashMap<>();
    ways.forEach(
        (name, way) -> {
          all.put(name, way);
          if (!way.hasInstancePerSession(sessions) || way.number(AVAILABLE) < sessions) {
            all.put(name + ", room for all", way.sized(sessions));
          }
          if (!way.effects.releasesConnections() && connections < sessions) {
            all.put(name + ", as the connections reach", way.sized(Math.max(1, connections)));
          }
        });
    Set<Map<String, String>> known = new HashSet<>();
    all.values().removeIf(settings -> !known.add(settings.all));
    return all;
  }

  /** Returns these settings with instances for a number of sessions, which the monitor leaves. */
  private TierSettings sized(long sessions) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.put(THRESHOLD, Long.toString(sessions));
    for (String name : new String[] {MAX_SIZE, AVAILABLE}) {
      changed.put(name, Long.toString(Math.max(sessions, number(name))));
    }
    return new TierSettings(changed, effects);
  }
}
