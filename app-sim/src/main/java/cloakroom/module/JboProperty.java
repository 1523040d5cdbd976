package cloakroom.module;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of a pool, each with its default, what it may be, what it does and where that is
 * known from. Names that begin with {@code jbo.} are ADF's own; those with {@code cloakroom.} are
 * choices that ADF's sources leave open. What ADF has and Cloakroom does not: {@link
 * OtherProperty}.
 */
public enum JboProperty {
  DO_AM_POOLING(
      "jbo.ampool.doampooling",
      Type.BOOLEAN,
      "true",
      "false: the instance is removed at the end of each request",
      "SM10-008"),
  DO_CONNECTION_POOLING(
      "jbo.doconnectionpooling",
      Type.BOOLEAN,
      "false",
      "true: the connection goes back at each check-in",
      "DG10-006"),
  DISCONNECT_LEVEL(
      "jbo.txn.disconnect_level",
      Type.LEVEL,
      "0",
      "0: state goes through the store when the connection goes; 1: state stays in memory;"
          + " matters only where connections go back",
      "AB-OCT"),
  DO_FAILOVER(
      "jbo.dofailover", Type.BOOLEAN, "false", "true: a snapshot at each managed check-in", "HAV"),
  CONNECTION_THRESHOLD(
      "jbo.ampool.connection_threshold",
      Type.COUNT,
      "0",
      "connections that instances may keep between requests before the pool monitor takes the"
          + " least recently used away; 0: off",
      "JOB-THR, AB-12C"),
  WRITE_COOKIE_TO_CLIENT(
      "jbo.ampool.writecookietoclient",
      Type.BOOLEAN,
      "false",
      "true: the ids of the session's snapshots travel to the client, so that another node can go"
          + " on; jbo.dofailover=true does so too",
      "ADM11, SIEBEL"),
  RECYCLE_THRESHOLD(
      "jbo.recyclethreshold",
      Type.COUNT,
      "10",
      "instances that the pool creates before it recycles one that holds state",
      "BC4J-RT"),
  INIT_POOL_SIZE(
      "jbo.ampool.initpoolsize", Type.COUNT, "0", "instances created with the pool", "PT11a"),
  MAX_POOL_SIZE(
      "jbo.ampool.maxpoolsize", Type.POSITIVE, "4096", "instances at the very most", "PT11a"),
  MIN_AVAILABLE_SIZE(
      "jbo.ampool.minavailablesize",
      Type.COUNT,
      "5",
      "available instances that the pool monitor leaves when it removes idle ones",
      "HELP1013"),
  MAX_AVAILABLE_SIZE(
      "jbo.ampool.maxavailablesize",
      Type.COUNT,
      "25",
      "available instances that the pool monitor leaves at the most",
      "ADM11"),
  MAX_INACTIVE_AGE(
      "jbo.ampool.maxinactiveage",
      Type.MILLIS,
      "600000",
      "milliseconds since check-in after which an instance is idle",
      "HELP1013"),
  TIME_TO_LIVE(
      "jbo.ampool.timetolive",
      Type.MILLIS_OR_NEVER,
      "3600000",
      "milliseconds since creation after which an instance goes; -1: never",
      "DID-1"),
  MONITOR_SLEEP_INTERVAL(
      "jbo.ampool.monitorsleepinterval",
      Type.POSITIVE,
      "600000",
      "milliseconds between two passes of the pool monitor",
      "AMITB"),
  INTERNAL_CONNECTION(
      "jbo.server.internal_connection",
      Type.INTERNAL_CONNECTION,
      "shared",
      "where snapshots borrow their second connection: from the users' pool, or from a small one"
          + " of its own",
      "WP-TT"),
  MAX_WAIT(
      "cloakroom.ampool.maxwait",
      Type.COUNT,
      "30000",
      "milliseconds that a check-out waits for an instance",
      "open: that there is a longest wait JD-RP says, how long nobody"),
  ORDER(
      "cloakroom.ampool.order",
      Type.ORDER,
      "free-first",
      "below the recycle threshold, a request without an instance of its own takes a free one, or"
          + " has one created although another is free",
      "open: DG10-001 or JOB-TIPS"),
  FREE_CHOICE(
      "cloakroom.ampool.freechoice",
      Type.FREE_CHOICE,
      "mru",
      "which free instance is taken: the most or the least recently used",
      "open: JD-TPOOL has both"),
  REEXECUTE(
      "cloakroom.level1.reexecute",
      Type.REEXECUTE,
      "fetching",
      "what is executed again when an instance with its state gets a new connection: view objects"
          + " when they fetch further, or all at once",
      "open: JOB-THR or DV"),
  CONNECTION_THRESHOLD_EFFECT(
      "cloakroom.connectionthreshold",
      Type.THRESHOLD_EFFECT,
      "documented",
      "what jbo.ampool.connection_threshold does: each pass of the pool monitor disconnects the"
          + " least recently used down to it, or only those idle longer than"
          + " jbo.ampool.maxinactiveage",
      "open: JOB-THR, or as tested AB-PS6 and AB-12C"),
  MONITOR_IDLE(
      "cloakroom.monitor.idle",
      Type.IDLE,
      "floor",
      "how far the pool monitor removes idle instances: down to jbo.ampool.minavailablesize, or"
          + " all of them",
      "open: HELP1013 or ADM11"),
  MONITOR_PASSIVATES(
      "cloakroom.monitor.passivates",
      Type.BOOLEAN,
      "true",
      "false: state that is in memory only is lost when the pool monitor removes its instance, and"
          + " counted as statesLost",
      "open: DG11 says true"),
  PS_TXN_STATEMENTS(
      "cloakroom.pstxn.statements",
      Type.STATEMENTS,
      "insert",
      "how the classic store fills the LOB of a new row: with the one that the insert gave, or"
          + " after it has located and locked the row by a further statement",
      "open: not published"),
  RELEASE_LEVEL(
      "cloakroom.releaselevel",
      Type.RELEASE_LEVEL,
      "managed",
      "what a session is promised between requests",
      "SM10-003");

