package cloakroom.module;

import cloakroom.contract.Counter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What happens to a session's module, connection and state between two of its requests: a named set
 * of {@link JboProperty} values, checked as a whole.
 */
public final class ReleasePolicy {
  private final String name;
  private final Map<JboProperty, String> given;
  private final Map<JboProperty, SettingOrigin> origins;
  private final Map<JboProperty, String> values;
  private final List<String> notes;
  private final Map<JboProperty, Integer> numbers = new EnumMap<>(JboProperty.class);
  private final ReleaseLevel releaseLevel;
  private final boolean poolsModules;
  private final boolean poolsConnections;
  private final CheckIn managed;

  private ReleasePolicy(
      String name, Map<JboProperty, String> given, Map<JboProperty, SettingOrigin> origins) {
    PolicyRules rules = PolicyRules.apply(given, origins);
    this.name = name;
    this.given = given;
    this.origins = origins;
    this.values = rules.values;
    this.notes = List.copyOf(rules.notes);
    values.forEach((property, value) -> numbers.put(property, property.number(value)));
    this.releaseLevel =
        ReleaseLevel.valueOf(values.get(JboProperty.RELEASE_LEVEL).toUpperCase(Locale.ROOT));
    this.poolsModules = flag(JboProperty.DO_AM_POOLING);
    this.poolsConnections =
        flag(JboProperty.DO_CONNECTION_POOLING)
            && connectionThreshold() == 0
            && releaseLevel != ReleaseLevel.RESERVED;
    this.managed = managed();
  }

  /**
   * A policy from ADF's defaults and what differs from them.
   *
   * @param differing values by setting; each is checked
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices
   */
  public static ReleasePolicy of(String name, Map<JboProperty, String> differing) {
    Map<JboProperty, String> given = new EnumMap<>(JboProperty.class);
    Map<JboProperty, SettingOrigin> origins = new EnumMap<>(JboProperty.class);
    for (JboProperty property : JboProperty.values()) {
      given.put(property, property.defaultValue());
      origins.put(property, SettingOrigin.DEFAULT);
    }
    return changed(name, given, origins, differing, SettingOrigin.PRESET);
  }

  /**
   * This policy with other values on top, as the user has set them.
   *
   * @param settings values by the setting's name, for example {@code jbo.recyclethreshold}
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices; for
   *     an unknown setting the nearest one; for one that is not modelled the reason
   */
  public ReleasePolicy with(Map<String, String> settings) {
    Map<JboProperty, String> changed = new EnumMap<>(JboProperty.class);
    settings.forEach(
        (key, value) ->
            OtherProperty.meant(key, value).ifPresent(property -> changed.put(property, value)));
    return changed(name, changed, SettingOrigin.SET);
  }

  /**
   * This policy with the values of a file on top, which never contradict: where two do, the one
   * that counts less follows, and a note says so.
   *
   * @param newName name of the policy that results
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices
   */
  public ReleasePolicy fromFile(String newName, Map<JboProperty, String> settings) {
    return changed(newName, settings, SettingOrigin.FILE);
  }

  private ReleasePolicy changed(
      String newName, Map<JboProperty, String> changed, SettingOrigin origin) {
    return changed(newName, new EnumMap<>(given), new EnumMap<>(origins), changed, origin);
  }

  private static ReleasePolicy changed(
      String name,
      Map<JboProperty, String> given,
      Map<JboProperty, SettingOrigin> origins,
      Map<JboProperty, String> changed,
      SettingOrigin origin) {
    changed.forEach(
        (property, value) -> {
          given.put(property, property.check(value));
          origins.put(property, origin);
        });
    return new ReleasePolicy(name, given, origins);
  }

  public String name() {
    return name;
  }

  /** Whether instances outlive a request at all. */
  public boolean poolsModules() {
    return poolsModules;
  }

  /** Whether the connection goes back at each check-in. */
  public boolean poolsConnections() {
    return poolsConnections;
  }

  /** Whether connections stay with instances between requests. */
  boolean keepsConnections() {
    return !poolsConnections && poolsModules;
  }

  /** Whether state leaves memory at each check-in (disconnect level 0 with connection pooling). */
  public boolean passivatesAtRelease() {
    return poolsConnections() && number(JboProperty.DISCONNECT_LEVEL) == 0;
  }

