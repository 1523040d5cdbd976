package cloakroom.bench.study.s3;

import cloakroom.bench.subject.Connections;
import cloakroom.database.Database;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Load on a pool with connections to two database servers. Measures the share of statements on each
 * server. One thread per connection keeps all connections equally busy.
 */
final class LoadShare implements AutoCloseable {
  static final Duration WINDOW = Duration.ofMillis(200);
  private static final int CONNECTIONS = 20;
  private static final double TOLERANCE = 0.10; // relative difference of a balanced load
  private static final int WINDOWS = 3; // balanced in a row, so that a random one is not enough

  private final Backends backends;
  private final Connections pool;
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
  private final List<Future<?>> borrowers = new ArrayList<>();
  private final List<LongAdder> statements = List.of(new LongAdder(), new LongAdder());
  private volatile boolean ended;

  double share = Double.NaN; // of the last window with load
  double balancedMillis; // until the end of the first balanced window; 0 before
  private int streak;

  /**
   * Starts the load, with one thread per connection.
   *
   * @param ramp time over which the threads open their connections, one after another; a ramp of
   *     {@code lifetime} spreads the connection ages evenly
   */
  LoadShare(Database first, Duration lifetime, Duration ramp) {
    backends = new Backends(first);
    pool = openPool(backends, CONNECTIONS, lifetime);
    for (int i = 0; i < CONNECTIONS; i++) {
      long pause = ramp.toMillis() * i / CONNECTIONS;
      borrowers.add(threads.submit(() -> borrow(pause)));
    }
  }

  private Void borrow(long pause) throws SQLException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(pause);
    while (!ended) {
      try (Connection connection = pool.borrow();
          Statement statement = connection.createStatement()) {
        statement.execute("select pg_sleep(0.02)");
        statements.get(backends.indexOf(connection)).increment();
      }
    }
    return null;
  }

  void join(Database second) {
    backends.members.add(second);
  }

  /**
   * Returns the second server's share of the statements since the previous call. Returns NaN if
   * there were none.
   */
  double shareOfSecond() {
    double onFirst = statements.get(0).sumThenReset();
    double onSecond = statements.get(1).sumThenReset();
    return onSecond / (onFirst + onSecond);
  }

  void endWindow(double sinceMillis) {
    double now = shareOfSecond();
    share = Double.isNaN(now) ? share : now;
    streak = Math.abs(1 - 2 * now) <= TOLERANCE ? streak + 1 : 0;
    if (streak == WINDOWS && !isBalanced()) {
      balancedMillis = sinceMillis - (WINDOWS - 1) * WINDOW.toMillis();
    }
  }

  boolean isBalanced() {
    return balancedMillis > 0;
  }

  @Override
  public void close() {
    ended = true;
    threads.shutdown();
    try {
      for (Future<?> borrower : borrowers) {
        borrower.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the load failed: " + e.getCause().getMessage(), e);
    } finally {
      pool.close();
    }
  }

  /**
   * Opens a HikariCP pool without connections. The lifetime is set through HikariCP's JMX
   * interface, because HikariCP's configuration rejects less than 30 seconds. HikariCP shortens
   * each lifetime above 10 seconds by a random part of up to a quarter.
   *
   * @param lifetime maximum lifetime of a connection; zero for no limit
   */
  static Connections openPool(DataSource source, int size, Duration lifetime) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(0);
    config.setConnectionTimeout(Duration.ofSeconds(30).toMillis());
    config.setInitializationFailTimeout(-1);
    HikariDataSource pool = new HikariDataSource(config);
    pool.getHikariConfigMXBean().setMaxLifetime(lifetime.toMillis());
    return new Connections(pool::getConnection, pool);
  }

  /** DataSource that opens connections to several database servers in turn. */
  @SuppressWarnings("serial") // never serialized
  static final class Backends extends PGSimpleDataSource {
    private final List<Database> members = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    Backends(Database first) {
      members.add(first);
    }

    int indexOf(Connection connection) throws SQLException {
      String url = connection.getMetaData().getURL();
      for (int i = 0; i < members.size(); i++) {
        if (url.startsWith(members.get(i).url())) {
          return i;
        }
      }
      throw new IllegalStateException("a connection to " + url + ", which is no backend");
    }

    @Override
    public Connection getConnection() throws SQLException {
      return members.get(Math.floorMod(next.getAndIncrement(), members.size())).connect();
    }
  }
}
