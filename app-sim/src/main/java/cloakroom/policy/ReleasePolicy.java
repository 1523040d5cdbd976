package cloakroom.policy;

import static cloakroom.policy.JboProperty.*;

import cloakroom.contract.Counter;
import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Named set of {@link JboProperty} values. The values decide which module, connection and state a
 * session keeps between requests.
 *
 * <p>If a pool's minimum exceeds its maximum, the value with the lower {@link SettingOrigin} is
 * adjusted. If the command line sets both values, the policy is rejected. Other contradictions are
 * rejected only if the command line causes them. {@link #notes()} reports adjusted sizes, accepted
 * contradictions and settings without effect.
 */
public final class ReleasePolicy {
  private final String name;
  private final Map<JboProperty, Setting> given; // before the adjustment of contradicting sizes
  private final Map<JboProperty, Setting> effective;
  private final List<String> notes = new ArrayList<>();
  public final boolean poolsModules;
  public final boolean poolsConnections; // at each check-in
  public final CheckIn checkIn;

  private record Setting(String value, SettingOrigin origin) {}

  /**
   * Origin of a setting's value, in ascending priority. DEFAULT is ADF's default, or Cloakroom's
   * default if ADF publishes none.
   */
  public enum SettingOrigin {
    DEFAULT("default"),
    PRESET("policy"),
    FILE("bc4j file"),
    SET("set");

    private final String label;

    SettingOrigin(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  private ReleasePolicy(String name, Map<JboProperty, Setting> given) {
    this.name = name;
    this.given = given;
    this.effective = new EnumMap<>(given);
    requireNotAbove(INIT_POOL_SIZE, MAX_POOL_SIZE, "a pool never has more instances (PT11a)");
    requireNotAbove(
        RECYCLE_THRESHOLD, MAX_POOL_SIZE, "recycling would never begin below the maximum (PT11a)");
    requireNotAbove(
        MIN_AVAILABLE_SIZE, MAX_POOL_SIZE, "the minimum could never be reached (PT11a)");
    requireNotAbove(
        MIN_AVAILABLE_SIZE,
        MAX_AVAILABLE_SIZE,
        "the pool monitor's minimum must not be above its maximum (HELP1013, ADM11)");
    checkExclusions();
    noteWithoutEffect();
    this.poolsModules = is(DO_AM_POOLING, "true");
    this.poolsConnections =
        is(DO_CONNECTION_POOLING, "true")
            && connectionThreshold() == 0
            && !is(RELEASE_LEVEL, "reserved");
    this.checkIn = checkIn();
  }

  private void requireNotAbove(JboProperty low, JboProperty high, String rule) {
    if (number(low) <= number(high)) {
      return;
    }
    if (isSet(low) && isSet(high)) {
      throw new IllegalArgumentException(
          text(low) + " is above " + text(high) + ": " + rule + "; change one of them");
    }
    boolean lowLeads = origin(low).compareTo(origin(high)) > 0;
    JboProperty follower = lowLeads ? high : low;
    JboProperty leader = lowLeads ? low : high;
    String before = text(follower);
    effective.put(follower, new Setting(effective.get(leader).value(), origin(follower)));
    if (origin(follower) != SettingOrigin.DEFAULT) {
      notes.add(before + " follows " + text(leader) + ": " + rule);
    }
  }

  private void checkExclusions() {
    boolean reserved = is(RELEASE_LEVEL, "reserved");
    boolean unpooled = is(DO_AM_POOLING, "false");
    boolean threshold = number(CONNECTION_THRESHOLD) > 0;
    if (is(DO_FAILOVER, "true") && !is(RELEASE_LEVEL, "managed")) {
      String rule = "only a managed release writes a snapshot (XM-STORE, SM10-003)";
      exclude(DO_FAILOVER, RELEASE_LEVEL, rule);
    }
    if (reserved && unpooled) {
      String rule = "a reserved instance is not removed after each request (SM10-008, AB-RES)";
      exclude(DO_AM_POOLING, RELEASE_LEVEL, rule);
    }
    if (reserved && threshold) {
      String rule = "a reserved instance keeps its connection (AB-RES)";
      exclude(CONNECTION_THRESHOLD, RELEASE_LEVEL, rule);
    }
    if (threshold && unpooled) {
      String rule = "instances that are removed after each request keep no connections (SM10-008)";
      exclude(DO_AM_POOLING, CONNECTION_THRESHOLD, rule);
    }
  }

  private void exclude(JboProperty one, JboProperty other, String rule) {
    String both = text(one) + " does not go with " + text(other) + ": " + rule;
    if (isChosen(one) && isChosen(other) && (isSet(one) || isSet(other))) {
      throw new IllegalArgumentException(both);
    }
    notes.add(both);
  }

  private boolean isSet(JboProperty property) {
    return origin(property) == SettingOrigin.SET;
  }

  private boolean isChosen(JboProperty property) {
    return isSet(property) || origin(property) == SettingOrigin.PRESET;
  }

  private void noteWithoutEffect() {
    boolean threshold = number(CONNECTION_THRESHOLD) > 0;
    boolean reserved = is(RELEASE_LEVEL, "reserved");
    boolean pooling = is(DO_CONNECTION_POOLING, "true");
    if (is(DISCONNECT_LEVEL, "1") && !pooling && !threshold) {
      note(DISCONNECT_LEVEL, "connections are never released, so no level applies (DV, AB-OCT)");
    }
    if (!is(DISCONNECT_LEVEL, "1") || !pooling || threshold) {
      note(LEVEL_ONE_RECYCLE, "it requires connection pooling at disconnect level 1 (AB-OCT)");
    }
    if (pooling && reserved) {
      note(DO_CONNECTION_POOLING, "a reserved instance keeps its connection (AB-RES)");
    }
    if (threshold) {
      note(
          DO_CONNECTION_POOLING,
          text(CONNECTION_THRESHOLD)
              + " decides when connections are released (it requires connection pooling on"
              + " according to AB-12C, off according to AB-PS6)");
    } else if (origin(CONNECTION_THRESHOLD_EFFECT) != SettingOrigin.DEFAULT) {
      note(CONNECTION_THRESHOLD_EFFECT, text(CONNECTION_THRESHOLD) + " switches it off (JOB-THR)");
    }
    if (number(MAX_AVAILABLE_SIZE) > number(MAX_POOL_SIZE)) {
      note(MAX_AVAILABLE_SIZE, "the pool never has more than " + text(MAX_POOL_SIZE) + " (PT11a)");
    }
  }

  /** Adds a note that a setting of a file or the command line has no effect. */
  private void note(JboProperty property, String why) {
    if (origin(property).compareTo(SettingOrigin.PRESET) > 0) {
      notes.add(text(property) + " has no effect: " + why);
    }
  }

  private String text(JboProperty property) {
    return property.key() + "=" + effective.get(property).value();
  }

  /** Returns a policy with the preset settings {@code differing}; all others have defaults. */
  public static ReleasePolicy of(String name, Map<JboProperty, String> differing) {
    Map<JboProperty, Setting> defaults = new EnumMap<>(JboProperty.class);
    for (JboProperty property : JboProperty.values()) {
      defaults.put(property, new Setting(property.defaultValue(), SettingOrigin.DEFAULT));
    }
    return changed(name, defaults, differing, SettingOrigin.PRESET);
  }

  /**
   * Returns a copy of this policy with settings of the command line.
   *
   * @param settings values by name, for example {@code jbo.recyclethreshold}
   * @throws IllegalArgumentException if a setting is unknown or not modelled, if its value is
   *     invalid, or if the setting contradicts another setting
   */
  public ReleasePolicy with(Map<String, String> settings) {
    Map<JboProperty, String> changed = new EnumMap<>(JboProperty.class);
    settings.forEach(
        (key, value) ->
            UnmodelledProperty.resolve(key, value)
                .ifPresent(property -> changed.put(property, value)));
    return changed(name, given, changed, SettingOrigin.SET);
  }

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

  /** Returns the value of a setting in milliseconds as a duration; -1 ms means never. */
  public Duration time(JboProperty property) {
    return Duration.ofMillis(number(property));
  }

  public boolean is(JboProperty property, String value) {
    return effective.get(property).value().equals(value);
  }

  public String name() {
    return name;
  }

  /** Returns whether an application module keeps its connection between requests. */
  public boolean keepsConnections() {
    return !poolsConnections && poolsModules;
  }

  /** Returns whether each check-in saves the state and releases the connection. */
  public boolean passivatesAtRelease() {
    return poolsConnections && number(DISCONNECT_LEVEL) == 0;
  }

  /** Returns whether the pool monitor saves the session's state before it releases a connection. */
  public boolean passivatesAtThreshold() {
    return connectionThreshold() > 0 && number(DISCONNECT_LEVEL) == 0;
  }

  /** Returns whether each check-in at release level managed writes a snapshot for other nodes. */
  public boolean failsOver() {
    return is(DO_FAILOVER, "true");
  }

  /** Returns whether the client gets a cookie with which another node can continue the session. */
  public boolean writesCookieToClient() {
    return is(WRITE_COOKIE_TO_CLIENT, "true") || failsOver();
  }

  /** Returns whether an existing snapshot proves that no other node ended the session. */
  public boolean provesSessions() {
    return writesCookieToClient() && checkIn.snapshot() != null;
  }

  /**
   * Returns whether the end of a transaction deletes the session's snapshot. Otherwise, the next
   * write replaces it, or the next check-in if that writes a snapshot in any case.
   */
  public boolean deletesSnapshotAtCommit() {
    return checkIn.snapshot() == null && is(SNAPSHOT_LIFETIME, "commit");
  }

  /** Returns how many connections idle modules may keep; 0 means no limit. */
  public int connectionThreshold() {
    return number(CONNECTION_THRESHOLD);
  }

  /** Returns the minimum number of idle modules that the pool monitor keeps. */
  public int idleFloor() {
    return is(MONITOR_IDLE, "all") ? 0 : number(MIN_AVAILABLE_SIZE);
  }

  /** Returns whether a recycled module's state stays in this node's heap (disconnect level 1). */
  public boolean recyclesIntoMemory() {
    return poolsConnections && number(DISCONNECT_LEVEL) == 1 && is(LEVEL_ONE_RECYCLE, "memory");
  }

  public PolicyEffects effects() {
    boolean releases = poolsConnections || !poolsModules;
    Loss kept = connectionThreshold() > 0 ? Loss.DISCONNECTED : Loss.NEVER;
    return new PolicyEffects(
        !poolsModules,
        releases,
        passivatesAtRelease() || !poolsModules,
        failsOver(),
        number(TIME_TO_LIVE) >= 0 || number(MAX_INACTIVE_AGE) < Integer.MAX_VALUE / 2,
        releaseLevel() == ReleaseLevel.MANAGED && !is(INTERNAL_CONNECTION, "separate"),
        releases ? Loss.EACH_REQUEST : kept);
  }

  public ReleaseLevel releaseLevel() {
    return ReleaseLevel.valueOf(effective.get(RELEASE_LEVEL).value().toUpperCase(Locale.ROOT));
  }

  /**
   * Actions of a check-in on session state and module (docs/internals/policies.md, transitions T7
   * to T10).
   *
   * @param ends whether the session's state and snapshot are deleted
   * @param snapshot counter that a snapshot write increments; null if the check-in writes none
   * @param leavesMemory whether the state is removed from the module after the snapshot write
   * @param alwaysPassivates whether the check-in counts as a passivation even without a write
   * @param reserves whether module and connection remain bound to the session
   */
  public record CheckIn(
      boolean ends,
      Counter snapshot,
      boolean leavesMemory,
      boolean alwaysPassivates,
      boolean reserves,
      boolean removes) {}

  private CheckIn checkIn() {
    if (!is(RELEASE_LEVEL, "managed")) {
      boolean reserves = is(RELEASE_LEVEL, "reserved");
      return new CheckIn(!reserves, null, false, false, reserves, false);
    }
    boolean removes = !poolsModules;
    Counter levelZero = passivatesAtRelease() ? Counter.SNAPSHOT_WRITES_LEVEL_ZERO : null;
    Counter pooled = failsOver() ? Counter.SNAPSHOT_WRITES_FAILOVER : levelZero;
    return new CheckIn(
        false,
        removes ? Counter.SNAPSHOT_WRITES_UNPOOLED : pooled,
        removes || passivatesAtRelease(),
        poolsConnections,
        false,
        removes);
  }

  public Map<String, String> settings() {
    Map<String, String> all = new LinkedHashMap<>();
    effective.forEach((property, setting) -> all.put(property.key(), setting.value()));
    return all;
  }

  public SettingOrigin origin(JboProperty property) {
    return given.get(property).origin();
  }

  public List<String> notes() {
    return Collections.unmodifiableList(notes);
  }
}
