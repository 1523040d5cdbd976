package cloakroom.bench.subject;

import cloakroom.connection.Ucp;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import oracle.ucp.admin.UniversalConnectionPoolManagerImpl;
import oracle.ucp.jdbc.PoolDataSource;

/** Oracle's UCP. Over PostgreSQL it validates at every borrow, whatever it is told. */
final class UcpSubject {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private UcpSubject() {}

  static Connections open(Database database, SubjectSettings settings) throws SQLException {
    boolean oracle = database.url().startsWith("jdbc:oracle:");
    PoolDataSource pool = Ucp.newPool();
    pool.setConnectionPoolName(
        "bench-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
    pool.setConnectionFactoryClassName(
        oracle ? "oracle.jdbc.pool.OracleDataSource" : "org.postgresql.Driver");
    pool.setURL(database.url());
    pool.setUser(database.user());
    pool.setPassword(database.password().reveal());
    pool.setConnectionProperties(Driver.properties(database, settings));
    pool.setMaxPoolSize(settings.size());
    pool.setMinPoolSize(settings.minimum());
    pool.setInitialPoolSize(settings.minimum());
    pool.setConnectionWaitDuration(Duration.ofSeconds(30));
    pool.setValidateConnectionOnBorrow(settings.validate());
    try (Connection first = pool.getConnection()) {
      first.isReadOnly();
    }
    return Connections.of(
        pool,
        () ->
            UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager()
                .destroyConnectionPool(pool.getConnectionPoolName()));
  }
}
