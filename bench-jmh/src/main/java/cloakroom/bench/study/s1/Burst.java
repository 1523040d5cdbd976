package cloakroom.bench.study.s1;

import cloakroom.bench.subject.Connections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Users who come to a pool all at once. Each makes its requests one after another: borrow, let the
 * database work for 10 ms, return.
 */
final class Burst implements AutoCloseable {
  /** Waits in the database, so that holding a connection takes none of the processors. */
  private static final String WORK = "select 1 from pg_sleep(0.01)";

  private final Connections pool;
  private final int requests;
  private final List<Callable<long[]>> users = new ArrayList<>();
  private final ThreadPoolExecutor threads;

  /**
   * The threads of the users are there when this returns.
   *
   * @param pool closed with this
   * @param requests of each user
   */
  Burst(Connections pool, int users, int requests) {
    this.pool = pool;
    this.requests = requests;
    for (int i = 0; i < users; i++) {
      this.users.add(this::requests);
    }
    threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(users);
    threads.prestartAllCoreThreads();
  }

  /**
   * The burst, until every request has been served.
   *
   * @return how long each request took, in nanoseconds, the shortest first
   * @throws SQLException if a request was not served
   */
  long[] serve() throws SQLException {
    List<long[]> served = new ArrayList<>();
    try {
      for (Future<long[]> user : threads.invokeAll(users)) {
        served.add(user.get());
      }
    } catch (ExecutionException e) {
      throw new SQLException("a request of the burst failed: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted in the middle of a burst", e);
    }
    return served.stream().flatMapToLong(Arrays::stream).sorted().toArray();
  }

  private long[] requests() throws SQLException {
    long[] nanos = new long[requests];
    for (int i = 0; i < requests; i++) {
      long from = System.nanoTime();
      request();
      nanos[i] = System.nanoTime() - from;
    }
    return nanos;
  }

  private void request() throws SQLException {
    try (Connection connection = pool.take();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(WORK)) {
      row.next();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    pool.close();
  }
}
