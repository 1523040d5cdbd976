package cloakroom.bench.subject;

import cloakroom.connection.PoolFactory;
import cloakroom.connection.Validation;
import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.options.Kind;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import oracle.ucp.UniversalConnectionPoolAdapter;
import oracle.ucp.UniversalConnectionPoolException;
import oracle.ucp.admin.UniversalConnectionPoolManager;
import oracle.ucp.admin.UniversalConnectionPoolManagerImpl;
import oracle.ucp.jdbc.PoolDataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.tomcat.jdbc.pool.DataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/**
 * Connection source under test: a pool through its DataSource, or the plain driver. Each pool uses
 * the {@link SubjectSettings} that it supports, and its defaults for all others.
 */
public enum Subject {
  UNPOOLED("unpooled") {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      Properties driver = driver(database, settings);
      return new Connections(() -> DriverManager.getConnection(database.url(), driver), () -> {});
    }
  },
  /**
   * HikariCP. Without validation at every borrow, it still validates connections that were idle for
   * 500 ms. The idle timeout is set on the running pool, because HikariCP's configuration rejects
   * less than ten seconds.
   */
  HIKARI("HikariCP") {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(database.url());
      config.setDataSourceProperties(driver(database, settings));
      config.setMaximumPoolSize(settings.size());
      config.setMinimumIdle(settings.minimum());
      config.setConnectionTimeout(MAX_WAIT.toMillis());
      config.setInitializationFailTimeout(settings.minimum() == 0 ? -1 : MAX_WAIT.toMillis());
      Validation validation = settings.validate() ? Validation.ALWAYS : Validation.IDLE;
      if (!settings.hasIdleTimeout()) {
        HikariDataSource pool = PoolFactory.hikari(config, validation);
        return new Connections(pool::getConnection, pool);
      }
      HikariDataSource pool =
          PoolFactory.hikari(config, validation, SubjectSettings.IDLE_CHECK_PERIOD);
      pool.getHikariConfigMXBean().setIdleTimeout(settings.idleTimeout().toMillis());
      return new Connections(pool::getConnection, pool);
    }
  },
  /** UCP. With PostgreSQL, UCP validates at every borrow, even if validation is off. */
  UCP("UCP") {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      boolean oracle = DatabaseKind.ORACLE.isOf(database.url());
      PoolDataSource pool = PoolFactory.ucp();
      String name = "bench-" + ProcessHandle.current().pid() + "-" + POOL_NUMBER.incrementAndGet();
      pool.setConnectionPoolName(name);
      pool.setConnectionFactoryClassName(
          oracle ? "oracle.jdbc.pool.OracleDataSource" : "org.postgresql.Driver");
      pool.setURL(database.url());
      pool.setUser(database.user());
      pool.setPassword(database.password().reveal());
      pool.setConnectionProperties(driver(database, settings));
      pool.setMaxPoolSize(settings.size());
      pool.setMinPoolSize(settings.minimum());
      pool.setInitialPoolSize(settings.minimum());
      pool.setConnectionWaitDuration(MAX_WAIT);
      pool.setValidateConnectionOnBorrow(settings.validate());
      if (settings.hasIdleTimeout()) {
        pool.setInactiveConnectionTimeout(Math.toIntExact(settings.idleTimeout().toSeconds()));
        pool.setTimeoutCheckInterval(
            Math.toIntExact(SubjectSettings.IDLE_CHECK_PERIOD.toSeconds()));
      }
      try {
        UniversalConnectionPoolManager all =
            UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager();
        all.createConnectionPool((UniversalConnectionPoolAdapter) pool);
        all.startConnectionPool(name);
        return new Connections(pool::getConnection, () -> all.destroyConnectionPool(name));
      } catch (UniversalConnectionPoolException e) {
        throw new SQLException("cannot start UCP: " + e.getMessage(), e);
      }
    }
  },
  /**
   * Agroal. Closing a connection commits an open transaction, because Agroal then sets autoCommit.
   *
   * <p>The minimum size is set only after the pool is filled. Agroal would otherwise open
   * connections in a background thread while {@code fill} opens more.
   *
   * <p>Agroal and the pools below run only if {@code --pools} names them.
   */
  AGROAL("Agroal") {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      AgroalDataSource pool =
          AgroalDataSource.from(
              new AgroalDataSourceConfigurationSupplier()
                  .connectionPoolConfiguration(
                      limits ->
                          limits
                              .maxSize(settings.size())
                              .acquisitionTimeout(MAX_WAIT)
                              .connectionValidator(ConnectionValidator.defaultValidator())
                              .validateOnBorrow(settings.validate())
                              .reapTimeout(settings.idleTimeout())
                              .connectionFactoryConfiguration(
                                  factory -> {
                                    Properties driver = driver(database, settings);
                                    Object user = driver.remove("user");
                                    Object password = driver.remove("password");
                                    driver.forEach(
                                        (name, value) ->
                                            factory.jdbcProperty((String) name, (String) value));
                                    return factory
                                        .jdbcUrl(database.url())
                                        .principal(new NamePrincipal((String) user))
                                        .credential(new SimplePassword((String) password));
                                  })));
      Connections filled = filled(new Connections(pool::getConnection, pool), settings);
      pool.getConfiguration().connectionPoolConfiguration().setMinSize(settings.minimum());
      return filled;
    }
  },
  DBCP2("DBCP 2") {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      BasicDataSource pool = new BasicDataSource();
      pool.setUrl(database.url());
      driver(database, settings)
          .forEach((name, value) -> pool.addConnectionProperty((String) name, (String) value));
      pool.setMaxTotal(settings.size());
      pool.setMaxIdle(settings.size());
      pool.setMinIdle(settings.minimum());
      pool.setInitialSize(settings.minimum());
      pool.setMaxWait(MAX_WAIT);
      pool.setTestOnBorrow(settings.validate());
      if (settings.hasIdleTimeout()) {
        pool.setMinEvictableIdle(Duration.ofMillis(-1)); // would ignore the minimum
        pool.setSoftMinEvictableIdle(settings.idleTimeout());
        pool.setDurationBetweenEvictionRuns(SubjectSettings.IDLE_CHECK_PERIOD);
        pool.setNumTestsPerEvictionRun(settings.size());
      }
      return filled(new Connections(pool::getConnection, pool), settings);
    }
  },
  /**
   * Tomcat JDBC pool. The validation interval is 0, because by default Tomcat skips validation for
   * three seconds. Closing a connection neither commits nor rolls back.
   */
  TOMCAT("Tomcat") {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      PoolProperties properties = new PoolProperties();
      properties.setUrl(database.url());
      properties.setDriverClassName(DriverManager.getDriver(database.url()).getClass().getName());
      properties.setDbProperties(driver(database, settings));
      properties.setMaxActive(settings.size());
      properties.setMaxIdle(settings.size());
      properties.setMinIdle(settings.minimum());
      properties.setInitialSize(settings.minimum());
      properties.setMaxWait(Math.toIntExact(MAX_WAIT.toMillis()));
      properties.setTestOnBorrow(settings.validate());
      properties.setValidationInterval(0);
      properties.setJmxEnabled(false);
      if (settings.hasIdleTimeout()) {
        properties.setMinEvictableIdleTimeMillis(
            Math.toIntExact(settings.idleTimeout().toMillis()));
        properties.setTimeBetweenEvictionRunsMillis(
            Math.toIntExact(SubjectSettings.IDLE_CHECK_PERIOD.toMillis()));
      }
      DataSource pool = new DataSource(properties);
      return filled(new Connections(pool::getConnection, () -> pool.close(true)), settings);
    }
  };

  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final AtomicInteger POOL_NUMBER = new AtomicInteger();

  private final String product;

  Subject(String product) {
    this.product = product;
  }

  public String product() {
    return product;
  }

  /** Returns the named pools; HikariCP and UCP if there are none. */
  public static List<Subject> pools(List<String> names) {
    List<Subject> pools =
        names.stream()
            .map(name -> Kind.constant(Subject.class).parse("pool", name.toLowerCase(Locale.ROOT)))
            .filter(pool -> pool != UNPOOLED)
            .distinct()
            .toList();
    return pools.isEmpty() ? List.of(HIKARI, UCP) : pools;
  }

  public abstract Connections open(Database database, SubjectSettings settings) throws SQLException;

  private static Properties driver(Database database, SubjectSettings settings) {
    Properties driver = new Properties();
    driver.setProperty("user", database.user());
    driver.setProperty("password", database.password().reveal());
    String cache = Integer.toString(settings.statementCache());
    if (DatabaseKind.ORACLE.isOf(database.url())) {
      driver.setProperty("oracle.jdbc.implicitStatementCacheSize", cache);
    } else {
      driver.setProperty("preparedStatementCacheQueries", cache);
      driver.setProperty("sslmode", "disable");
      driver.setProperty("gssEncMode", "disable");
    }
    return driver;
  }

  private static Connections filled(Connections pool, SubjectSettings settings)
      throws SQLException {
    pool.fill(settings.minimum());
    return pool;
  }
}
