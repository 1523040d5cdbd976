package cloakroom.policy;

import static cloakroom.policy.JboProperty.CONNECTION_THRESHOLD;
import static cloakroom.policy.JboProperty.CONNECTION_THRESHOLD_EFFECT;
import static cloakroom.policy.JboProperty.DISCONNECT_LEVEL;
import static cloakroom.policy.JboProperty.DO_AM_POOLING;
import static cloakroom.policy.JboProperty.DO_CONNECTION_POOLING;
import static cloakroom.policy.JboProperty.DO_FAILOVER;
import static cloakroom.policy.JboProperty.INIT_POOL_SIZE;
import static cloakroom.policy.JboProperty.LEVEL_ONE_RECYCLE;
import static cloakroom.policy.JboProperty.MAX_AVAILABLE_SIZE;
import static cloakroom.policy.JboProperty.MAX_POOL_SIZE;
import static cloakroom.policy.JboProperty.MIN_AVAILABLE_SIZE;
import static cloakroom.policy.JboProperty.RECYCLE_THRESHOLD;
import static cloakroom.policy.JboProperty.RELEASE_LEVEL;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the values of a policy may not be together.
 *
 * <p>Two sizes that do not fit: the one that counts less (see {@link SettingOrigin}) follows the
 * other, and a note says so; two that the user has set himself are refused. Two promises that
 * exclude each other are refused if the user has set one of them and did not get the other from a
 * file, because a file is never refused. What merely has no effect is noted.
 */
final class PolicyValidator {
  /** A value and where it comes from. */
  record Setting(String value, SettingOrigin origin) {}

  /** Every setting after the ones that follow have followed. */
  final Map<JboProperty, Setting> settings;

  /** What a user should know, a line each. */
  final List<String> notes = new ArrayList<>();

  private PolicyValidator(Map<JboProperty, Setting> given) {
    this.settings = new EnumMap<>(given);
  }

  /**
   * The settings as they are in force.
   *
   * @throws IllegalArgumentException naming two values that exclude each other, the rule and its
   *     source
   */
  static PolicyValidator apply(Map<JboProperty, Setting> given) {
    PolicyValidator rules = new PolicyValidator(given);
    rules.sizes();
    rules.promises();
    rules.withoutEffect();
    return rules;
  }

  private void sizes() {
    notAbove(INIT_POOL_SIZE, MAX_POOL_SIZE, "a pool never has more instances (PT11a)");
    notAbove(
        RECYCLE_THRESHOLD, MAX_POOL_SIZE, "recycling would never begin below the maximum (PT11a)");
    notAbove(MIN_AVAILABLE_SIZE, MAX_POOL_SIZE, "the floor could never be reached (PT11a)");
    notAbove(
        MIN_AVAILABLE_SIZE,
        MAX_AVAILABLE_SIZE,
        "the pool monitor's floor is not above its ceiling (HELP1013, ADM11)");
  }

  private void notAbove(JboProperty low, JboProperty high, String rule) {
    if (number(low) <= number(high)) {
      return;
    }
    if (isSet(low) && isSet(high)) {
      throw new IllegalArgumentException(
          text(low) + " is above " + text(high) + ": " + rule + "; change one of them");
    }
    boolean lowCountsMore = origin(low).compareTo(origin(high)) > 0;
    JboProperty follower = lowCountsMore ? high : low;
    JboProperty leader = lowCountsMore ? low : high;
    String before = text(follower);
    settings.put(follower, new Setting(settings.get(leader).value(), origin(follower)));
    if (origin(follower) != SettingOrigin.DEFAULT) {
      notes.add(before + " follows " + text(leader) + ": " + rule);
    }
  }

  private void promises() {
    if (!is(RELEASE_LEVEL, "managed")) {
      exclude(
          DO_FAILOVER,
          "true",
          RELEASE_LEVEL,
          "only a managed release writes a snapshot (XM-STORE, SM10-003)");
    }
    if (is(RELEASE_LEVEL, "reserved")) {
      exclude(
          DO_AM_POOLING,
          "false",
          RELEASE_LEVEL,
          "an instance cannot stay with its session and be removed after each request"
              + " (SM10-008, AB-RES)");
    }
    if (number(CONNECTION_THRESHOLD) > 0) {
      if (is(RELEASE_LEVEL, "reserved")) {
        exclude(
            CONNECTION_THRESHOLD,
            null,
            RELEASE_LEVEL,
            "a reserved instance keeps its connection (AB-RES)");
      }
      exclude(
          DO_AM_POOLING,
          "false",
          CONNECTION_THRESHOLD,
          "instances that go after each request keep no connections (SM10-008)");
    }
  }

  /** Refuses the two together; {@code null} stands for any value. */
  private void exclude(JboProperty one, String value, JboProperty other, String rule) {
    if (value != null && !is(one, value)) {
      return;
    }
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

  private void withoutEffect() {
    boolean threshold = number(CONNECTION_THRESHOLD) > 0;
    boolean reserved = is(RELEASE_LEVEL, "reserved");
    boolean pooling = is(DO_CONNECTION_POOLING, "true");
    if (is(DISCONNECT_LEVEL, "1") && !pooling && !threshold) {
      note(DISCONNECT_LEVEL, "connections never go back, so no level matters (DV, AB-OCT)");
    }
    if (!is(DISCONNECT_LEVEL, "1") || !pooling || threshold) {
      note(LEVEL_ONE_RECYCLE, "it speaks of connection pooling at disconnect level 1 (AB-OCT)");
    }
    if (pooling && reserved) {
      note(DO_CONNECTION_POOLING, "a reserved instance keeps its connection (AB-RES)");
    }
    if (threshold) {
      note(
          DO_CONNECTION_POOLING,
          text(CONNECTION_THRESHOLD)
              + " decides when connections go back (AB-12C says that it needs pooling on, AB-PS6"
              + " that it needs it off)");
    } else if (origin(CONNECTION_THRESHOLD_EFFECT) != SettingOrigin.DEFAULT) {
      note(CONNECTION_THRESHOLD_EFFECT, text(CONNECTION_THRESHOLD) + " switches it off (JOB-THR)");
    }
    if (number(MAX_AVAILABLE_SIZE) > number(MAX_POOL_SIZE)) {
      note(MAX_AVAILABLE_SIZE, "the pool never has more than " + text(MAX_POOL_SIZE) + " (PT11a)");
    }
  }

  /** Speaks only of what the user or his file has set. */
  private void note(JboProperty property, String why) {
    if (origin(property).compareTo(SettingOrigin.PRESET) > 0) {
      notes.add(text(property) + " has no effect: " + why);
    }
  }

  private SettingOrigin origin(JboProperty property) {
    return settings.get(property).origin();
  }

  private boolean is(JboProperty property, String value) {
    return settings.get(property).value().equals(value);
  }

  private int number(JboProperty property) {
    return Integer.parseInt(settings.get(property).value());
  }

  private String text(JboProperty property) {
    return property.key() + "=" + settings.get(property).value();
  }
}
