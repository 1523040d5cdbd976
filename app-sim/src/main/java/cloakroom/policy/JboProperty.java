package cloakroom.policy;

import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Setting of an application module pool. Settings {@code jbo.*} exist in ADF. Settings {@code
 * cloakroom.*} choose a behaviour that ADF's documentation leaves open. The file {@code
 * settings.txt} describes all settings.
 */
public enum JboProperty {
  DO_AM_POOLING,
  DO_CONNECTION_POOLING,
  DISCONNECT_LEVEL,
  DO_FAILOVER,
  CONNECTION_THRESHOLD,
  WRITE_COOKIE_TO_CLIENT,
  RECYCLE_THRESHOLD,
  INIT_POOL_SIZE,
  MAX_POOL_SIZE,
  MIN_AVAILABLE_SIZE,
  MAX_AVAILABLE_SIZE,
  MAX_INACTIVE_AGE,
  TIME_TO_LIVE,
  MONITOR_SLEEP_INTERVAL,
  INTERNAL_CONNECTION,
  LOCKING_MODE,
  MAX_WAIT,
  ORDER,
  FREE_CHOICE,
  LEVEL_ONE_RECYCLE,
  ACTIVATION_REEXECUTE,
  REEXECUTE,
  CONNECTION_THRESHOLD_EFFECT,
  MONITOR_IDLE,
  MONITOR_PASSIVATES,
  PS_TXN_STATEMENTS,
  SNAPSHOT_LIFETIME,
  RELEASE_LEVEL;

  private static final Map<String, List<String>> TABLE =
      Resources.table("cloakroom/policy/settings.txt");

  private List<String> row() {
    return TABLE.get(name());
  }

  private List<String> choicesAndPattern() {
    String type = row().get(2);
    return switch (type) {
      case "COUNT" -> List.of("a whole number from 0 to 2147483647", "\\d{1,10}");
      case "POSITIVE" -> List.of("a whole number from 1 to 2147483647", "0*[1-9]\\d{0,9}");
      case "MILLIS" -> List.of("a whole number of milliseconds from 0 to 2147483647", "\\d{1,10}");
      case "MILLIS_OR_NEVER" ->
          List.of("a whole number of milliseconds from 0 to 2147483647, or -1", "\\d{1,10}|-1");
      default -> List.of(type.replaceFirst("\\|(?!.*\\|)", " or ").replace("|", ", "), type);
    };
  }

  public String key() {
    return row().get(1);
  }

  public String defaultValue() {
    return row().get(3);
  }

  public String effect() {
    return row().get(5);
  }

  /** Returns the keys of the documents that define the effect; "open" if no document does. */
  public String source() {
    return row().get(4);
  }

  public String choices() {
    return choicesAndPattern().get(0);
  }

  /** Returns the value in normal form. Throws IllegalArgumentException for an invalid value. */
  public String check(String value) {
    String pattern = choicesAndPattern().get(1);
    String stripped = value.strip();
    String plain = pattern.equals("true|false") ? stripped.toLowerCase(Locale.ROOT) : stripped;
    if (!plain.matches(pattern)
        || (plain.matches("\\d+") && Long.parseLong(plain) > Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "%s=%s: expected %s; %s (%s)".formatted(key(), value, choices(), effect(), source()));
    }
    return plain;
  }

  public static Optional<JboProperty> named(String key) {
    return Arrays.stream(values()).filter(property -> property.key().equals(key)).findFirst();
  }
}
