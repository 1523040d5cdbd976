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
import java.util.function.UnaryOperator;

/** Connection source over any pool: lends leases, keeps statistics and classifies failures. */
final class LeasingSource implements ConnectionSource {
  private static final String NO_SECOND =
      "no second connection in %s, to read or write a snapshot through: its only one is its"
          + " holder's; raise the pool size, or set jbo.server.internal_connection so that snapshots"
          + " have a source of their own";

  /** Pause before a connect that a full server has refused is repeated. */
  private static final long RETRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ConnectionSettings settings;
  private final Dialect dialect;
  private final PhysicalSource physical;
  private final Pool pool;
  private final int limit;
  private final int reserve;

  /** One for each connection that {@link #borrow} may lend; null if it may lend all. */
  private final Semaphore places;

  /**
   * One for each connection, first come first served, in front of a pool that is no good at
   * waiting; else null. A thread that waits inside UCP cannot be woken by an interrupt, and one
   * that waits inside Agroal is not woken when a connection breaks and makes room for another.
   */
  private final Semaphore turns;

  /**
   * Held by the one borrower that repeats its connect while the server is full; the others queue
   * for it, first come first served.
   */
  private final Semaphore retrying = new Semaphore(1, true);

  /** A permit if a connection was returned while a borrower was retrying. */
  private final Semaphore returned = new Semaphore(0);

  /** Latest failure of a connect to a full server. */
  private volatile SQLException serverFull;

  private final LeaseStatistics ledger = new LeaseStatistics();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Leases that are not closed. */
  private final Set<PooledLease> out = ConcurrentHashMap.newKeySet();

  LeasingSource(ConnectionSettings settings, Dialect dialect, PhysicalSource physical) {
    this(settings, dialect, physical, UnaryOperator.identity());
  }

  /** The same over what is made of the pool. */
  LeasingSource(
      ConnectionSettings settings,
      Dialect dialect,
      PhysicalSource physical,
      UnaryOperator<Pool> around) {
    this.settings = settings;
    this.dialect = dialect;
    this.physical = physical;
    this.pool = around.apply(opened(settings, physical));
    this.limit = settings.pool == PoolKind.NONE ? 0 : settings.size;
    this.reserve = limit == 0 ? 0 : settings.reserve;
    this.places = reserve == 0 ? null : new Semaphore(limit - reserve, true);
    boolean queues = settings.pool == PoolKind.UCP || settings.pool == PoolKind.AGROAL;
    this.turns = queues ? new Semaphore(limit, true) : null;
  }

  /** Opens the pool. Throws ConnectionException if its minimum connections cannot be opened. */
  private static Pool opened(ConnectionSettings settings, PhysicalSource physical) {
    try {
      return switch (settings.pool) {
        case HIKARI -> new HikariSource(settings, physical);
        case UCP -> new UcpSource(settings, physical);
        case AGROAL -> new AgroalSource(settings, physical);
        case DBCP2 -> new Dbcp2Source(settings, physical);
        case NONE -> new Pool(physical);
      };
    } catch (SQLException refused) {
      physical.end();
      throw new ConnectionException(
          SqlErrors.connecting(refused),
          "cannot open %s with %d connections: %s"
              .formatted(settings.name, settings.minimum, SqlErrors.oneLine(refused)),
          refused);
    }
  }

  @Override
  public Lease borrow() {
    long from = System.nanoTime();
    requireOpen();
    await(places, limit - reserve, "users have all that they may have", from);
    return lend(from, false);
  }

  @Override
  public Lease borrowInternal(Lease holder) {
    if (limit == 1 && holder != null && holder.source() == this) {
      throw new ConnectionException(
          ErrorClass.POOL_EXHAUSTED, NO_SECOND.formatted(settings.name), null);
    }
    PooledLease lease = lend(System.nanoTime(), true);
    ledger.count(Counter.INTERNAL_BORROWS, 1);
    lease.worksFor("snapshot", holder instanceof PooledLease user ? user.session() : "");
    return lease;
  }

  private PooledLease lend(long from, boolean internal) {
    Connection connection;
    try {
      requireOpen();
      connection = take(from);
      if (!ledger.lent()) {
        handBack(connection, false);
        throw closed();
      }
    } catch (RuntimeException refused) {
      leavePlace(internal);
      throw refused;
    }
    PooledLease lease =
        new PooledLease(
            this, settings, dialect, ledger, connection, closed -> takeBack(closed, internal));
    out.add(lease);
    return lease.begin();
  }

