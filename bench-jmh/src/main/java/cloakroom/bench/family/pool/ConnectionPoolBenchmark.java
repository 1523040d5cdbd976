package cloakroom.bench.family.pool;

import cloakroom.connection.PoolOpening;
import cloakroom.connection.Validation;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * HikariCP's borrow and return, over connections to nothing: a connection for each thread, and no
 * validation, because every one is used all the time.
 */
public class ConnectionPoolBenchmark extends OneRequest {
  private HikariDataSource pool;

  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(StubConnection.source());
    config.setMaximumPoolSize(params.getThreads());
    config.setMinimumIdle(params.getThreads());
    config.setInitializationFailTimeout(TimeUnit.SECONDS.toMillis(30));
    pool = PoolOpening.hikari(config, Validation.IDLE);
  }

  @TearDown(Level.Trial)
  public void close() {
    pool.close();
  }

  @Benchmark
  public Object request() throws SQLException {
    Connection connection = pool.getConnection();
    connection.close();
    return connection;
  }
}