  /** What a value may be. */
  enum Type {
    BOOLEAN("true|false"),
    LEVEL("0|1"),
    COUNT("a whole number from 0 to 2147483647", "\\d{1,10}"),
    POSITIVE("a whole number from 1 to 2147483647", "0*[1-9]\\d{0,9}"),
    MILLIS("a whole number of milliseconds from 0 to 2147483647", "\\d{1,10}"),
    MILLIS_OR_NEVER("a whole number of milliseconds from 0 to 2147483647, or -1", "\\d{1,10}|-1"),
    INTERNAL_CONNECTION("shared|separate"),
    ORDER("free-first|create-first"),
    FREE_CHOICE("mru|lru"),
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

    boolean allows(String value) {
      return value.matches(pattern)
          && (!value.matches("\\d+") || Long.parseLong(value) <= Integer.MAX_VALUE);
    }
  }

  private final String key;
  private final Type type;
  private final String defaultValue;
  private final String effect;
  private final String source;

  JboProperty(String key, Type type, String defaultValue, String effect, String source) {
    this.key = key;
    this.type = type;
    this.defaultValue = defaultValue;
    this.effect = effect;
    this.source = source;
  }

  /** The name as a configuration writes it. */
  public String key() {
    return key;
  }

  /** The value in force when nobody sets one. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it does. */
  public String effect() {
    return effect;
  }

  /** Key of the source that says so; "open" where the sources leave a choice. */
  public String source() {
    return source;
  }

  /** What it does and where that is known from. */
  public String rule() {
    return effect + " (" + source + ")";
  }

  /** What it may be, in words. */
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
    if (!type.allows(plain)) {
      throw new IllegalArgumentException(
          key + "=" + value + ": expected " + type.words + "; " + rule());
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

  /** Every name, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(JboProperty::key).collect(Collectors.joining(", "));
  }
}
