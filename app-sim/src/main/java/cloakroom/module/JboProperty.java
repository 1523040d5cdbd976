package cloakroom.module;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of a pool under their ADF names, each with its default, what it may be, and where
 * the rule comes from.
 */
public enum JboProperty {
  DO_AM_POOLING(
      "jbo.ampool.doampooling",
      Type.BOOLEAN,
      "true",
      "false: the instance is removed at the end of each request (SM10-008)"),
  DO_CONNECTION_POOLING(
      "jbo.doconnectionpooling",
      Type.BOOLEAN,
      "false",
      "true: the connection goes back at each check-in (DG10-006)"),
  DISCONNECT_LEVEL(
      "jbo.txn.disconnect_level",
      Type.LEVEL,
      "0",
      "0: state through the store at each release; 1: state stays in memory (AB-OCT);"
          + " matters only with connection pooling"),
  DO_FAILOVER(
      "jbo.dofailover", Type.BOOLEAN, "false", "true: a snapshot at each managed check-in (HAV)"),
  CONNECTION_THRESHOLD(
      "jbo.ampool.connection_threshold",
      Type.COUNT,
      "0",
      "connections that instances may keep between requests before the pool monitor takes the"
          + " least recently used away; 0: off (JOB-THR, AB-12C)"),
  RECYCLE_THRESHOLD(
      "jbo.recyclethreshold",
      Type.COUNT,
      "10",
      "instances that the pool creates before it recycles one that holds state (BC4J-RT)"),
  INIT_POOL_SIZE(
      "jbo.ampool.initpoolsize", Type.COUNT, "0", "instances created with the pool (PT11a)"),
  MAX_POOL_SIZE(
      "jbo.ampool.maxpoolsize", Type.POSITIVE, "4096", "instances at the very most (PT11a)"),
  MIN_AVAILABLE_SIZE(
      "jbo.ampool.minavailablesize",
      Type.COUNT,
      "5",
      "available instances that the pool monitor leaves when it removes idle ones (HELP1013)"),
  MAX_AVAILABLE_SIZE(
      "jbo.ampool.maxavailablesize",
      Type.COUNT,
      "25",
      "available instances that the pool monitor leaves at the most (ADM11)"),
  MAX_INACTIVE_AGE(
      "jbo.ampool.maxinactiveage",
      Type.MILLIS,
      "600000",
      "milliseconds since check-in after which an instance is idle (HELP1013)"),
  TIME_TO_LIVE(
      "jbo.ampool.timetolive",
      Type.MILLIS_OR_NEVER,
      "3600000",
      "milliseconds since creation after which an instance goes; -1: never (DID-1)"),
  MONITOR_SLEEP_INTERVAL(
      "jbo.ampool.monitorsleepinterval",
      Type.POSITIVE,
      "600000",
      "milliseconds between two passes of the pool monitor (AMITB)"),
  WRITE_COOKIE_TO_CLIENT(
      "jbo.ampool.writecookietoclient",
      Type.BOOLEAN,
      "false",
      "true: the client carries what another node needs to go on with its session (ADM11)"),
  INTERNAL_CONNECTION(
      "jbo.server.internal_connection",
      Type.INTERNAL_CONNECTION,
      "shared",
      "where snapshots borrow their second connection: from the users' pool, or from a small one"
          + " of its own (WP-TT)"),
  MAX_WAIT(
      "cloakroom.ampool.maxwait",
      Type.COUNT,
      "30000",
      "milliseconds that a check-out waits for an instance; the real value is not published"),
  FREE_CHOICE(
      "cloakroom.ampool.freechoice",
      Type.FREE_CHOICE,
      "mru",
      "which free instance is taken: the most or the least recently used; not published"),
  REEXECUTE(
      "cloakroom.level1.reexecute",
      Type.REEXECUTE,
      "fetching",
      "what a level-1 reuse executes again: view objects when they fetch further, or all (DV)"),
  RELEASE_LEVEL(
      "cloakroom.releaselevel",
      Type.RELEASE_LEVEL,
      "managed",
      "what a session is promised between requests (SM10-003)");

  /** What a value may be. */
  enum Type {
    BOOLEAN("true or false", "true|false"),
    LEVEL("0 or 1", "0|1"),
    COUNT("a whole number from 0 to 2147483647", "\\d{1,10}"),
    POSITIVE("a whole number from 1 to 2147483647", "0*[1-9]\\d{0,9}"),
    MILLIS("a whole number of milliseconds from 0 to 2147483647", "\\d{1,10}"),
    MILLIS_OR_NEVER("a whole number of milliseconds from 0 to 2147483647, or -1", "\\d{1,10}|-1"),
    INTERNAL_CONNECTION("shared or separate", "shared|separate"),
    FREE_CHOICE("mru or lru", "mru|lru"),
    REEXECUTE("fetching or all", "fetching|all"),
    RELEASE_LEVEL("managed, unmanaged or reserved", "managed|unmanaged|reserved");

    private final String words;
    private final String pattern;

    Type(String words, String pattern) {
      this.words = words;
      this.pattern = pattern;
    }

    boolean allows(String value) {
      return value.matches(pattern)
          && (!value.matches("\\d+") || Long.parseLong(value) <= Integer.MAX_VALUE);
    }
  }

  private final String key;
  private final Type type;
  private final String defaultValue;
  private final String rule;

  JboProperty(String key, Type type, String defaultValue, String rule) {
    this.key = key;
    this.type = type;
    this.defaultValue = defaultValue;
    this.rule = rule;
  }

  /** The name as a configuration writes it. */
  public String key() {
    return key;
  }

  /** The value in force when nobody sets one. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it does and where that is known from. */
  public String rule() {
    return rule;
  }

  /** What it may be, in words. */
  public String choices() {
    return type.words;
  }

  /**
   * The value, checked.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  String check(String value) {
    if (!type.allows(value)) {
      throw new IllegalArgumentException(
          key + "=" + value + ": expected " + type.words + "; " + rule);
    }
    return value;
  }

  /** The setting with this name, if it is one. */
  public static Optional<JboProperty> named(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }

  /** Every name, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(JboProperty::key).collect(Collectors.joining(", "));
  }
}