  /**
   * Whether state leaves memory when the pool monitor takes an idle instance's connection away
   * (disconnect level 0 with a connection threshold).
   */
  public boolean passivatesAtThreshold() {
    return connectionThreshold() > 0 && number(JboProperty.DISCONNECT_LEVEL) == 0;
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

  /** Whether only instances that are idle for too long lose their connection to the threshold. */
  public boolean thresholdNeedsIdleTimeout() {
    return "idle-timeout".equals(values.get(JboProperty.CONNECTION_THRESHOLD_EFFECT));
  }

  /** Instances created before one that holds state is recycled. */
  public int recycleThreshold() {
    return number(JboProperty.RECYCLE_THRESHOLD);
  }

  public int initPoolSize() {
    return number(JboProperty.INIT_POOL_SIZE);
  }

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

  public Duration monitorSleepInterval() {
    return Duration.ofMillis(number(JboProperty.MONITOR_SLEEP_INTERVAL));
  }

  /** Whether snapshots have a small connection pool of their own. */
  public boolean separatesInternalConnections() {
    return "separate".equals(values.get(JboProperty.INTERNAL_CONNECTION));
  }

  public Duration maxWait() {
    return Duration.ofMillis(number(JboProperty.MAX_WAIT));
  }

  /** Whether the most recently used free instance is taken first. */
  public boolean takesMostRecentlyUsedFree() {
    return "mru".equals(values.get(JboProperty.FREE_CHOICE));
  }

  /** Whether a new instance is created below the recycle threshold although one is free. */
  public boolean createsFirst() {
    return "create-first".equals(values.get(JboProperty.ORDER));
  }

  /** Available instances that the pool monitor leaves when it removes idle ones. */
  public int idleFloor() {
    return "all".equals(values.get(JboProperty.MONITOR_IDLE)) ? 0 : minAvailableSize();
  }

  /** Whether the pool monitor passivates the state of an instance that it removes. */
  public boolean monitorPassivates() {
    return flag(JboProperty.MONITOR_PASSIVATES);
  }

  /** How the classic store fills the LOB of a new row: {@code insert} or {@code locate}. */
  public String psTxnStatements() {
    return values.get(JboProperty.PS_TXN_STATEMENTS);
  }

  /** Whether a thief leaves its victim's state in the memory of the node (disconnect level 1). */
  public boolean recyclesIntoMemory() {
    return poolsConnections()
        && number(JboProperty.DISCONNECT_LEVEL) == 1
        && "memory".equals(values.get(JboProperty.LEVEL_ONE_RECYCLE));
  }

  /** Whether an activation executes every view object again, and not each when it is needed. */
  public boolean activationReexecutesAll() {
    return "all".equals(values.get(JboProperty.ACTIVATION_REEXECUTE));
  }

  /** Whether a level-1 reuse executes every view object again. */
  public boolean reexecutesAll() {
    return "all".equals(values.get(JboProperty.REEXECUTE));
  }

  /** What a session is promised at check-in. */
  public ReleaseLevel releaseLevel() {
    return releaseLevel;
  }

  /**
   * What a check-in does with a session's state, and with its instance: a row of the policy's table
   * (docs/policies.md, T7 to T10).
   *
   * @param ends whether the state ends with the request, and with it the session's snapshot
   * @param snapshot what a snapshot is counted under, or null where none is promised
   * @param leavesMemory whether the state is no longer in the instance once its snapshot is written
   * @param alwaysPassivates whether it counts as a passivation even where nothing was written,
   *     because the connection goes back
   * @param reserves whether the instance stays bound to its session, with its connection
   * @param removes whether the instance goes
   */
  record CheckIn(
      boolean ends,
      Counter snapshot,
      boolean leavesMemory,
      boolean alwaysPassivates,
      boolean reserves,
      boolean removes) {
    private static final CheckIn UNMANAGED = new CheckIn(true, null, false, false, false, false);
    private static final CheckIn RESERVED = new CheckIn(false, null, false, false, true, false);
  }

  /** What a check-in at this level does. */
  CheckIn checkIn(ReleaseLevel level) {
    return switch (level) {
      case UNMANAGED -> CheckIn.UNMANAGED;
      case RESERVED -> CheckIn.RESERVED;
      case MANAGED -> managed;
    };
  }

  private CheckIn managed() {
    boolean removes = !poolsModules();
    Counter snapshot = passivatesAtRelease() ? Counter.SNAPSHOT_WRITES_LEVEL_ZERO : null;
    if (failsOver()) {
      snapshot = Counter.SNAPSHOT_WRITES_FAILOVER;
    }
    return new CheckIn(
        false,
        removes ? Counter.SNAPSHOT_WRITES_UNPOOLED : snapshot,
        removes || passivatesAtRelease(),
        poolsConnections(),
        false,
        removes);
  }

  /** Every value in force, by the setting's name. */
  public Map<String, String> settings() {
    Map<String, String> all = new LinkedHashMap<>();
    values.forEach((property, value) -> all.put(property.key(), value));
    return all;
  }

  /** Where the value of a setting comes from. */
  public SettingOrigin origin(JboProperty property) {
    return origins.get(property);
  }

  /** What the user should know of his settings, a line each: what follows, what has no effect. */
  public List<String> notes() {
    return notes;
  }

  private boolean flag(JboProperty property) {
    return number(property) == 1;
  }

  private int number(JboProperty property) {
    return numbers.get(property);
  }

  @Override
  public String toString() {
    return name + values;
  }
}
