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
import java.util.concurrent.CancellationException;
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
 * A pool under load and where its statements go: as many threads as connections, each of which
 * borrows, has one statement wait at the server, and gives back. So every connection is used alike,
 * and hardly any processor.
 */
final class LoadShare implements AutoCloseable {
  static final int CONNECTIONS = 20;

  /** How long a share is counted before it is looked at. */
  static final Duration WINDOW = Duration.ofMillis(200);

  /** Both carry the same within this much. */
  private static final double WITHIN = 0.10;

  /** Windows in a row that must be balanced, so that chance is not taken for balance. */
  private static final int WINDOWS = 3;

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final String WORK = "select pg_sleep(0.02)";

  private final Backends backends;
  private final Connections pool;
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
  private final List<Future<?>> borrowers = new ArrayList<>();
  private final List<LongAdder> statements = List.of(new LongAdder(), new LongAdder());
  private volatile boolean ended;
  private double share = Double.NaN;
  private int streak;
  private double balancedMillis;

  /**
   * Begins the load, one thread after another.
   *
   * @param lifetime the pool's maximum lifetime; zero for none
   * @param ramp time until the last thread begins: with the lifetime itself the connections' ages
   *     are spread evenly from then on
   */
  LoadShare(Database first, Duration lifetime, Duration ramp) {
    backends = new Backends(first);
    pool = ageing(backends, CONNECTIONS, lifetime);
    for (int i = 0; i < CONNECTIONS; i++) {
      long pause = ramp.toMillis() * i / CONNECTIONS;
      borrowers.add(threads.submit(() -> borrow(pause)));
    }
  }

  private Void borrow(long pause) throws SQLException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(pause);
    while (!ended) {
      try (Connection connection = pool.take();
          Statement statement = connection.createStatement()) {
        statement.execute(WORK);
        statements.get(backends.member(connection)).increment();
      }
    }
    return null;
  }

  void join(Database second) {
    backends.members.add(second);
  }

  /** The second backend's share of the statements since the last call; NaN if there were none. */
  double shareOfSecond() {
    double onFirst = statements.get(0).sumThenReset();
    double onSecond = statements.get(1).sumThenReset();
    return onSecond / (onFirst + onSecond);
  }

  /** Looks at the share since the last look; time counts to the end of the first of balance. */
  void look(double sinceMillis) {
    double now = shareOfSecond();
    share = Double.isNaN(now) ? share : now;
    streak = Math.abs(1 - 2 * now) <= WITHIN ? streak + 1 : 0;
    if (streak == WINDOWS && !isBalanced()) {
      balancedMillis = sinceMillis - (WINDOWS - 1) * WINDOW.toMillis();
    }
  }

  /** The share that was seen last. */
  double share() {
    if (Double.isNaN(share)) {
      throw new IllegalStateException("a pool carried no load: nothing was measured");
    }
    return share;
  }

  boolean isBalanced() {
    return balancedMillis > 0;
  }

  double balancedMillis() {
    return balancedMillis;
  }

  /** Ends the load; what a thread threw comes out here. */
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
    } catch (ExecutionException | CancellationException e) {
      throw new IllegalStateException("the load failed: " + e.getCause().getMessage(), e);
    } finally {
      pool.close();
    }
  }

  /**
   * HikariCP with a maximum lifetime of any length, empty at first. Its configuration takes none
   * below 30 seconds; set after the start, through its management interface, it takes any, and its
   * timer keeps it. From 10 seconds on HikariCP shortens each connection's life by up to a quarter,
   * so that they do not all end at once.
   *
   * @param lifetime a connection that is older is closed when it comes back; zero for no limit
   */
  static Connections ageing(DataSource source, int size, Duration lifetime) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(0);
    config.setConnectionTimeout(WAIT.toMillis());
    config.setInitializationFailTimeout(-1);
    HikariDataSource pool = new HikariDataSource(config);
    pool.getHikariConfigMXBean().setMaxLifetime(lifetime.toMillis());
    return new Connections(pool::getConnection, pool);
  }

  /**
   * Several database servers behind one DataSource: new connections go to them in turn. One that
   * joins gets its turn with the next new connection; connections that exist stay where they are.
   */
  @SuppressWarnings("serial") // never serialized
  static final class Backends extends PGSimpleDataSource {
    private final List<Database> members = new CopyOnWriteArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    Backends(Database first) {
      members.add(first);
    }

    /** The member, from 0, that a connection of ours leads to; asks nothing of the server. */
    int member(Connection connection) throws SQLException {
      String url = connection.getMetaData().getURL();
      for (int i = 0; i < members.size(); i++) {
        if (url.startsWith(members.get(i).url())) {
          return i;
        }
      }
      throw new IllegalStateException("a connection to " + url + ", which is no member");
    }

    @Override
    public Connection getConnection() throws SQLException {
      return members.get(Math.floorMod(turn.getAndIncrement(), members.size())).connect();
    }
  }
}
