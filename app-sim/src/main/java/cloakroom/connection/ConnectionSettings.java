package cloakroom.connection;

import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.Urls;
import cloakroom.platform.Password;
import java.time.Duration;

/**
 * Settings of a connection source, with the same meaning for every kind of pool. Start with {@link
 * #to}, change settings, and {@link #build}. {@link Dialect} passes all of them to the driver,
 * whose defaults would affect results.
 */
public final class ConnectionSettings implements Cloneable {
  private static final Duration MIN_BORROW_WAIT = Duration.ofMillis(250);
  private static final Duration MAX_VALIDATION_TIME = Duration.ofSeconds(5);

  /** Time after which an idle connection is closed. */
  static final Duration IDLE = Duration.ofMinutes(10);

  final String url;
  final String user;
  final Password password;
  PoolKind pool = PoolKind.HIKARI;
  int size = 10;
  int minimum;
  int reserve;
  ResetLevel resetLevel = ResetLevel.ROLLBACK;
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
   * Returns the default settings.
   *
   * @param url jdbc:postgresql: or jdbc:oracle:; parameters of a PostgreSQL URL override settings
   */
  public static ConnectionSettings to(String url, String user, Password password) {
    return new ConnectionSettings(url, user, password);
  }

  /** Sets the kind of pool and its maximum connections; {@link PoolKind#NONE} has no limit. */
  public ConnectionSettings pool(PoolKind kind, int connections) {
    pool = kind;
    size = connections;
    return this;
  }

  /**
   * Sets the number of connections opened at the start and kept open; HikariCP and DBCP 2 keep as
   * many in addition to those in use. Ignored by {@link PoolKind#NONE}.
   */
  public ConnectionSettings minimum(int connections) {
    minimum = connections;
    return this;
  }

  /**
   * Sets the number of connections that {@link ConnectionSource#borrow} never lends, so that
   * borrowers can get an internal one as well. Ignored by {@link PoolKind#NONE}.
   */
  public ConnectionSettings reserve(int forInternalUse) {
    reserve = forInternalUse;
    return this;
  }

  public ConnectionSettings resetLevel(ResetLevel chosen) {
    resetLevel = chosen;
    return this;
  }

  public ConnectionSettings validation(Validation chosen) {
    validation = chosen;
    return this;
  }

  /** Sets the maximum wait of a borrow; at least 250 ms (HikariCP's minimum). */
  public ConnectionSettings borrowWait(Duration max) {
    borrowWait = max;
    return this;
  }

  /** Sets the maximum time of a connect with authentication, in whole seconds. */
  public ConnectionSettings login(Duration max) {
    login = max;
    return this;
  }

  /** Sets the maximum wait for the server's response, after which the session ends; 0 = none. */
  public ConnectionSettings socket(Duration max) {
    socket = max;
    return this;
  }

  /** Sets the number of server-prepared statements in each connection's cache. */
  public ConnectionSettings statementCache(int statements) {
    statementCache = statements;
    return this;
  }

  /**
   * Sets the rows per round trip of statements without their own fetch size; 0 = the driver's
   * default (PostgreSQL: all rows at once; Oracle: 10, then adapted).
   */
  public ConnectionSettings fetchSize(int rows) {
    fetchSize = rows;
    return this;
  }

  /** Sets PostgreSQL's application_name, Oracle's program and module. */
  public ConnectionSettings applicationName(String shown) {
    applicationName = shown;
    return this;
  }

  /** Sets the DRCP connection class and purity; they are sent with a pooled connect. */
  public ConnectionSettings drcp(String className, Purity chosen) {
    connectionClass = className;
    purity = chosen;
    return this;
  }

  /** Sets the schema of Cloakroom's objects; the default is that of the URL. */
  public ConnectionSettings schema(SchemaName chosen) {
    schema = chosen;
    return this;
  }

  /** Sets the source's name in messages and reports; the default is the kind of pool. */
  public ConnectionSettings name(String chosen) {
    name = chosen;
    return this;
  }

  /** Sets the URL in messages, if {@code url} is that of a proxy in front of the database. */
  public ConnectionSettings shownAs(String databaseUrl) {
    shownUrl = databaseUrl;
    return this;
  }

  /**
   * Returns a validated copy of these settings.
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
    require(borrowWait.compareTo(MIN_BORROW_WAIT) >= 0, "wait time", borrowWait, "at least 250 ms");
    require(login.toSeconds() >= 1, "login time-out", login, "at least 1 s");
    require(!socket.isNegative(), "read time-out", socket, "0 for none, or more");
    require(statementCache >= 0, "statement cache", statementCache, "0 for none, or more");
    require(fetchSize >= 0, "fetch size", fetchSize, "0 for the driver's default, or more");
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

  /** Returns the maximum time of a validation, which the read time-out limits. */
  Duration validationTime() {
    boolean bounded = !socket.isZero() && socket.compareTo(MAX_VALIDATION_TIME) < 0;
    return bounded ? socket : MAX_VALIDATION_TIME;
  }

  /** Returns the validation time in whole seconds, at least 1: a driver takes 0 as no limit. */
  int validationSeconds() {
    return Math.max(1, Math.toIntExact(validationTime().toSeconds()));
  }

  /** Returns the URL for messages, without user, password and parameters. */
  public String safeUrl() {
    return Urls.withoutCredentials(shownUrl);
  }

  @Override
  public String toString() {
    return "ConnectionSettings[%s, pool=%s, size=%d]".formatted(safeUrl(), pool, size);
  }
}
