package cloakroom.bench.family.pool;

import cloakroom.bench.subject.PlainDataSource;
import cloakroom.connection.PoolOpening;
import cloakroom.connection.Validation;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.DelegatingConnection;
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

  /**
   * A connection to nothing. What a pool asks when it opens one is answered from below; what it
   * asks at each return is answered here, at once.
   */
  private static final class StubConnection extends DelegatingConnection<Connection> {
    private static final Connection NOTHING =
        (Connection)
            Proxy.newProxyInstance(
                StubConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> answer(method.getName()));

    private StubConnection() {
      super(NOTHING);
    }

    static DataSource source() {
      return new PlainDataSource() {
        @Override
        public Connection getConnection() {
          return new StubConnection();
        }
      };
    }

    private static Object answer(String asked) {
      return switch (asked) {
        case "isValid", "getAutoCommit" -> true;
        case "isReadOnly", "isClosed" -> false;
        case "getTransactionIsolation" -> TRANSACTION_READ_COMMITTED;
        case "getNetworkTimeout" -> 0;
        case "getCatalog", "getSchema" -> "stub";
        default -> null;
      };
    }

    @Override
    public void clearWarnings() {
      // there are none
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
