package cloakroom.stress.measure;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of a module's pool as far as they decide what a session costs, keeps and loses. */
public record PoolSettings(Map<String, String> all) {
  public static final String POOLING = "jbo.doconnectionpooling";
  public static final String LEVEL = "jbo.txn.disconnect_level";
  public static final String FAILOVER = "jbo.dofailover";
  public static final String THRESHOLD = "jbo.recyclethreshold";
  public static final String MOST = "jbo.ampool.maxpoolsize";
  public static final String AVAILABLE = "jbo.ampool.maxavailablesize";
  public static final String INACTIVE = "jbo.ampool.maxinactiveage";
  public static final String TIME_TO_LIVE = "jbo.ampool.timetolive";
  private static final String MODULES = "jbo.ampool.doampooling";
  private static final String CONNECTIONS = "jbo.ampool.connection_threshold";

  /** When a session loses what lives in its database session (docs/state-kinds.md). */
  public enum Loss {
    NEVER("never"),
    RECYCLED("when another session takes the instance"),
    DISCONNECTED("when the monitor takes the connection"),
    EACH_REQUEST("at each request");

    private final String words;

    Loss(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  private boolean is(String name) {
    return Boolean.parseBoolean(all.get(name));
  }

  /** A number of the settings; 0 if it is not there. */
  public long number(String name) {
    return Long.parseLong(all.getOrDefault(name, "0"));
  }

  /** Whether the connection goes back after each request. */
  public boolean releases() {
    return removes() || (is(POOLING) && number(CONNECTIONS) == 0);
  }

  /** Whether the instance goes too. */
  public boolean removes() {
    return !is(MODULES);
  }

  /** Whether state goes through the store at each request. */
  public boolean passivates() {
    return removes() || (releases() && number(LEVEL) == 0);
  }

  public boolean failsOver() {
    return is(FAILOVER);
  }

  /** Whether instances stay however old they are. */
  public boolean ageless() {
    return number(TIME_TO_LIVE) < 0 && number(INACTIVE) >= Integer.MAX_VALUE / 2;
  }

  /** Whether so many sessions of a node have an instance each. */
  public boolean room(long sessions) {
    return number(THRESHOLD) >= sessions && number(MOST) >= sessions;
  }

  /** When so many sessions of a node lose what lives in the database session. */
  public Loss loses(long sessions) {
    if (releases()) {
      return Loss.EACH_REQUEST;
    }
    return !room(sessions)
        ? Loss.RECYCLED
        : number(CONNECTIONS) > 0 ? Loss.DISCONNECTED : Loss.NEVER;
  }

  private PoolSettings with(Map<String, String> more) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.putAll(more);
    return new PoolSettings(changed);
  }

  /** What these have instead of others. */
  public Map<String, String> since(PoolSettings others) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.entrySet().removeAll(others.all.entrySet());
    return changed;
  }

  /**
   * These and what may be set instead, by what one would call it: where connections and state are
   * between requests, and for how many sessions of a node there are instances.
   *
   * @param connections of a node, all but the one that is kept for snapshots
   */
  public Map<String, PoolSettings> neighbours(long sessions, long connections) {
    Map<String, PoolSettings> ways = new LinkedHashMap<>();
    ways.put("as it is", this);
    ways.put("state in memory", with(Map.of(POOLING, "true", LEVEL, "1")));
    ways.put("sticky", with(Map.of(POOLING, "false")));
    Map<String, PoolSettings> all = new LinkedHashMap<>();
    ways.forEach(
        (name, settings) -> {
          all.put(name, settings);
          if (!settings.room(sessions) || settings.number(AVAILABLE) < sessions) {
            all.put(name + ", room for all", settings.sized(sessions));
          }
          if (!settings.releases() && connections < sessions) {
            PoolSettings fewer = settings.sized(Math.max(1, connections));
            all.put(name + ", as the connections reach", fewer);
          }
        });
    Set<PoolSettings> known = new HashSet<>();
    all.values().removeIf(settings -> !known.add(settings));
    return all;
  }

  /** With instances for so many sessions of a node, which the monitor leaves alone. */
  private PoolSettings sized(long sessions) {
    Map<String, String> sizes = new TreeMap<>();
    sizes.put(THRESHOLD, Long.toString(sessions));
    for (String name : new String[] {MOST, AVAILABLE}) {
      if (number(name) < sessions) {
        sizes.put(name, Long.toString(sessions));
      }
    }
    return with(sizes);
  }
}
