package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lease of a pooled connection; decides instead of the pool how the connection is reset. */
final class PooledLease implements Lease {
  private final Object source;
  private final ConnectionSettings settings;
  private final Dialect dialect;
  private final LeaseStatistics ledger;
  private final Connection jdbc;
  private final Consumer<PooledLease> onClose;
  private volatile PhysicalConnection physical;
  private volatile boolean broken;
  private volatile boolean ended;
  private boolean labelled;
  private boolean leaving;

  // of the holding: written before the thread and read after it
  private String session = "";
  private String module = "";
  private long held = System.nanoTime();
  private long since = held;
  private volatile Thread thread = Thread.currentThread();

  /**
   * Makes a lease of a connection.
   *
   * @param source returned by {@link #source}
   * @param ledger counts what the reset of the connection costs
   * @param onClose is called by each {@link #close}
   */
  PooledLease(
      Object source,
      ConnectionSettings settings,
      Dialect dialect,
      LeaseStatistics ledger,
      Connection jdbc,
      Consumer<PooledLease> onClose) {
    this.source = source;
    this.settings = settings;
    this.dialect = dialect;
    this.ledger = ledger;
    this.jdbc = jdbc;
    this.onClose = onClose;
  }

  /** Prepares the connection for the borrower. Returns it to the pool if that fails. */
  PooledLease begin() {
    try {
      physical = PhysicalConnection.of(jdbc);
      physical.lend();
      autoCommitOff();
      return this;
    } catch (SQLException dead) {
      broken = true;
      close();
      throw ConnectionException.inUse("cannot prepare a borrowed connection", dead);
    }
  }

  @Override
  public Object source() {
    return source;
  }

  @Override
  public void announceClose() {
    leaving = true;
  }

  @Override
  public Lease forSingleStatement() {
    if (broken || !dialect.knowsTransactions() || !physical.isUnchanged()) {
      return null;
    }
    try {
      boolean open = dialect.rollbackRoundTrips(physical.real()) > 0;
      boolean counts = open && !(leaving && settings.hygiene != ResetLevel.NONE);
      return counts ? null : new Alone(this, open);
    } catch (SQLException e) {
      return null;
    }
  }

  @Override
  public Connection jdbc() {
    return jdbc;
  }

  @Override
  public String sql(String text) {
    return settings.schema.in(text);
  }

  @Override
  public void rollback() {
    runOrMarkBroken("cannot roll back", jdbc::rollback);
  }

  @Override
  public void reset() {
    session = "";
    runOrMarkBroken("cannot clean a connection for another session", this::cleanAndBook);
  }

  @Override
  public void label(String action, String client) {
    worksFor(action, client);
    runOrMarkBroken(
        "cannot label a session",
        () -> {
          dialect.label(jdbc, settings.applicationName, action, client);
          labelled = true;
        });
  }

  /** Sets what the lease works for, as {@link #holding} reports it. */
  void worksFor(String itsModule, String itsSession) {
    since = System.nanoTime();
    held = itsSession.equals(session) ? held : since;
    session = itsSession;
    module = itsModule;
    thread = Thread.currentThread();
  }

  LeaseInfo holding() {
    Thread at = thread;
    return new LeaseInfo(
        number(),
        Lease.shown(session),
        module,
        at == null ? "" : at.getName(),
        millisSince(held),
        millisSince(since));
  }

  String session() {
    return session;
  }

  static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  /** Returns whether the lease is kept between requests. */
  boolean isAtRest() {
    return thread == null;
  }

  private String number() {
    PhysicalConnection lent = physical;
    try {
      return lent == null ? "" : dialect.number(lent.real());
    } catch (SQLException dead) {
      return "";
    }
  }

  /** Runs a step whose failure shows that the session has ended. */
  private void runOrMarkBroken(String doing, PhysicalConnection.SqlStep step) {
    try {
      step.run();
    } catch (SQLException dead) {
      broken = true;
      throw ConnectionException.inUse(doing, dead);
    }
  }

  @Override
  public void context(String client) {
    try {
      dialect.context(jdbc, client);
    } catch (SQLException e) {
      throw failure("prepareSession", e);
    }
  }

  @Override
  public void markBroken() {
    broken = true;
  }

  @Override
  public boolean isBroken() {
    return broken;
  }

  @Override
  public void abort() {
    if (!ended && physical != null) {
      broken = true;
      physical.abort();
    }
  }

  @Override
  public void pin() {
    if (!ended) {
      try {
        unlabel();
      } catch (SQLException dead) {
        broken = true;
      }
      since = System.nanoTime();
      thread = null;
    }
  }

  @Override
  public void unpin() {
    since = System.nanoTime();
    thread = Thread.currentThread();
  }

  private void unlabel() throws SQLException {
    if (labelled) {
      labelled = false;
      dialect.label(jdbc, settings.applicationName, null, null);
    }
  }

  @Override
  public void close() {
    onClose.accept(this);
  }

  /** Ends the lease, once. Returns whether another borrower may have the connection. */
  boolean end() {
    ended = true;
    boolean reusable = !broken && cleaned();
    if (physical != null) {
      physical.takeBack();
    }
    return reusable;
  }

  /** Resets the connection. Returns whether that succeeded. */
  private boolean cleaned() {
    try {
      if (physical.real().isClosed()) {
        return false; // the driver has noticed the end of the session; no round trip
      }
      if (settings.hygiene == ResetLevel.NONE) {
        physical.ignoreCleaning();
      } else {
        cleanAndBook();
      }
      unlabel();
      physical.endRequest();
      return true;
    } catch (SQLException | RuntimeException dead) {
      return false;
    }
  }

  /** Resets the connection and counts that, unless it fails. */
  private void cleanAndBook() throws SQLException {
    long from = System.nanoTime();
    autoCommitOff();
    int roundTrips = dialect.rollbackRoundTrips(physical.real());
    jdbc.rollback();
    if (settings.hygiene != ResetLevel.NONE) {
      roundTrips += physical.restore(dialect);
    }
    if (settings.hygiene == ResetLevel.FULL) {
      dialect.reset(physical.real()); // HikariCP would see a statement and roll back once more
      roundTrips++;
    }
    ledger.cleaned(roundTrips, System.nanoTime() - from);
  }

  private void autoCommitOff() throws SQLException {
    if (jdbc.getAutoCommit()) {
      jdbc.setAutoCommit(false);
    }
  }

  /** Lease for one statement on the connection of another lease, which stays responsible. */
  private record Alone(Lease holder, boolean hasTransactionToGiveUp) implements Lease {
    @Override
    public Connection jdbc() {
      return holder.jdbc();
    }

    @Override
    public String sql(String text) {
      return holder.sql(text);
    }

    @Override
    public void rollback() {
      holder.rollback();
    }

    @Override
    public void markBroken() {
      holder.markBroken();
    }

    @Override
    public boolean isBroken() {
      return holder.isBroken();
    }

    @Override
    public void close() {
      // the holder closes its lease
    }
  }
}
