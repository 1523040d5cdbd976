package cloakroom.connection;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Connection source that adds leases, statistics and error classes to any kind of pool. */
final class LeasingSource implements ConnectionSource {
  private static final String NO_SECOND =
      "no second connection in %s for a snapshot: the session has the only one; raise the pool size,"
          + " or set jbo.server.internal_connection so that snapshots use a separate source";
  private static final long RETRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ConnectionSettings settings;
  private final Dialect dialect;
  private final LeaseStatistics statistics = new LeaseStatistics();
  private final Pool pool;
  private final int limit;
  private final int reserve;

  /** Permits for {@link #borrow}; null if no connection is reserved for snapshot writes. */
  private final Semaphore userPermits;

  /**
   * Fair queue in front of UCP and Agroal; null for other pools. It replaces their own queues:
   * UCP's ignores interrupts, and Agroal's does not notice the return of a broken connection.
   */
  private final Semaphore queuePermits;

  /**
   * Permit to retry a failed connect while the database has no free session. Only one borrower at a
   * time has the permit.
   */
  private final Semaphore retrying = new Semaphore(1, true);

  /** Signal that a connection was returned, for the borrower with the permit {@link #retrying}. */
  private final Semaphore returned = new Semaphore(0);

  private volatile SQLException serverFull;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Set<PooledLease> openLeases = ConcurrentHashMap.newKeySet();

  LeasingSource(ConnectionSettings settings, Dialect dialect, Pool pool) {
    this.settings = settings;
    this.dialect = dialect;
    this.pool = pool;
    this.limit = settings.pool == PoolKind.NONE ? 0 : settings.size;
    this.reserve = limit == 0 ? 0 : settings.reserve;
    this.userPermits = reserve == 0 ? null : new Semaphore(limit - reserve, true);
    boolean queues = settings.pool == PoolKind.UCP || settings.pool == PoolKind.AGROAL;
    this.queuePermits = queues ? new Semaphore(limit, true) : null;
  }

  @Override
  public Lease borrow() {
    long from = System.nanoTime();
    requireOpen();
    await(userPermits, limit - reserve, "all user connections are in use", from);
    return lend(from, false);
  }

  @Override
  public Lease borrowInternal(Lease holder) {
    if (limit == 1 && holder != null && holder.source() == this) {
      throw new ConnectionException(
          ErrorClass.POOL_EXHAUSTED, NO_SECOND.formatted(settings.name), null);
    }
    PooledLease lease = lend(System.nanoTime(), true);
    statistics.count(Counter.INTERNAL_BORROWS, 1);
    lease.setUser("snapshot", holder instanceof PooledLease user ? user.session : "");
    return lease;
  }

  private PooledLease lend(long from, boolean internal) {
    Connection connection;
    try {
      requireOpen();
      connection = take(from);
      if (!statistics.recordBorrow()) {
        handBack(connection, false);
        throw closed();
      }
    } catch (RuntimeException failure) {
      release(internal ? null : userPermits);
      throw failure;
    }
    PooledLease lease =
        new PooledLease(
            this, settings, dialect, statistics, connection, closed -> endLease(closed, internal));
    openLeases.add(lease);
    return lease.begin();
  }

