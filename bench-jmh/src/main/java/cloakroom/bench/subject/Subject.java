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
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
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
 * A way to come by a connection. Pools are used as they come, behind their own DataSource, with
 * equal settings where they have them ({@link SubjectSettings}); what is left different is what
 * they are.
 */
public enum Subject {
  /** A new connection for every borrow; closing it ends it. */
  UNPOOLED("unpooled") {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      Properties driver = driver(database, settings);
      return new Connections(() -> DriverManager.getConnection(database.url(), driver), () -> {});
    }
  },
  /**
   * It validates only after 500 ms without use unless it is told to always do so. Its configuration
   * takes no idle time-out below ten seconds; set after the start it takes any.
   */
  HIKARI("HikariCP") {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(database.url());
      config.setDataSourceProperties(driver(database, settings));
      config.setMaximumPoolSize(settings.size());
      config.setMinimumIdle(settings.minimum());
      config.setConnectionTimeout(WAIT.toMillis());
      config.setInitializationFailTimeout(settings.minimum() == 0 ? -1 : WAIT.toMillis());
      Validation validation = settings.validate() ? Validation.ALWAYS : Validation.IDLE;
      HikariDataSource pool =
          settings.endsIdle()
              ? PoolFactory.hikari(config, validation, SubjectSettings.LOOKS_EACH)
              : PoolFactory.hikari(config, validation);
      if (settings.endsIdle()) {
        pool.getHikariConfigMXBean().setIdleTimeout(settings.idle().toMillis());
      }
      return new Connections(pool::getConnection, pool);
    }
  },
  /** Over PostgreSQL it validates at every borrow, whatever it is told. */
  UCP("UCP") {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      boolean oracle = DatabaseKind.ORACLE.isOf(database.url());
      PoolDataSource pool = PoolFactory.ucp();
      pool.setConnectionPoolName(
          "bench-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
      pool.setConnectionFactoryClassName(
          oracle ? "oracle.jdbc.pool.OracleDataSource" : "org.postgresql.Driver");
      pool.setURL(database.url());
      pool.setUser(database.user());
      pool.setPassword(database.password().reveal());
      pool.setConnectionProperties(driver(database, settings));
      pool.setMaxPoolSize(settings.size());
      pool.setMinPoolSize(settings.minimum());
      pool.setInitialPoolSize(settings.minimum());
      pool.setConnectionWaitDuration(WAIT);
      pool.setValidateConnectionOnBorrow(settings.validate());
      if (settings.endsIdle()) {
        pool.setInactiveConnectionTimeout(Math.toIntExact(settings.idle().toSeconds()));
        pool.setTimeoutCheckInterval(Math.toIntExact(SubjectSettings.LOOKS_EACH.toSeconds()));
      }
      try {
        UniversalConnectionPoolManager all =
            UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager();
        String name = pool.getConnectionPoolName();
        all.createConnectionPool((UniversalConnectionPoolAdapter) pool);
        all.startConnectionPool(name);
        return new Connections(pool::getConnection, () -> all.destroyConnectionPool(name));
      } catch (UniversalConnectionPoolException e) {
        throw new SQLException("UCP does not start: " + e.getMessage(), e);
      }
    }
  },
  /**
   * Run only when it is asked for, as are those below. A transaction that is open at close() is
   * committed, because it switches autoCommit on again. It opens a minimum aside, and more than
   * that if somebody borrows meanwhile, so it is told of one only when it has it.
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
                              .acquisitionTimeout(WAIT)
                              .connectionValidator(ConnectionValidator.defaultValidator())
                              .validateOnBorrow(settings.validate())
                              .reapTimeout(settings.idle())
                              .connectionFactoryConfiguration(
                                  origin -> origin(origin, database, settings))));
      Connections filled = filled(new Connections(pool::getConnection, pool), settings);
      pool.getConfiguration().connectionPoolConfiguration().setMinSize(settings.minimum());
      return filled;
    }

    private AgroalConnectionFactoryConfigurationSupplier origin(
        AgroalConnectionFactoryConfigurationSupplier origin,
        Database database,
        SubjectSettings settings) {
      Properties driver = driver(database, settings);
      origin
          .jdbcUrl(database.url())
          .principal(new NamePrincipal((String) driver.remove("user")))
          .credential(new SimplePassword((String) driver.remove("password")));
      driver.forEach((name, value) -> origin.jdbcProperty((String) name, (String) value));
      return origin;
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
      pool.setMaxWait(WAIT);
      pool.setTestOnBorrow(settings.validate());
      if (settings.endsIdle()) {
        pool.setMinEvictableIdle(Duration.ofMillis(-1)); // it would take the minimum too
        pool.setSoftMinEvictableIdle(settings.idle());
        pool.setDurationBetweenEvictionRuns(SubjectSettings.LOOKS_EACH);
        pool.setNumTestsPerEvictionRun(settings.size());
      }
      return filled(new Connections(pool::getConnection, pool), settings);
    }
  },
  /**
   * Its rule that a connection validated within three seconds need not be validated again is
   * switched off. A transaction that is open at close() stays open.
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
      properties.setMaxWait(Math.toIntExact(WAIT.toMillis()));
      properties.setTestOnBorrow(settings.validate());
      properties.setValidationInterval(0);
      properties.setJmxEnabled(false);
      if (settings.endsIdle()) {
        properties.setMinEvictableIdleTimeMillis(Math.toIntExact(settings.idle().toMillis()));
        properties.setTimeBetweenEvictionRunsMillis(
            Math.toIntExact(SubjectSettings.LOOKS_EACH.toMillis()));
      }
      DataSource pool = new DataSource(properties);
      return filled(new Connections(pool::getConnection, () -> pool.close(true)), settings);
    }
  };

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String product;

  Subject(String product) {
    this.product = product;
  }

  /** As texts name it. */
  public String product() {
    return product;
  }

  /** The subject of a name, in any case. */
  public static Subject named(String name) {
    return Kind.constant(Subject.class).parse("pool", name.toLowerCase(Locale.ROOT));
  }

  /** Opens it; with a minimum of n connections it has n when this returns. */
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

  /** Takes the minimum at once and gives it back: some pools open their first only then. */
  private static Connections filled(Connections pool, SubjectSettings settings)
      throws SQLException {
    try {
      pool.fill(settings.minimum());
      return pool;
    } catch (SQLException refused) {
      pool.close();
      throw refused;
    }
  }
}
