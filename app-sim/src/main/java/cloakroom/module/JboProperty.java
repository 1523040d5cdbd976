package cloakroom.module;

import cloakroom.contract.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of a pool. The table {@code settings.txt} has each with its default, what it may be,
 * what it does and where that is known from. Names that begin with {@code jbo.} are ADF's own;
 * those with {@code cloakroom.} are choices that ADF's sources leave open. What ADF has and
 * Cloakroom does not: {@link OtherProperty}.
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

  /** What a value may be. */
  private enum Type {
    BOOLEAN("true|false"),
    LEVEL("0|1"),
    COUNT("a whole number from 0 to 2147483647", "\\d{1,10}"),
    POSITIVE("a whole number from 1 to 2147483647", "0*[1-9]\\d{0,9}"),
    MILLIS("a whole number of milliseconds from 0 to 2147483647", "\\d{1,10}"),
    MILLIS_OR_NEVER("a whole number of milliseconds from 0 to 2147483647, or -1", "\\d{1,10}|-1"),
    INTERNAL_CONNECTION("shared|separate"),
    ORDER("free-first|create-first"),
    FREE_CHOICE("mru|lru"),
    LEVEL_ONE_RECYCLE("store|memory"),
    ACTIVATION("all|needed"),
    REEXECUTE("fetching|all"),
    THRESHOLD_EFFECT("documented|idle-timeout"),
    IDLE("floor|all"),
    STATEMENTS("insert|locate"),
    RELEASE_LEVEL("managed|unmanaged|reserved");

    private final String words;
    private final String pattern;

    Type(String choices) {
      this(choices.replaceFirst("\\|(?!.*\\|)", " or ").replace("|", ", "), choices);
    }

    Type(String words, String pattern) {
      this.words = words;
      this.pattern = pattern;
    }
  }

  private static final class Table {
    static final Map<String, List<String>> ROWS =
        Resources.rows("cloakroom/module/settings.txt").stream()
            .collect(Collectors.toMap(row -> row.get(0), row -> row));
  }

  private final String key;
  private final Type type;
  private final String defaultValue;
  private final String source;
  private final String effect;

  JboProperty() {
    List<String> row = Table.ROWS.get(name());
    this.key = row.get(1);
    this.type = Type.valueOf(row.get(2));
    this.defaultValue = row.get(3);
    this.source = row.get(4);
    this.effect = row.get(5);
  }

  /** The name as a configuration writes it. */
  public String key() {
    return key;
  }

  /** The value in force when nobody sets one. */
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
    return type.words;
  }

  /**
   * The value as it is in force: without blanks around it, and with {@code TRUE} written {@code
   * true}.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  public String check(String value) {
    String plain = type == Type.BOOLEAN ? value.strip().toLowerCase(Locale.ROOT) : value.strip();
    if (!plain.matches(type.pattern)
        || (plain.matches("\\d+") && Long.parseLong(plain) > Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          key + "=" + value + ": expected " + type.words + "; " + effect + " (" + source + ")");
    }
    return plain;
  }

  /** A checked value as a number; 1 for true, and 0 for false and every other word. */
  int number(String checked) {
    return switch (type) {
      case LEVEL, COUNT, POSITIVE, MILLIS, MILLIS_OR_NEVER -> Integer.parseInt(checked);
      default -> "true".equals(checked) ? 1 : 0;
    };
  }

  /** The setting with this name, if it is one. */
  public static Optional<JboProperty> named(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }
}
