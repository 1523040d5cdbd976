package cloakroom.connection;

import cloakroom.database.Password;
import cloakroom.database.Urls;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything a connection source is told; equal settings mean the same for every pool kind. Start
 * with {@link #to} and change what differs from the defaults.
 *
 * @param url jdbc:postgresql: or jdbc:oracle:; parameters in a PostgreSQL URL win over ours
 * @param user name to log in with
 * @param password never printed
 * @param pool kind of pool
 * @param size most connections at a time; ignored by {@link PoolKind#NONE}
 * @param minimum connections opened at the start and kept open; ignored by {@link PoolKind#NONE}
 * @param hygiene what is cleaned when a connection goes back
 * @param validation when a pool asks whether a connection lives
 * @param borrowWait how long a borrow waits for another to give back; at least 250 ms (HikariCP's
 *     minimum)
 * @param idle an idle connection is closed after this time; at least 10 s (HikariCP's minimum)
 * @param driver what the driver is told
 * @param name of the source in messages and figures; made unique if empty
 */
public record ConnectionSettings(
    String url,
    String user,
    Password password,
    PoolKind pool,
    int size,
    int minimum,
    Hygiene hygiene,
    Validation validation,
    Duration borrowWait,
    Duration idle,
    DriverSettings driver,
    String name) {
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);
  private static final Duration SHORTEST_IDLE = Duration.ofSeconds(10);

  public ConnectionSettings {
    Choices.require(size >= 1, "pool size", size, "at least 1");
    Choices.require(
        minimum >= 0 && minimum <= size, "pool minimum", minimum, "from 0 to the size, " + size);
    Choices.require(
        borrowWait.compareTo(SHORTEST_WAIT) >= 0, "wait time", borrowWait, "at least 250 ms");
    Choices.require(idle.compareTo(SHORTEST_IDLE) >= 0, "idle time", idle, "at least 10 s");
  }

  /** Defaults: HikariCP, 10 connections, ROLLBACK, validation ALWAYS, wait 30 s, login 10 s. */
  public static Builder to(String url, String user, Password password) {
    return new Builder(url, user, password);
  }

  /** The URL without user, password and parameters: fit for messages and reports. */
  public String safeUrl() {
    return Urls.withoutCredentials(url);
  }

  /**
   * What the driver is told, in its own words and sorted, without user and password. Parameters of
   * the URL count where they differ: those of PostgreSQL are in here; Oracle's stay in the URL.
   *
   * @throws IllegalArgumentException if no driver understands the URL
   */
  public SortedMap<String, String> driverProperties() {
    Dialect dialect = Dialect.of(url);
    SortedMap<String, String> told = new TreeMap<>();
    try {
      Properties properties = dialect.inForce(url, dialect.properties(user, password, driver));
      properties.stringPropertyNames().forEach(key -> told.put(key, properties.getProperty(key)));
    } catch (SQLException notUnderstood) {
      throw new IllegalArgumentException(safeUrl() + ": no driver understands it", notUnderstood);
    }
    told.keySet().removeAll(Set.of("user", "password"));
    return Collections.unmodifiableSortedMap(told);
  }

  ConnectionSettings withName(String other) {
    return new ConnectionSettings(
        url,
        user,
        password,
        pool,
        size,
        minimum,
        hygiene,
        validation,
        borrowWait,
        idle,
        driver,
        other);
  }

  @Override
  public String toString() {
    return "ConnectionSettings[%s, pool=%s, size=%d, minimum=%d, hygiene=%s, validation=%s, wait=%s, idle=%s, %s]"
        .formatted(safeUrl(), pool, size, minimum, hygiene, validation, borrowWait, idle, driver);
  }

  /** Settings that differ from the defaults. */
  public static final class Builder {
    private final String url;
    private final String user;
    private final Password password;
    private PoolKind pool = PoolKind.HIKARI;
    private int size = 10;
    private int minimum;
    private Hygiene hygiene = Hygiene.ROLLBACK;
    private Validation validation = Validation.ALWAYS;
    private Duration borrowWait = Duration.ofSeconds(30);
    private Duration login = DriverSettings.DEFAULTS.login();
    private Duration socket = DriverSettings.DEFAULTS.socket();
    private int statementCache = DriverSettings.DEFAULTS.statementCache();
    private int fetchSize = DriverSettings.DEFAULTS.fetchSize();
    private String applicationName = DriverSettings.DEFAULTS.applicationName();
    private String connectionClass = DriverSettings.DEFAULTS.connectionClass();
    private Purity purity = DriverSettings.DEFAULTS.purity();
    private Duration idle = Duration.ofMinutes(10);
    private String name = "";

    private Builder(String url, String user, Password password) {
      this.url = url;
      this.user = user;
      this.password = password;
    }

    public Builder pool(PoolKind kind, int size) {
      this.pool = kind;
      this.size = size;
      return this;
    }

    public Builder minimum(int minimum) {
      this.minimum = minimum;
      return this;
    }

    public Builder hygiene(Hygiene hygiene) {
      this.hygiene = hygiene;
      return this;
    }

    public Builder validation(Validation validation) {
      this.validation = validation;
      return this;
    }

    public Builder borrowWait(Duration borrowWait) {
      this.borrowWait = borrowWait;
      return this;
    }

    public Builder login(Duration login) {
      this.login = login;
      return this;
    }

    public Builder statementCache(int statements) {
      this.statementCache = statements;
      return this;
    }

    public Builder fetchSize(int rows) {
      this.fetchSize = rows;
      return this;
    }

    public Builder drcp(String connectionClass, Purity purity) {
      this.connectionClass = connectionClass;
      this.purity = purity;
      return this;
    }

    public Builder applicationName(String applicationName) {
      this.applicationName = applicationName;
      return this;
    }

    public Builder socket(Duration socket) {
      this.socket = socket;
      return this;
    }

    public Builder idle(Duration idle) {
      this.idle = idle;
      return this;
    }

    public Builder name(String name) {
      this.name = name;
      return this;
    }

    public ConnectionSettings build() {
      return new ConnectionSettings(
          url,
          user,
          password,
          pool,
          size,
          minimum,
          hygiene,
          validation,
          borrowWait,
          idle,
          new DriverSettings(
              login, socket, statementCache, fetchSize, applicationName, connectionClass, purity),
          name);
    }
  }
}
