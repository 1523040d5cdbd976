package cloakroom.connection;

import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.Urls;
import cloakroom.platform.Password;
import java.time.Duration;

/**
 * Everything a connection source is told; equal settings mean the same for every pool kind. Start
 * with {@link #to}, change what differs from the defaults, and {@link #build}. What the driver is
 * told decides results, so none of it is left to the driver's default; {@link Dialect} says it in
 * the driver's words.
 */
public final class ConnectionSettings implements Cloneable {
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);

  /** After it an idle connection is closed. */
  static final Duration IDLE = Duration.ofMinutes(10);

  private static final Duration LONGEST_VALIDATION = Duration.ofSeconds(5);

  final String url;
  final String user;
  final Password password;
  PoolKind pool = PoolKind.HIKARI;
  int size = 10;
  int minimum;
  int reserve;
  ResetLevel hygiene = ResetLevel.ROLLBACK;
  Validation validation = Validation.ALWAYS;
  Duration borrowWait = Duration.ofSeconds(30);
  Duration login = Duration.ofSeconds(10);
  Duration socket = Duration.ofSeconds(60);
  int statementCache = 256;
  int fetchSize = 100;
  String applicationName = TierOptions.TIER_NAME;
  String connectionClass = "CLOAKROOM";
  Purity purity = Purity.SELF;
  String name = "";
  private String shownUrl;
  SchemaName schema;

  private ConnectionSettings(String url, String user, Password password) {
    this.url = url;
    this.shownUrl = url;
    this.user = user;
    this.password = password;
  }

  /**
   * The defaults, as README and docs/oracle.md name them.
   *
   * @param url jdbc:postgresql: or jdbc:oracle:; parameters in a PostgreSQL URL win over ours
   * @param user name to log in with
   * @param password never printed
   */
  public static ConnectionSettings to(String url, String user, Password password) {
    return new ConnectionSettings(url, user, password);
  }

  /** The kind of pool, and the most connections at a time; {@link PoolKind#NONE} has no limit. */
  public ConnectionSettings pool(PoolKind kind, int connections) {
    pool = kind;
    size = connections;
    return this;
  }

  /**
   * Connections opened at the start and kept open; HikariCP and DBCP 2 keep as many besides those
   * that are out. Ignored by {@link PoolKind#NONE}.
   */
  public ConnectionSettings minimum(int connections) {
    minimum = connections;
    return this;
  }

  /**
   * Of the connections, how many {@link ConnectionSource#borrow} never lends, so that whoever holds
   * one can always have an internal one besides, sooner or later. Ignored by {@link PoolKind#NONE}.
   */
  public ConnectionSettings reserve(int forInternalUse) {
    reserve = forInternalUse;
    return this;
  }

  public ConnectionSettings hygiene(ResetLevel chosen) {
    hygiene = chosen;
    return this;
  }

  public ConnectionSettings validation(Validation chosen) {
    validation = chosen;
    return this;
  }

  /** How long a borrow waits for another to give back; at least 250 ms (HikariCP's minimum). */
  public ConnectionSettings borrowWait(Duration most) {
    borrowWait = most;
    return this;
  }

  /** How long connecting may take, address to authentication; whole seconds. */
  public ConnectionSettings login(Duration most) {
    login = most;
    return this;
  }

  /** How long a statement may stay unanswered before the session counts as dead; 0 = for ever. */
  public ConnectionSettings socket(Duration most) {
    socket = most;
    return this;
  }

  /** Server-prepared statements that each connection keeps in the driver's cache; 0 = none. */
  public ConnectionSettings statementCache(int statements) {
    statementCache = statements;
    return this;
  }

  /**
   * Rows that one round trip brings where a statement says nothing else; 0 = the driver's own way
   * (PostgreSQL: all rows at once; Oracle: 10, then more as it sees fit).
   */
  public ConnectionSettings fetchSize(int rows) {
    fetchSize = rows;
    return this;
  }

  /** As the session list shows it: PostgreSQL's application_name, Oracle's program and module. */
  public ConnectionSettings applicationName(String shown) {
    applicationName = shown;
    return this;
  }

  /** Whose pooled servers (DRCP) are shared, and what they bring; sent with a pooled connect. */
  public ConnectionSettings drcp(String sharers, Purity chosen) {
    connectionClass = sharers;
    purity = chosen;
    return this;
  }

  /** Schema of Cloakroom's objects; the default is that of the URL. */
  public ConnectionSettings schema(SchemaName chosen) {
    schema = chosen;
    return this;
  }

  /** Of the source in messages and figures; made unique if empty. */
  public ConnectionSettings name(String chosen) {
    name = chosen;
    return this;
  }

  /** URL of the database in messages, where {@code url} is that of a proxy in front of it. */
  public ConnectionSettings shownAs(String databaseUrl) {
    shownUrl = databaseUrl;
    return this;
  }

  /**
   * These settings, checked, as a copy: what is set here later does not change it.
   *
   * @throws IllegalArgumentException naming the setting, the value and the rule
   */
  public ConnectionSettings build() {
    require(size >= 1, "pool size", size, "at least 1");
    require(
        minimum >= 0 && minimum <= size, "pool minimum", minimum, "from 0 to the size, " + size);
    require(
        reserve >= 0 && reserve < size,
        "pool reserve",
        reserve,
        "from 0 to below the size, " + size);
    require(borrowWait.compareTo(SHORTEST_WAIT) >= 0, "wait time", borrowWait, "at least 250 ms");
    require(login.toSeconds() >= 1, "login time-out", login, "at least 1 s");
    require(!socket.isNegative(), "read time-out", socket, "0 for none, or more");
    require(statementCache >= 0, "statement cache", statementCache, "0 for none, or more");
    require(fetchSize >= 0, "fetch size", fetchSize, "0 for the driver's own way, or more");
    require(
        connectionClass.matches("[\\w.$#-]{1,128}"),
        "connection class",
        "'" + connectionClass + "'",
        "1 to 128 letters, digits or any of _.$#-");
    schema = schema == null ? SchemaName.of(url, null) : schema;
    try {
      return (ConnectionSettings) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void require(boolean met, String setting, Object value, String rule) {
    if (!met) {
      throw new IllegalArgumentException(setting + " " + value + ": must be " + rule);
    }
  }

  /** How long a pool waits for a validation's answer: no longer than for any statement's. */
  Duration validationTime() {
    boolean bounded = !socket.isZero() && socket.compareTo(LONGEST_VALIDATION) < 0;
    return bounded ? socket : LONGEST_VALIDATION;
  }

  /** The same for a pool that counts in seconds; to a driver, none would be no limit. */
  int validationSeconds() {
    return Math.max(1, Math.toIntExact(validationTime().toSeconds()));
  }

  /** The URL without user, password and parameters: fit for messages and reports. */
  public String safeUrl() {
    return Urls.withoutCredentials(shownUrl);
  }

  @Override
  public String toString() {
    return "ConnectionSettings[%s, pool=%s, size=%d]".formatted(safeUrl(), pool, size);
  }
}
