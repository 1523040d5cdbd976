package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lease of a pooled connection. It resets the connection before the pool receives it, so the reset
 * is the same for every kind of pool.
 */
final class PooledLease implements Lease {
  private final Object source;
  private final ConnectionSettings settings;
  private final Dialect dialect;
  private final LeaseStatistics statistics;
  private final Connection jdbc;
  private final Consumer<PooledLease> onClose;
  private volatile PhysicalConnection physical;
  private volatile boolean broken;
  private volatile boolean ended;
  private boolean labelled;
  private boolean closeAnnounced;
  private boolean inSingleStatement; // the next close keeps the connection
  private boolean transactionToGiveUp;

  // Fields written by the borrower and read by info() in other threads. A later write of the
  // volatile field "thread" makes each write visible.
  String session = "";
  private String module = "";
  private long held = System.nanoTime();
  private long since = held;
  private volatile Thread thread = Thread.currentThread();

  PooledLease(
      Object source,
      ConnectionSettings settings,
      Dialect dialect,
      LeaseStatistics statistics,
      Connection jdbc,
      Consumer<PooledLease> onClose) {
    this.source = source;
    this.settings = settings;
    this.dialect = dialect;
    this.statistics = statistics;
    this.jdbc = jdbc;
    this.onClose = onClose;
  }

  PooledLease begin() {
    try {
      physical = PhysicalConnection.of(jdbc);
      physical.beginLease();
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
    closeAnnounced = true;
  }

  @Override
  public Lease forSingleStatement() {
    if (broken || dialect == Dialect.ORACLE || !physical.isUnchanged()) {
      return null;
    }
    try {
      transactionToGiveUp = dialect.rollbackRoundTrips(physical.real) > 0;
      boolean discardable = closeAnnounced && settings.resetLevel != ResetLevel.NONE;
      inSingleStatement = discardable || !transactionToGiveUp;
      return inSingleStatement ? this : null;
    } catch (SQLException e) {
      return null;
    }
  }

  @Override
  public boolean hasTransactionToGiveUp() {
    return inSingleStatement && transactionToGiveUp;
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
    runOrMarkBroken("cannot reset a connection for another session", this::resetAndCount);
  }

  @Override
  public void label(String action, String client) {
    setUser(action, client);
    runOrMarkBroken(
        "cannot label a session",
        () -> {
          dialect.label(jdbc, settings.applicationName, action, client);
          labelled = true;
        });
  }

  void setUser(String newModule, String newSession) {
    since = System.nanoTime();
    held = newSession.equals(session) ? held : since;
    session = newSession;
    module = newModule;
    thread = Thread.currentThread();
  }

  LeaseInfo info() {
    Thread worker = thread;
    String name = worker == null ? "" : worker.getName();
    String shown = Lease.shown(session);
    return new LeaseInfo(sessionId(), shown, module, name, millisSince(held), millisSince(since));
  }

  static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  boolean isPinned() {
    return thread == null;
  }

  private String sessionId() {
    try {
      return physical == null ? "" : dialect.sessionId(physical.real);
    } catch (SQLException dead) {
      return "";
    }
  }

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
    if (inSingleStatement) {
      inSingleStatement = false;
    } else {
      onClose.accept(this);
    }
  }

  boolean end() {
    ended = true;
    boolean reusable = !broken && resetForReturn();
    if (physical != null) {
      physical.leased = false;
    }
    return reusable;
  }

  private boolean resetForReturn() {
    try {
      if (physical.real.isClosed()) {
        return false;
      }
      if (settings.resetLevel == ResetLevel.NONE) {
        physical.ignoreReset();
      } else {
        resetAndCount();
      }
      unlabel();
      physical.endRequest();
      return true;
    } catch (SQLException | RuntimeException dead) {
      return false;
    }
  }

  private void resetAndCount() throws SQLException {
    long from = System.nanoTime();
    autoCommitOff();
    int roundTrips = dialect.rollbackRoundTrips(physical.real);
    jdbc.rollback();
    if (settings.resetLevel != ResetLevel.NONE) {
      roundTrips += physical.restore(dialect);
    }
    if (settings.resetLevel == ResetLevel.FULL) {
      dialect.reset(physical.real); // through HikariCP it would cost another rollback
      roundTrips++;
    }
    statistics.recordReset(roundTrips, System.nanoTime() - from);
  }

  private void autoCommitOff() throws SQLException {
    if (jdbc.getAutoCommit()) {
      jdbc.setAutoCommit(false);
    }
  }
}
