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
 * Connection source under test. Pools are used through their own DataSource with equal settings
 * where they support them ({@link SubjectSettings}), and with their defaults otherwise.
 */
public enum Subject {
  /** Opens a new connection for every borrow. */
  UNPOOLED("unpooled") {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      Properties driver = driver(database, settings);
      return new Connections(() -> DriverManager.getConnection(database.url(), driver), () -> {});
    }
  },
  /**
   * Validates after 500 ms without use unless set to validate always. Its configuration rejects an
   * idle timeout below ten seconds; the running pool accepts any.
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
      HikariDataSource pool =
          settings.hasIdleTimeout()
              ? PoolFactory.hikari(config, validation, SubjectSettings.IDLE_CHECK_PERIOD)
              : PoolFactory.hikari(config, validation);
      if (settings.hasIdleTimeout()) {
        pool.getHikariConfigMXBean().setIdleTimeout(settings.idleTimeout().toMillis());
      }
      return new Connections(pool::getConnection, pool);
    }
  },
  /** Over PostgreSQL it always validates at every borrow. */
  UCP("UCP") {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      boolean oracle = DatabaseKind.ORACLE.isOf(database.url());
      PoolDataSource pool = PoolFactory.ucp();
      pool.setConnectionPoolName(
          "bench-" + ProcessHandle.current().pid() + "-" + POOL_NUMBER.incrementAndGet());
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
        String name = pool.getConnectionPoolName();
        all.createConnectionPool((UniversalConnectionPoolAdapter) pool);
        all.startConnectionPool(name);
        return new Connections(pool::getConnection, () -> all.destroyConnectionPool(name));
      } catch (UniversalConnectionPoolException e) {
        throw new SQLException("cannot start UCP: " + e.getMessage(), e);
      }
    }
  },
  /**
   * This and the following pools run only with {@code --pools}. A transaction that is open at
   * close() is committed, because it switches autoCommit on again. The minimum is set after the
   * pool has been filled: it opens a minimum in the background, and more if it is used at the same
   * time.
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
                                    String user = (String) driver.remove("user");
                                    String password = (String) driver.remove("password");
                                    driver.forEach(
                                        (name, value) ->
                                            factory.jdbcProperty((String) name, (String) value));
                                    return factory
                                        .jdbcUrl(database.url())
                                        .principal(new NamePrincipal(user))
                                        .credential(new SimplePassword(password));
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
   * Its validation interval of three seconds is switched off. A transaction that is open at close()
   * stays open.
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

  public static Subject named(String name) {
    return Kind.constant(Subject.class).parse("pool", name.toLowerCase(Locale.ROOT));
  }

  /** Opens it with its minimum of connections. */
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

  /** Fills a pool that opens its minimum only on demand. */
  private static Connections filled(Connections pool, SubjectSettings settings)
      throws SQLException {
    pool.fill(settings.minimum());
    return pool;
  }
}
