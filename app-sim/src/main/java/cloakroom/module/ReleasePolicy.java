package cloakroom.module;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What happens to a session's module, connection and state between two of its requests: a named set
 * of {@link JboProperty} values, checked as a whole.
 */
public final class ReleasePolicy {
  private final String name;
  private final Map<JboProperty, String> values;

  private ReleasePolicy(String name, Map<JboProperty, String> values) {
    this.name = name;
    this.values = values;
  }

  /**
   * A policy from ADF's defaults and what differs from them.
   *
   * @param differing values by setting; each is checked
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices
   */
  public static ReleasePolicy of(String name, Map<JboProperty, String> differing) {
    Map<JboProperty, String> values = new EnumMap<>(JboProperty.class);
    for (JboProperty property : JboProperty.values()) {
      String value = differing.getOrDefault(property, property.defaultValue());
      values.put(property, property.check(value));
    }
    ReleasePolicy policy = new ReleasePolicy(name, values);
    policy.checkTogether();
    return policy;
  }

  /**
   * This policy with other values on top.
   *
   * @param settings values by the setting's name, for example {@code jbo.recyclethreshold}
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices
   */
  public ReleasePolicy with(Map<String, String> settings) {
    Map<JboProperty, String> changed = new EnumMap<>(values);
    settings.forEach(
        (key, value) ->
            changed.put(
                JboProperty.named(key)
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "unknown setting "
                                    + key
                                    + "; the settings are: "
                                    + JboProperty.names())),
                value));
    return of(name, changed);
  }

  private void checkTogether() {
    refuseAbove(JboProperty.INIT_POOL_SIZE, JboProperty.MAX_POOL_SIZE);
    refuseAbove(JboProperty.MIN_AVAILABLE_SIZE, JboProperty.MAX_AVAILABLE_SIZE);
  }

  private void refuseAbove(JboProperty low, JboProperty high) {
    if (number(low) > number(high)) {
      throw new IllegalArgumentException(
          low.key()
              + "="
              + values.get(low)
              + " is above "
              + high.key()
              + "="
              + values.get(high)
              + ": "
              + high.rule());
    }
  }

  /** The name it was chosen by. */
  public String name() {
    return name;
  }

  /** Whether instances outlive a request at all. */
  public boolean poolsModules() {
    return flag(JboProperty.DO_AM_POOLING);
  }

  /** Whether the connection goes back at each check-in. */
  public boolean poolsConnections() {
    return flag(JboProperty.DO_CONNECTION_POOLING)
        && connectionThreshold() == 0
        && releaseLevel() != ReleaseLevel.RESERVED;
  }

  /** Whether state leaves memory at each check-in (disconnect level 0 with connection pooling). */
  public boolean passivatesAtRelease() {
    return poolsConnections() && number(JboProperty.DISCONNECT_LEVEL) == 0;
  }

  /** Whether each managed check-in writes a snapshot. */
  public boolean failsOver() {
    return flag(JboProperty.DO_FAILOVER);
  }

  /** Whether the client carries what another node needs to go on with its session. */
  public boolean writesCookieToClient() {
    return flag(JboProperty.WRITE_COOKIE_TO_CLIENT) || failsOver();
  }

  /** Connections kept between requests before the monitor takes some away; 0 for no limit. */
  public int connectionThreshold() {
    return number(JboProperty.CONNECTION_THRESHOLD);
  }

  /** Instances created before one that holds state is recycled. */
  public int recycleThreshold() {
    return number(JboProperty.RECYCLE_THRESHOLD);
  }

  /** Instances created with the pool. */
  public int initPoolSize() {
    return number(JboProperty.INIT_POOL_SIZE);
  }

  /** Instances at the very most. */
  public int maxPoolSize() {
    return number(JboProperty.MAX_POOL_SIZE);
  }

  /** Floor of available instances when idle ones are removed. */
  public int minAvailableSize() {
    return number(JboProperty.MIN_AVAILABLE_SIZE);
  }

  /** Ceiling of available instances after a cleanup pass. */
  public int maxAvailableSize() {
    return number(JboProperty.MAX_AVAILABLE_SIZE);
  }

  /** Time since check-in after which an instance is idle. */
  public Duration maxInactiveAge() {
    return Duration.ofMillis(number(JboProperty.MAX_INACTIVE_AGE));
  }

  /** Time since creation after which an instance goes; negative for never. */
  public Duration timeToLive() {
    return Duration.ofMillis(number(JboProperty.TIME_TO_LIVE));
  }

  /** Time between two cleanup passes. */
  public Duration monitorSleepInterval() {
    return Duration.ofMillis(number(JboProperty.MONITOR_SLEEP_INTERVAL));
  }

  /** Whether snapshots have a small connection pool of their own. */
  public boolean separatesInternalConnections() {
    return "separate".equals(values.get(JboProperty.INTERNAL_CONNECTION));
  }

  /** Time that a check-out waits for an instance. */
  public Duration maxWait() {
    return Duration.ofMillis(number(JboProperty.MAX_WAIT));
  }

  /** Whether the most recently used free instance is taken first. */
  public boolean takesMostRecentlyUsedFree() {
    return "mru".equals(values.get(JboProperty.FREE_CHOICE));
  }

  /** Whether a level-1 reuse executes every view object again. */
  public boolean reexecutesAll() {
    return "all".equals(values.get(JboProperty.REEXECUTE));
  }

  /** What a session is promised at check-in. */
  public ReleaseLevel releaseLevel() {
    return ReleaseLevel.valueOf(values.get(JboProperty.RELEASE_LEVEL).toUpperCase(Locale.ROOT));
  }

  /** Every value in force, by the setting's name. */
  public Map<String, String> settings() {
    Map<String, String> all = new LinkedHashMap<>();
    values.forEach((property, value) -> all.put(property.key(), value));
    return all;
  }

  private boolean flag(JboProperty property) {
    return Boolean.parseBoolean(values.get(property));
  }

  private int number(JboProperty property) {
    return Integer.parseInt(values.get(property));
  }

  @Override
  public String toString() {
    return name + values;
  }
}
