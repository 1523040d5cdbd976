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
 * Rules for a session's module, connection and state between its requests: a named and consistent
 * set of {@link JboProperty} values.
 */
public final class ReleasePolicy {
  private final String name;

  /** Settings as chosen, before the adjustment of contradicting sizes. */
  private final Map<JboProperty, Setting> given;

  private final Map<JboProperty, Setting> effective;
  private final List<String> notes;
  private final ReleaseLevel releaseLevel;
  private final boolean poolsModules;
  private final boolean poolsConnections;

  public final CheckIn checkIn;

  private ReleasePolicy(String name, Map<JboProperty, Setting> given) {
    PolicyValidator validator = PolicyValidator.apply(given);
    this.name = name;
    this.given = given;
    this.effective = validator.settings;
    this.notes = List.copyOf(validator.notes);
    this.releaseLevel =
        ReleaseLevel.valueOf(
            effective.get(JboProperty.RELEASE_LEVEL).value().toUpperCase(Locale.ROOT));
    this.poolsModules = is(JboProperty.DO_AM_POOLING, "true");
    this.poolsConnections =
        is(JboProperty.DO_CONNECTION_POOLING, "true")
            && connectionThreshold() == 0
            && releaseLevel != ReleaseLevel.RESERVED;
    this.checkIn = checkIn();
  }

  /** Creates a policy from ADF's defaults and the differences of a preset. */
  public static ReleasePolicy of(String name, Map<JboProperty, String> differing) {
    Map<JboProperty, Setting> defaults = new EnumMap<>(JboProperty.class);
    for (JboProperty property : JboProperty.values()) {
      defaults.put(property, new Setting(property.defaultValue(), SettingOrigin.DEFAULT));
    }
    return changed(name, defaults, differing, SettingOrigin.PRESET);
  }

  /**
   * Returns this policy with settings of the command line.
   *
   * @param settings values by name, for example {@code jbo.recyclethreshold}
   * @throws IllegalArgumentException if a setting is unknown or not modelled, or a value is not
   *     allowed or contradicts another one
   */
  public ReleasePolicy with(Map<String, String> settings) {
    Map<JboProperty, String> changed = new EnumMap<>(JboProperty.class);
    settings.forEach(
        (key, value) ->
            UnmodelledProperty.resolve(key, value)
                .ifPresent(property -> changed.put(property, value)));
    return changed(name, given, changed, SettingOrigin.SET);
  }

  /** Returns this policy with the settings of a file. Contradictions are resolved and noted. */
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

  public int number(JboProperty property) {
    return Integer.parseInt(effective.get(property).value());
  }

  /** Returns the effective value of a time; -1 ms for never. */
  public Duration time(JboProperty property) {
    return Duration.ofMillis(number(property));
  }

  public boolean is(JboProperty property, String value) {
    return effective.get(property).value().equals(value);
  }

  public String name() {
    return name;
  }

  /** Returns whether instances outlive a request. */
  public boolean poolsModules() {
    return poolsModules;
  }

  /** Returns whether each check-in releases the connection. */
  public boolean poolsConnections() {
    return poolsConnections;
  }

  /** Returns whether instances keep their connections between requests. */
  public boolean keepsConnections() {
    return !poolsConnections && poolsModules;
  }

  /** Returns whether each check-in passivates (disconnect level 0 with connection pooling). */
  public boolean passivatesAtRelease() {
    return poolsConnections() && number(JboProperty.DISCONNECT_LEVEL) == 0;
  }

  /** Returns whether a release of an idle connection above the threshold passivates (level 0). */
  public boolean passivatesAtThreshold() {
    return connectionThreshold() > 0 && number(JboProperty.DISCONNECT_LEVEL) == 0;
  }

  /** Returns whether each managed check-in writes a snapshot. */
  public boolean failsOver() {
    return is(JboProperty.DO_FAILOVER, "true");
  }

  /** Returns whether the client carries tickets with which another node continues its session. */
  public boolean writesCookieToClient() {
    return is(JboProperty.WRITE_COOKIE_TO_CLIENT, "true") || failsOver();
  }

  /** Returns whether a snapshot proves that a session has not logged out at another node. */
  public boolean provesSessions() {
    return writesCookieToClient() && checkIn.snapshot() != null;
  }

  /** Returns the number of kept connections above which the monitor releases some; 0 for none. */
  public int connectionThreshold() {
    return number(JboProperty.CONNECTION_THRESHOLD);
  }

  /** Returns the number of available instances at which the monitor stops to remove idle ones. */
  public int idleFloor() {
    return is(JboProperty.MONITOR_IDLE, "all") ? 0 : number(JboProperty.MIN_AVAILABLE_SIZE);
  }

  /** Returns whether recycling moves state to the memory of the node (disconnect level 1). */
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
   * Actions of a check-in on state and instance (docs/policies.md, T7 to T10).
   *
   * @param ends whether the state and its snapshot end with the request
   * @param snapshot counter of the snapshot write; null if the policy requires no snapshot
   * @param leavesMemory whether the state is removed from the instance after the snapshot
   * @param alwaysPassivates whether it counts as a passivation even without a write
   * @param reserves whether the instance remains bound to its session, with its connection
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
    Counter levelZero = passivatesAtRelease() ? Counter.SNAPSHOT_WRITES_LEVEL_ZERO : null;
    Counter pooled = failsOver() ? Counter.SNAPSHOT_WRITES_FAILOVER : levelZero;
    return new CheckIn(
        false,
        removes ? Counter.SNAPSHOT_WRITES_UNPOOLED : pooled,
        removes || passivatesAtRelease(),
        poolsConnections(),
        false,
        removes);
  }

  /** Returns all effective values by name. */
  public Map<String, String> settings() {
    Map<String, String> all = new LinkedHashMap<>();
    effective.forEach((property, setting) -> all.put(property.key(), setting.value()));
    return all;
  }

  public SettingOrigin origin(JboProperty property) {
    return given.get(property).origin();
  }

  /** Returns notes for the user on adjusted settings and settings without effect. */
  public List<String> notes() {
    return notes;
  }

  @Override
  public String toString() {
    return name + settings();
  }
}
