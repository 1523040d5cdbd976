package cloakroom.bench.family.pool;

import cloakroom.connection.HikariOpening;
import cloakroom.connection.Validation;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * HikariCP's borrow and return, over connections to nothing: a connection for each thread, and no
 * validation, because every one is used all the time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public class ConnectionPoolBenchmark {
  private HikariDataSource pool;

  /** Opens all connections. */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(new StubDataSource());
    config.setMaximumPoolSize(params.getThreads());
    config.setMinimumIdle(params.getThreads());
    config.setInitializationFailTimeout(TimeUnit.SECONDS.toMillis(30));
    pool = HikariOpening.open(config, Validation.IDLE);
  }

  /** Closes them. */
  @TearDown(Level.Trial)
  public void close() {
    pool.close();
  }

  /** One use. */
  @Benchmark
  public Object request() throws SQLException {
    Connection connection = pool.getConnection();
    connection.close();
    return connection;
  }
}