  /**
   * Waits for a permit, if there are any. What is never lent to users is there for those of them
   * who need a second connection, and comes back by itself: nobody waits in a circle.
   *
   * @param full says that all the permits, so many, are out
   */
  private void await(Semaphore permits, int most, String full, long from) {
    if (permits == null) {
      return;
    }
    waiting.incrementAndGet();
    try {
      if (!permits.tryAcquire(settings.borrowWait.toNanos(), TimeUnit.NANOSECONDS)) {
        requireOpen();
        throw refusal(new SQLTimeoutException(full), true, most, from);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      requireOpen();
      SQLException ended = new SQLException("interrupted while waiting", interrupted);
      throw refusal(ended, false, limit, from);
    } finally {
      waiting.decrementAndGet();
    }
  }

  private void leavePlace(boolean internal) {
    if (places != null && !internal) {
      places.release();
    }
  }

  private Connection take(long from) {
    long deadline = System.nanoTime() + settings.borrowWait.toNanos();
    await(turns, limit, "every connection is out", from);
    waiting.incrementAndGet();
    Connection taken = null;
    try {
      taken = takeUnlessFull(deadline);
      return taken;
    } catch (SQLException failure) {
      requireOpen();
      throw refusal(failure, pool.isTimeout(failure), limit, from);
    } finally {
      waiting.decrementAndGet();
      if (taken == null) {
        leaveTurn();
      }
    }
  }

  /**
   * Takes a connection of the pool. If the server has no connection left, waits for one that is
   * returned or that the server can open again: HikariCP does so itself, the other pools fail.
   */
  private Connection takeUnlessFull(long deadline) throws SQLException {
    boolean first = false;
    try {
      while (true) {
        if (first || retrying.availablePermits() > 0) {
          try {
            return pool.take(deadline);
          } catch (SQLException failure) {
            if (limit == 0
                || pool.isTimeout(failure)
                || SqlErrors.connecting(failure) != ErrorClass.POOL_OR_PROCESS_LIMIT) {
              throw failure;
            }
            serverFull = failure;
          }
        }
        long left = deadline - System.nanoTime();
        if (left <= 0 || ledger.isClosed()) {
          ledger.count(Counter.BORROW_TIMEOUTS, 1);
          throw serverFull;
        } else if (first) {
          var unused = returned.tryAcquire(Math.min(left, RETRY_PAUSE_NANOS), TimeUnit.NANOSECONDS);
        } else {
          first = retrying.tryAcquire(left, TimeUnit.NANOSECONDS);
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while waiting", interrupted);
    } finally {
      if (first) {
        retrying.release();
      }
    }
  }

  private void leaveTurn() {
    if (turns != null) {
      turns.release();
    }
  }

  private void takeBack(PooledLease lease, boolean internal) {
    if (out.remove(lease)) {
      giveBack(lease.jdbc(), lease.end());
      leavePlace(internal);
    }
  }

  /** Counts the return first, so that the next borrower is never counted in addition. */
  private void giveBack(Connection connection, boolean reusable) {
    boolean last = ledger.returned();
    handBack(connection, reusable && !ledger.isClosed());
    if (last) {
      end();
    }
  }

  private void handBack(Connection connection, boolean reusable) {
    try {
      pool.giveBack(connection, reusable);
    } catch (SQLException | RuntimeException dead) {
      // a connection that cannot even be handed back is gone, which is what we wanted of it
    } finally {
      leaveTurn();
      if (retrying.availablePermits() == 0 && returned.availablePermits() == 0) {
        returned.release();
      }
    }
  }

  @Override
  public Map<Counter, Long> statistics() {
    long closed = pool.closed(); // before created, or open could fall below zero
    return ledger.figures(pool.created(), closed);
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
    if (ledger.close()) {
      end();
    } else {
      physical.closeIdle();
    }
  }

  private void end() {
    pool.shutdown();
    physical.end();
  }

  @Override
  public List<LeaseInfo> holdings() {
    return out.stream().map(PooledLease::holding).toList();
  }

  @Override
  public int waiting() {
    return waiting.get();
  }

  private void requireOpen() {
    if (ledger.isClosed()) {
      throw closed();
    }
  }

  private ConnectionException closed() {
    return new ConnectionException(
        ErrorClass.OTHER, "connection source " + settings.name + " is closed", null);
  }

  /** A borrow that failed when no more than so many can be out; 0 for no limit. */
  private ConnectionException refusal(
      SQLException failure, boolean timeout, int most, long fromNanos) {
    if (timeout) {
      ledger.count(Counter.BORROW_TIMEOUTS, 1);
    }
    Map<Counter, Long> now = statistics();
    long inUse = now.get(Counter.CONNECTIONS_IN_USE);
    int connecting = pool.connecting(); // before the failure of one that ends meanwhile is read
    PhysicalSource.ConnectFailure connect = timeout ? pool.lastFailure() : null;
    SQLException last = connect != null ? connect.cause() : timeout ? null : failure;
    String story =
        "no connection from %s after %d ms: limit %s%s, in use %d, open %d, waiting %d, pinned %d; last cause: %s"
            .formatted(
                settings.name,
                PooledLease.millisSince(fromNanos),
                limit == 0 ? "none" : limit,
                reserve == 0 ? "" : " (" + reserve + " for snapshots alone)",
                inUse,
                now.get(Counter.CONNECTIONS_OPEN),
                waiting.get(),
                out.stream().filter(PooledLease::isAtRest).count(),
                last == null ? none(connecting) : SqlErrors.oneLine(last));
    ErrorClass kind = SqlErrors.connecting(failure);
    SQLException cause = failure;
    if (timeout && most > 0 && inUse >= most) {
      kind = ErrorClass.POOL_EXHAUSTED;
    } else if (timeout && SqlErrors.isOnlyFromPool(failure)) {
      boolean connectFailed =
          connect != null
              && (connect.at() - fromNanos >= 0
                  || SqlErrors.connecting(last) == ErrorClass.POOL_OR_PROCESS_LIMIT);
      if (connectFailed) {
        kind = SqlErrors.connecting(last);
        cause = last;
      } else {
        kind = connecting == 0 ? ErrorClass.POOL_EXHAUSTED : ErrorClass.SERVICE_DOWN;
      }
    }
    return new ConnectionException(kind, story, cause);
  }

  /** A connect that hangs has not failed yet, and is the cause nevertheless. */
  private static String none(int connecting) {
    return connecting == 0 ? "none" : "none yet, " + connecting + " connecting";
  }
}
