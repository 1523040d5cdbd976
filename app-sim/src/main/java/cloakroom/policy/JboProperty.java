package cloakroom.policy;

import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a pool. The table {@code settings.txt} has each with its default, what it may be,
 * what it does and where that is known from. Names that begin with {@code jbo.} are ADF's own;
 * those with {@code cloakroom.} are choices that ADF's sources leave open. What ADF has and
 * Cloakroom does not: {@link UnmodelledProperty}.
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

  private final String key;
  private final String choices;
  private final String pattern;
  private final String defaultValue;
  private final String source;
  private final String effect;

  JboProperty() {
    List<String> row = PropertyTable.ROWS.get(name());
    List<String> allowed = allowed(row.get(2));
    this.key = row.get(1);
    this.choices = allowed.get(0);
    this.pattern = allowed.get(1);
    this.defaultValue = row.get(3);
    this.source = row.get(4);
    this.effect = row.get(5);
  }

  /** What a value may be, in words and as a pattern: one of some words, or a kind of number. */
  private static List<String> allowed(String may) {
    return switch (may) {
      case "COUNT" -> List.of("a whole number from 0 to 2147483647", "\\d{1,10}");
      case "POSITIVE" -> List.of("a whole number from 1 to 2147483647", "0*[1-9]\\d{0,9}");
      case "MILLIS" -> List.of("a whole number of milliseconds from 0 to 2147483647", "\\d{1,10}");
      case "MILLIS_OR_NEVER" ->
          List.of("a whole number of milliseconds from 0 to 2147483647, or -1", "\\d{1,10}|-1");
      default -> List.of(may.replaceFirst("\\|(?!.*\\|)", " or ").replace("|", ", "), may);
    };
  }

  /** The name as a configuration writes it. */
  public String key() {
    return key;
  }

  public String defaultValue() {
    return defaultValue;
  }

  public String effect() {
    return effect;
  }

  /** Key of the source that says so; "open" where the sources leave a choice. */
  public String source() {
    return source;
  }

  public String choices() {
    return choices;
  }

  /**
   * The value as it is in force: without blanks around it, and with {@code TRUE} written {@code
   * true}.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  public String check(String value) {
    boolean flag = pattern.equals("true|false");
    String plain = flag ? value.strip().toLowerCase(Locale.ROOT) : value.strip();
    if (!plain.matches(pattern)
        || (plain.matches("\\d+") && Long.parseLong(plain) > Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          key + "=" + value + ": expected " + choices + "; " + effect + " (" + source + ")");
    }
    return plain;
  }

  public static Optional<JboProperty> named(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }
}
