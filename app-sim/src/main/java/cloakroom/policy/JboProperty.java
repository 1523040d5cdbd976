package cloakroom.policy;

import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Setting of a pool. The table {@code settings.txt} has its values, default, source and effect.
 * Names that start with {@code jbo.} are ADF's; those with {@code cloakroom.} are choices that
 * ADF's documentation leaves open. {@link UnmodelledProperty} has ADF's other settings.
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
  RELEASE_LEVEL;

  private static final class PropertyTable {
    static final Map<String, List<String>> ROWS = Resources.table("cloakroom/policy/settings.txt");
  }

  @SuppressWarnings("ImmutableEnumChecker") // the lists are unmodifiable
  private final List<String> row = PropertyTable.ROWS.get(name());

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> choicesAndPattern = choicesAndPattern(row.get(2));

  /** Returns the description and the pattern of values: listed ones, or a kind of number. */
  private static List<String> choicesAndPattern(String type) {
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
    return row.get(1);
  }

  public String defaultValue() {
    return row.get(3);
  }

  public String effect() {
    return row.get(5);
  }

  /** Returns the keys of the sources (docs/decisions.md); "open" if they leave a choice. */
  public String source() {
    return row.get(4);
  }

  public String choices() {
    return choicesAndPattern.get(0);
  }

  /** Returns the value without blanks, true and false in lower case; rejects a wrong value. */
  public String check(String value) {
    String pattern = choicesAndPattern.get(1);
    boolean flag = pattern.equals("true|false");
    String plain = flag ? value.strip().toLowerCase(Locale.ROOT) : value.strip();
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
