package cloakroom.bench.study.s3;

import cloakroom.bench.subject.AgeingPool;
import cloakroom.bench.subject.Backends;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A pool under load and where its statements go: as many threads as connections, each of which
 * borrows, has one statement wait at the server, and gives back. So every connection is used alike,
 * and hardly any processor.
 */
final class LoadShare implements AutoCloseable {
  /** How many connections a pool has. */
  static final int CONNECTIONS = 20;

  private static final String WORK = "select pg_sleep(0.02)";

  private final Backends backends;
  private final Connections pool;
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
  private final List<Future<?>> borrowers = new ArrayList<>();
  private final List<LongAdder> statements = List.of(new LongAdder(), new LongAdder());
  private volatile boolean ended;

  /**
   * Begins the load, one thread after another.
   *
   * @param lifetime the pool's maximum lifetime; zero for none
   * @param ramp time until the last thread begins: with the lifetime itself the connections' ages
   *     are spread evenly from then on
   */
  LoadShare(Database first, Duration lifetime, Duration ramp) {
    backends = new Backends(first);
    pool = AgeingPool.open(backends, CONNECTIONS, lifetime);
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
    backends.join(second);
  }

  /** The second backend's share of the statements since the last call; NaN if there were none. */
  double shareOfSecond() {
    double onFirst = statements.get(0).sumThenReset();
    double onSecond = statements.get(1).sumThenReset();
    return onSecond / (onFirst + onSecond);
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
}