  /**
   * Waits for a permit, unless {@code permits} is null. Cannot deadlock, because a thread that
   * holds a connection for snapshot writes never waits for another connection.
   */
  private void await(Semaphore permits, int max, String timeoutMessage, long from) {
    if (permits == null) {
      return;
    }
    waiting.incrementAndGet();
    try {
      if (!permits.tryAcquire(settings.borrowWait.toNanos(), TimeUnit.NANOSECONDS)) {
        requireOpen();
        throw failure(new SQLTimeoutException(timeoutMessage), true, max, from);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      requireOpen();
      throw failure(new SQLException("interrupted while waiting", interrupted), false, limit, from);
    } finally {
      waiting.decrementAndGet();
    }
  }

  private Connection take(long from) {
    long deadline = System.nanoTime() + settings.borrowWait.toNanos();
    await(queuePermits, limit, "all connections are in use", from);
    waiting.incrementAndGet();
    Connection taken = null;
    try {
      taken = takeUnlessFull(deadline);
      return taken;
    } catch (SQLException failure) {
      requireOpen();
      throw failure(failure, pool.isTimeout(failure), limit, from);
    } finally {
      waiting.decrementAndGet();
      if (taken == null) {
        release(queuePermits);
      }
    }
  }

  /**
   * Takes a connection from the pool. While the database accepts no more sessions, waits for a
   * returned connection and retries. In every pool but HikariCP, borrowers would otherwise fail.
   */
  private Connection takeUnlessFull(long deadline) throws SQLException {
    boolean retries = false;
    try {
      while (true) {
        if (retries || retrying.availablePermits() > 0) {
          try {
            return pool.take(deadline);
          } catch (SQLException failure) {
            if (limit == 0
                || pool.isTimeout(failure)
                || SqlErrors.classifyConnect(failure) != ErrorClass.POOL_OR_PROCESS_LIMIT) {
              throw failure;
            }
            serverFull = failure;
          }
        }
        long left = deadline - System.nanoTime();
        if (left <= 0 || statistics.isClosed()) {
          statistics.count(Counter.BORROW_TIMEOUTS, 1);
          throw serverFull;
        } else if (retries) {
          var unused = returned.tryAcquire(Math.min(left, RETRY_PAUSE_NANOS), TimeUnit.NANOSECONDS);
        } else {
          retries = retrying.tryAcquire(left, TimeUnit.NANOSECONDS);
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while waiting", interrupted);
    } finally {
      if (retries) {
        retrying.release();
      }
    }
  }

  private static void release(Semaphore permits) {
    if (permits != null) {
      permits.release();
    }
  }

  /**
   * Ends a lease. Counts the return before another borrower can receive the connection. Otherwise
   * the statistics could count one connection as two in use.
   */
  private void endLease(PooledLease lease, boolean internal) {
    if (openLeases.remove(lease)) {
      boolean reusable = lease.end();
      boolean last = statistics.recordReturn();
      handBack(lease.jdbc(), reusable && !statistics.isClosed());
      if (last) {
        end();
      }
      release(internal ? null : userPermits);
    }
  }

  private void handBack(Connection connection, boolean reusable) {
    try {
      pool.giveBack(connection, reusable);
    } catch (SQLException | RuntimeException dead) {
      // The return failed, and the pool has already closed the connection.
    } finally {
      release(queuePermits);
      if (retrying.availablePermits() == 0 && returned.availablePermits() == 0) {
        returned.release();
      }
    }
  }

  @Override
  public Map<Counter, Long> statistics() {
    long closed = pool.closed(); // read before created, or open could be negative
    return statistics.read(pool.created(), closed);
  }

  @Override
  public String name() {
    return settings.name;
  }

  @Override
  public int limit() {
    return limit;
  }

  @Override
  public void close() {
    if (statistics.close()) {
      end();
    } else {
      pool.physical.closeIdle();
    }
  }

  private void end() {
    pool.shutdown();
    pool.physical.end();
  }

  @Override
  public List<LeaseInfo> leases() {
    return openLeases.stream().map(PooledLease::info).toList();
  }

  @Override
  public int waiting() {
    return waiting.get();
  }

  private void requireOpen() {
    if (statistics.isClosed()) {
      throw closed();
    }
  }

  private ConnectionException closed() {
    String message = "connection source " + settings.name + " is closed";
    return new ConnectionException(ErrorClass.OTHER, message, null);
  }

  private ConnectionException failure(
      SQLException failure, boolean timeout, int max, long fromNanos) {
    if (timeout) {
      statistics.count(Counter.BORROW_TIMEOUTS, 1);
    }
    Map<Counter, Long> now = statistics();
    long inUse = now.get(Counter.CONNECTIONS_IN_USE);
    int connecting = pool.connecting(); // read before the last failure: a connect may end now
    PhysicalSource.ConnectFailure connect = timeout ? pool.lastFailure() : null;
    SQLException last = connect != null ? connect.cause() : timeout ? null : failure;
    String none = connecting == 0 ? "none" : "none yet, " + connecting + " connecting";
    String message =
        "no connection from %s after %d ms: limit %s%s, in use %d, open %d, waiting %d, pinned %d; last cause: %s"
            .formatted(
                settings.name,
                PooledLease.millisSince(fromNanos),
                limit == 0 ? "none" : limit,
                reserve == 0 ? "" : " (" + reserve + " for snapshots alone)",
                inUse,
                now.get(Counter.CONNECTIONS_OPEN),
                waiting.get(),
                openLeases.stream().filter(PooledLease::isPinned).count(),
                last == null ? none : SqlErrors.oneLine(last));
    ErrorClass kind = SqlErrors.classifyConnect(failure);
    SQLException cause = failure;
    if (timeout && max > 0 && inUse >= max) {
      kind = ErrorClass.POOL_EXHAUSTED;
    } else if (timeout && SqlErrors.isOnlyFromPool(failure)) {
      kind = connecting == 0 ? ErrorClass.POOL_EXHAUSTED : ErrorClass.SERVICE_DOWN;
      ErrorClass lastKind = last == null ? null : SqlErrors.classifyConnect(last);
      if (last != null
          && (connect.at() - fromNanos >= 0 || lastKind == ErrorClass.POOL_OR_PROCESS_LIMIT)) {
        kind = lastKind;
        cause = last;
      }
    }
    return new ConnectionException(kind, message, cause);
  }
}
