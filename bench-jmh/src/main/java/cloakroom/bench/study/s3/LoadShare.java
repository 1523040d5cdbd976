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
 * Load on a pool, and the share of its statements on each backend. As many threads as connections
 * borrow one, sleep at the server and return it, so that all connections are used equally.
 */
final class LoadShare implements AutoCloseable {
  static final int CONNECTIONS = 20;

  /** Period over which a share is counted. */
  static final Duration WINDOW = Duration.ofMillis(200);

  /** Maximum relative difference of a balanced load. */
  private static final double TOLERANCE = 0.10;

  /** Balanced windows in a row that are required, so that a random one is not enough. */
  private static final int WINDOWS = 3;

  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final String WORK = "select pg_sleep(0.02)";

  private final Backends backends;
  private final Connections pool;
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
  private final List<Future<?>> borrowers = new ArrayList<>();
  private final List<LongAdder> statements = List.of(new LongAdder(), new LongAdder());
  private volatile boolean ended;

  /** Share of the last window with load; NaN without load. */
  double share = Double.NaN;

  private int streak;

  /** Time until the end of the first balanced window; 0 before. */
  double balancedMillis;

  /**
   * Starts the load, one thread after another.
   *
   * @param lifetime the pool's maximum lifetime; zero for none
   * @param ramp time until the last thread starts; if it equals the lifetime, the ages of the
   *     connections are spread evenly
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
        statement.execute(WORK);
        statements.get(backends.indexOf(connection)).increment();
      }
    }
    return null;
  }

  void join(Database second) {
    backends.members.add(second);
  }

  /** Returns the second backend's share of the statements since the last call; NaN without any. */
  double shareOfSecond() {
    double onFirst = statements.get(0).sumThenReset();
    double onSecond = statements.get(1).sumThenReset();
    return onSecond / (onFirst + onSecond);
  }

  /** Ends a window, at a time in milliseconds since the second backend joined. */
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

  /** Ends the load. Throws IllegalStateException if a thread has failed. */
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
   * Opens an empty HikariCP with any maximum lifetime. Its configuration rejects less than 30
   * seconds, but its management interface accepts any. From 10 seconds HikariCP shortens each
   * connection's lifetime by up to a quarter, so that they do not all end together.
   *
   * @param lifetime age at which a returned connection is closed; zero for no limit
   */
  static Connections openPool(DataSource source, int size, Duration lifetime) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(0);
    config.setConnectionTimeout(MAX_WAIT.toMillis());
    config.setInitializationFailTimeout(-1);
    HikariDataSource pool = new HikariDataSource(config);
    pool.getHikariConfigMXBean().setMaxLifetime(lifetime.toMillis());
    return new Connections(pool::getConnection, pool);
  }

  /**
   * Several database servers behind one DataSource, which new connections use in turn. Existing
   * connections stay at their server.
   */
  @SuppressWarnings("serial") // never serialized
  static final class Backends extends PGSimpleDataSource {
    private final List<Database> members = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    Backends(Database first) {
      members.add(first);
    }

    /** Returns the index of the server of a connection, without a round trip. */
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
