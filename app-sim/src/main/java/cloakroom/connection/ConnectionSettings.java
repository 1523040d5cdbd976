package cloakroom.connection;

import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.Urls;
import cloakroom.platform.Password;
import java.time.Duration;

/**
 * Settings of a connection source, with the same meaning for every kind of pool. {@link Dialect}
 * passes all of them to the driver, because driver defaults differ and would affect the results.
 */
public final class ConnectionSettings implements Cloneable {
  private static final Duration MIN_BORROW_WAIT = Duration.ofMillis(250);
  private static final Duration MAX_VALIDATION_TIME = Duration.ofSeconds(5);
  static final Duration IDLE = Duration.ofMinutes(10); // afterwards a connection is closed

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

  /** Returns the default settings for a database. Parameters in a PostgreSQL URL override them. */
  public static ConnectionSettings to(String url, String user, Password password) {
    return new ConnectionSettings(url, user, password);
  }

  /**
   * Sets the kind of pool and the maximum number of connections. {@link PoolKind#NONE} ignores the
   * maximum.
   */
  public ConnectionSettings pool(PoolKind kind, int connections) {
    pool = kind;
    size = connections;
    return this;
  }

  /**
   * Sets the number of connections that the pool opens at its start and keeps open. HikariCP and
   * DBCP 2 count only idle connections towards this number.
   */
  public ConnectionSettings minimum(int connections) {
    minimum = connections;
    return this;
  }

  /**
   * Sets the number of connections reserved for {@link ConnectionSource#borrowInternal}, such as
   * snapshot writes. {@link ConnectionSource#borrow} never lends these. {@link PoolKind#NONE}
   * ignores the setting.
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

  /** Sets the maximum wait for a connection. Values below 250 ms are rejected, as in HikariCP. */
  public ConnectionSettings borrowWait(Duration max) {
    borrowWait = max;
    return this;
  }

  /** Sets the timeout of connect and authentication together, in whole seconds. */
  public ConnectionSettings login(Duration max) {
    login = max;
    return this;
  }

  /** Sets the timeout of a socket read; 0 for none. The driver then closes the connection. */
  public ConnectionSettings socket(Duration max) {
    socket = max;
    return this;
  }

  public ConnectionSettings statementCache(int statements) {
    statementCache = statements;
    return this;
  }

  /**
   * Sets the default number of rows that a statement fetches per round trip. With 0, PostgreSQL's
   * driver fetches all rows; Oracle's driver fetches 10 at first and adapts the number.
   */
  public ConnectionSettings fetchSize(int rows) {
    fetchSize = rows;
    return this;
  }

  public ConnectionSettings applicationName(String shown) {
    applicationName = shown;
    return this;
  }

  /**
   * Sets connection class and purity for Oracle's server-side pool (DRCP). They have an effect only
   * if the URL requests a pooled server.
   */
  public ConnectionSettings drcp(String className, Purity chosen) {
    connectionClass = className;
    purity = chosen;
    return this;
  }

  public ConnectionSettings schema(SchemaName chosen) {
    schema = chosen;
    return this;
  }

  /** Sets the name of this source in messages and reports. The default is the kind of pool. */
  public ConnectionSettings name(String chosen) {
    name = chosen;
    return this;
  }

  /**
   * Sets the URL that messages show. It differs from the connect URL if a network relay is used.
   */
  public ConnectionSettings shownAs(String databaseUrl) {
    shownUrl = databaseUrl;
    return this;
  }

  public ConnectionSettings build() {
    require(size >= 1, "pool size", size, "at least 1");
    boolean fits = minimum >= 0 && minimum <= size;
    require(fits, "pool minimum", minimum, "from 0 to the size, " + size);
    boolean leaves = reserve >= 0 && reserve < size;
    require(leaves, "pool reserve", reserve, "from 0 to below the size, " + size);
    require(borrowWait.compareTo(MIN_BORROW_WAIT) >= 0, "wait time", borrowWait, "at least 250 ms");
    require(login.toSeconds() >= 1, "login time-out", login, "at least 1 s");
    require(!socket.isNegative(), "read time-out", socket, "0 for none, or more");
    require(statementCache >= 0, "statement cache", statementCache, "0 for none, or more");
    require(fetchSize >= 0, "fetch size", fetchSize, "0 for the driver's default, or more");
    boolean valid = connectionClass.matches("[\\w.$#-]{1,128}");
    String rule = "1 to 128 letters, digits or any of _.$#-";
    require(valid, "connection class", "'" + connectionClass + "'", rule);
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

  Duration validationTime() {
    boolean bounded = !socket.isZero() && socket.compareTo(MAX_VALIDATION_TIME) < 0;
    return bounded ? socket : MAX_VALIDATION_TIME;
  }

  /**
   * Returns the validation timeout in seconds, and at least 1, because JDBC drivers interpret 0 as
   * no limit.
   */
  int validationSeconds() {
    return Math.max(1, Math.toIntExact(validationTime().toSeconds()));
  }

  public String safeUrl() {
    return Urls.withoutCredentials(shownUrl);
  }

  @Override
  public String toString() {
    return "ConnectionSettings[%s, pool=%s, size=%d]".formatted(safeUrl(), pool, size);
  }
}
