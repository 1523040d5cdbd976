package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.jdbc.pool.DataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/**
 * Tomcat's JDBC pool. It validates as told; its rule that a connection validated within three
 * seconds need not be validated again is switched off. A transaction that is open at close() stays
 * open.
 */
final class TomcatSubject {
  private TomcatSubject() {}

  static Connections open(Database database, SubjectSettings settings) throws SQLException {
    PoolProperties properties = new PoolProperties();
    properties.setUrl(database.url());
    properties.setDriverClassName(DriverManager.getDriver(database.url()).getClass().getName());
    properties.setDbProperties(Driver.properties(database, settings));
    properties.setMaxActive(settings.size());
    properties.setMaxIdle(settings.size());
    properties.setMinIdle(settings.minimum());
    properties.setInitialSize(settings.minimum());
    properties.setMaxWait(Math.toIntExact(TimeUnit.SECONDS.toMillis(30)));
    properties.setTestOnBorrow(settings.validate());
    properties.setValidationInterval(0);
    properties.setJmxEnabled(false);
    DataSource pool = new DataSource(properties);
    return Filled.withMinimum(Connections.of(pool, () -> pool.close(true)), settings);
  }
}
