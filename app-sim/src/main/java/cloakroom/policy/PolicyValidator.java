package cloakroom.policy;

import static cloakroom.policy.JboProperty.*;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Rules between the settings of a policy.
 *
 * <p>If two sizes contradict, the one of lower {@link SettingOrigin} is set to the other, with a
 * note; two of the command line are rejected. Two settings that exclude each other are rejected if
 * the command line has one and a preset or the command line the other; a contradiction with a file
 * is only noted. So are settings without effect.
 */
final class PolicyValidator {
  record Setting(String value, SettingOrigin origin) {}

  /** All settings after the adjustment of sizes. */
  final Map<JboProperty, Setting> settings;

  /** Notes for the user on adjusted settings, contradictions and settings without effect. */
  final List<String> notes = new ArrayList<>();

  private PolicyValidator(Map<JboProperty, Setting> given) {
    this.settings = new EnumMap<>(given);
  }

  /** Checks and adjusts settings; throws IllegalArgumentException for a contradiction. */
  static PolicyValidator apply(Map<JboProperty, Setting> given) {
    PolicyValidator validator = new PolicyValidator(given);
    validator.checkSizes();
    validator.checkExclusions();
    validator.noteWithoutEffect();
    return validator;
  }

  private void checkSizes() {
    requireNotAbove(INIT_POOL_SIZE, MAX_POOL_SIZE, "a pool never has more instances (PT11a)");
    requireNotAbove(
        RECYCLE_THRESHOLD, MAX_POOL_SIZE, "recycling would never begin below the maximum (PT11a)");
    requireNotAbove(
        MIN_AVAILABLE_SIZE, MAX_POOL_SIZE, "the minimum could never be reached (PT11a)");
    requireNotAbove(
        MIN_AVAILABLE_SIZE,
        MAX_AVAILABLE_SIZE,
        "the pool monitor's minimum must not be above its maximum (HELP1013, ADM11)");
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
    settings.put(follower, new Setting(settings.get(leader).value(), origin(follower)));
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

  /** Rejects or notes two settings that contradict each other. */
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

  /** Notes that a setting of a file or the command line has no effect. */
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
