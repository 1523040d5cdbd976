package cloakroom.connection;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection source over any pool: leases, books, errors and the end are the same for all. */
final class LeasingSource implements ConnectionSource {
  private final String name;
  private final String applicationName;
  private final Hygiene hygiene;
  private final Dialect dialect;
  private final PhysicalSource physical;
  private final Pool pool;
  private final int limit;
  private final Ledger ledger = new Ledger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final StuckLeases stuck;

  LeasingSource(ConnectionSettings settings, Dialect dialect, PhysicalSource physical) {
    this.name = settings.name();
    this.applicationName = settings.driver().applicationName();
    this.hygiene = settings.hygiene();
    this.dialect = dialect;
    this.physical = physical;
    this.pool = pool(settings, physical);
    this.limit = settings.pool() == PoolKind.NONE ? 0 : settings.size();
    this.stuck = new StuckLeases(name, limit);
  }

  private static Pool pool(ConnectionSettings settings, PhysicalSource physical) {
    return switch (settings.pool()) {
      case HIKARI -> new HikariSource(settings, physical);
      case UCP -> new UcpSource(settings, physical);
      case NONE -> new NoPool(physical);
    };
  }

  @Override
  public Lease borrow() {
    requireOpen();
    return lease(take());
  }

  @Override
  public Lease borrowFor(Lease holder) {
    boolean ours = holder instanceof BorrowedLease lease && lease.source() == this;
    return stuck.borrowFor(ours ? holder : null, this);
  }

  private Connection take() {
    long from = System.nanoTime();
    waiting.incrementAndGet();
    try {
      return pool.take();
    } catch (SQLException failure) {
      requireOpen();
      throw refusal(failure, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from));
    } finally {
      waiting.decrementAndGet();
    }
  }

  private Lease lease(Connection connection) {
    if (!ledger.lent()) {
      handBack(connection, false);
      throw closed();
    }
    BorrowedLease lease = new BorrowedLease(this, connection);
    lease.begin();
    return lease;
  }

  /** Ends a lease; the books first, so that the next borrower never counts beside this one. */
  void giveBack(Connection connection, boolean reusable) {
    boolean last = ledger.returned();
    handBack(connection, reusable && !ledger.page().closed());
    if (last) {
      pool.shutdown();
    }
  }

  private void handBack(Connection connection, boolean reusable) {
    try {
      pool.giveBack(connection, reusable);
    } catch (SQLException | RuntimeException dead) {
      // a connection that cannot even be handed back is gone, which is what we wanted of it
    }
  }

  @Override
  public SourceStatistics statistics() {
    long closed = pool.closed(); // before created, or open could fall below zero
    return ledger.statistics(name, limit, pool.created(), closed);
  }

  @Override
  public void close() {
    if (ledger.close()) {
      pool.shutdown();
    } else {
      physical.closeIdle();
    }
  }

  /** Borrowers inside the pool. */
  int waiting() {
    return waiting.get();
  }

  Hygiene hygiene() {
    return hygiene;
  }

  Ledger ledger() {
    return ledger;
  }

  Dialect dialect() {
    return dialect;
  }

  /** Without action and client: nobody's work. */
  void label(Connection session, String action, String client) throws SQLException {
    dialect.label(session, applicationName, action, client);
  }

  StuckLeases stuck() {
    return stuck;
  }

  private void requireOpen() {
    if (ledger.page().closed()) {
      throw closed();
    }
  }

  private ConnectionException closed() {
    return new ConnectionException(
        ErrorClass.OTHER, "connection source " + name + " is closed", null);
  }

  private ConnectionException refusal(SQLException failure, long waitedMillis) {
    boolean timeout = pool.isTimeout(failure);
    if (timeout) {
      ledger.timedOut();
    }
    SourceStatistics now = statistics();
    return new ConnectionException(
        kind(failure, timeout, now), story(failure, timeout, now, waitedMillis), failure);
  }

  private ErrorClass kind(SQLException failure, boolean timeout, SourceStatistics now) {
    boolean full = limit > 0 && now.inUse() >= limit;
    if (timeout && (full || SqlErrors.isOnlyFromPool(failure))) {
      return full || pool.connecting() == 0 ? ErrorClass.POOL_EXHAUSTED : ErrorClass.SERVICE_DOWN;
    }
    return SqlErrors.connecting(failure);
  }

  private String story(
      SQLException failure, boolean timeout, SourceStatistics now, long waitedMillis) {
    SQLException last = timeout ? pool.lastFailure() : failure;
    return "no connection from %s after %d ms: limit %s, in use %d, open %d, waiting %d, pinned %d; last cause: %s"
        .formatted(
            name,
            waitedMillis,
            limit == 0 ? "none" : limit,
            now.inUse(),
            now.open(),
            waiting.get(),
            stuck.pinned(),
            last == null ? none() : SqlErrors.oneLine(last));
  }

  /** A connect that hangs has not failed yet, and is the cause nevertheless. */
  private String none() {
    int connecting = pool.connecting();
    return connecting == 0 ? "none" : "none yet, " + connecting + " connecting";
  }
}
