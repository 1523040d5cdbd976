package cloakroom.policy;

import cloakroom.contract.Counter;
import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.policy.PolicyValidator.Setting;
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

  /** What every setting was given, and what it is in force, where one has followed another. */
  private final Map<JboProperty, Setting> given;

  private final Map<JboProperty, Setting> inForce;
  private final List<String> notes;
  private final ReleaseLevel releaseLevel;
  private final boolean poolsModules;
  private final boolean poolsConnections;

  /** What each check-in does. */
  public final CheckIn checkIn;

  private ReleasePolicy(String name, Map<JboProperty, Setting> given) {
    PolicyValidator rules = PolicyValidator.apply(given);
    this.name = name;
    this.given = given;
    this.inForce = rules.settings;
    this.notes = List.copyOf(rules.notes);
    this.releaseLevel =
        ReleaseLevel.valueOf(
            inForce.get(JboProperty.RELEASE_LEVEL).value().toUpperCase(Locale.ROOT));
    this.poolsModules = is(JboProperty.DO_AM_POOLING, "true");
    this.poolsConnections =
        is(JboProperty.DO_CONNECTION_POOLING, "true")
            && connectionThreshold() == 0
            && releaseLevel != ReleaseLevel.RESERVED;
    this.checkIn = checkIn();
  }

  /**
   * A policy from ADF's defaults and what differs from them.
   *
   * @param differing values by setting; each is checked
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices
   */
  public static ReleasePolicy of(String name, Map<JboProperty, String> differing) {
    Map<JboProperty, Setting> defaults = new EnumMap<>(JboProperty.class);
    for (JboProperty property : JboProperty.values()) {
      defaults.put(property, new Setting(property.defaultValue(), SettingOrigin.DEFAULT));
    }
    return changed(name, defaults, differing, SettingOrigin.PRESET);
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
            UnmodelledProperty.meant(key, value)
                .ifPresent(property -> changed.put(property, value)));
    return changed(name, given, changed, SettingOrigin.SET);
  }

  /**
   * This policy with the values of a file on top, which never contradict: where two do, the one
   * that counts less follows, and a note says so.
   *
   * @throws IllegalArgumentException naming the setting, the value, the rule and the choices
   */
  public ReleasePolicy fromFile(Map<JboProperty, String> settings) {
    return changed(name, given, settings, SettingOrigin.FILE);
  }

  private static ReleasePolicy changed(
      String name,
      Map<JboProperty, Setting> given,
      Map<JboProperty, String> changed,
      SettingOrigin origin) {
    Map<JboProperty, Setting> now = new EnumMap<>(given);
    changed.forEach(
        (property, value) -> now.put(property, new Setting(property.check(value), origin)));
    return new ReleasePolicy(name, now);
  }

  /** The value in force of a setting that is a number. */
  public int number(JboProperty property) {
    return Integer.parseInt(inForce.get(property).value());
  }

  /** The value in force of a setting that is a time; -1 ms for never. */
  public Duration time(JboProperty property) {
    return Duration.ofMillis(number(property));
  }

  /** Whether a setting has this value, which is a word. */
  public boolean is(JboProperty property, String value) {
    return inForce.get(property).value().equals(value);
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
  public boolean keepsConnections() {
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
    return is(JboProperty.DO_FAILOVER, "true");
  }

  /** Whether the client carries what another node needs to go on with its session. */
  public boolean writesCookieToClient() {
    return is(JboProperty.WRITE_COOKIE_TO_CLIENT, "true") || failsOver();
  }

  /**
   * Returns whether each check-in of a session that may travel leaves a snapshot, which proves that
   * the session has not logged out at another node.
   */
  public boolean provesSessions() {
    return writesCookieToClient() && checkIn.snapshot() != null;
  }

  /** Connections kept between requests before the monitor takes some away; 0 for no limit. */
  public int connectionThreshold() {
    return number(JboProperty.CONNECTION_THRESHOLD);
  }

  /** Available instances that the pool monitor leaves when it removes idle ones. */
  public int idleFloor() {
    return is(JboProperty.MONITOR_IDLE, "all") ? 0 : number(JboProperty.MIN_AVAILABLE_SIZE);
  }

  /** Whether a thief leaves its victim's state in the memory of the node (disconnect level 1). */
  public boolean recyclesIntoMemory() {
    return poolsConnections()
        && number(JboProperty.DISCONNECT_LEVEL) == 1
        && is(JboProperty.LEVEL_ONE_RECYCLE, "memory");
  }

  /** Returns the effects on sessions between two requests. */
  public PolicyEffects effects() {
    boolean releases = poolsConnections || !poolsModules;
    Loss kept = connectionThreshold() > 0 ? Loss.DISCONNECTED : Loss.NEVER;
    return new PolicyEffects(
        !poolsModules,
        releases,
        passivatesAtRelease() || !poolsModules,
        failsOver(),
        number(JboProperty.TIME_TO_LIVE) >= 0
            || number(JboProperty.MAX_INACTIVE_AGE) < Integer.MAX_VALUE / 2,
        releases ? Loss.EACH_REQUEST : kept);
  }

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
  public record CheckIn(
      boolean ends,
      Counter snapshot,
      boolean leavesMemory,
      boolean alwaysPassivates,
      boolean reserves,
      boolean removes) {}

  private CheckIn checkIn() {
    if (releaseLevel != ReleaseLevel.MANAGED) {
      boolean reserves = releaseLevel == ReleaseLevel.RESERVED;
      return new CheckIn(!reserves, null, false, false, reserves, false);
    }
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
    inForce.forEach((property, setting) -> all.put(property.key(), setting.value()));
    return all;
  }

  public SettingOrigin origin(JboProperty property) {
    return given.get(property).origin();
  }

  /** What the user should know of his settings, a line each: what follows, what has no effect. */
  public List<String> notes() {
    return notes;
  }

  @Override
  public String toString() {
    return name + settings();
  }
}
