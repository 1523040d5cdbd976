package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;

/** Lease of a pooled connection; decides instead of the pool what {@link #close} does. */
final class PooledLease implements Lease {
  private final LeasingSource source;
  private final ConnectionSettings settings;
  private final Dialect dialect;
  private final Connection jdbc;
  private final boolean internal;
  private volatile PhysicalConnection physical;
  private volatile boolean broken;
  private boolean labelled;
  private boolean leaving;

  // of the holding: written before the thread and read after it
  private String session = "";
  private String module = "";
  private long held = System.nanoTime();
  private long since = held;
  private volatile Thread thread = Thread.currentThread();

  PooledLease(LeasingSource source, Connection jdbc, boolean internal) {
    this.source = source;
    this.settings = source.settings;
    this.dialect = source.dialect;
    this.jdbc = jdbc;
    this.internal = internal;
  }

  /** Prepares the connection for the borrower. Returns it to the pool if that fails. */
  PooledLease begin() {
    source.out.add(this);
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
  public void leave() {
    leaving = true;
  }

  @Override
  public Lease alone() {
    if (broken || !dialect.knowsTransactions() || !physical.isUnchanged()) {
      return null;
    }
    try {
      boolean open = dialect.rollbackRoundTrips(physical.real()) > 0;
      boolean counts = open && !(leaving && settings.hygiene != Hygiene.NONE);
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
    orBreak("cannot roll back", jdbc::rollback);
  }

  @Override
  public void clean() {
    session = "";
    orBreak("cannot clean a connection for another session", this::cleanAndBook);
  }

  @Override
  public void label(String action, String client) {
    worksFor(action, client);
    orBreak(
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

  Holding holding() {
    Thread at = thread;
    return new Holding(
        number(),
        Lease.shown(session),
        module,
        at == null ? "" : at.getName(),
        LeasingSource.millisSince(held),
        LeasingSource.millisSince(since));
  }

  String session() {
    return session;
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
  private void orBreak(String doing, PhysicalConnection.Step step) {
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
    if (source.out.contains(this) && physical != null) {
      broken = true;
      physical.abort();
    }
  }

  @Override
  public void pin() {
    if (source.out.contains(this)) {
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
    if (source.out.remove(this)) {
      boolean reusable = !broken && cleaned();
      if (physical != null) {
        physical.takeBack();
      }
      source.giveBack(jdbc, reusable);
      source.leavePlace(internal);
    }
  }

  /** Returns whether the connection is reset, so that another borrower may have it. */
  private boolean cleaned() {
    try {
      if (physical.real().isClosed()) {
        return false; // the driver has noticed the end of the session; no round trip
      }
      if (settings.hygiene == Hygiene.NONE) {
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
    if (settings.hygiene != Hygiene.NONE) {
      roundTrips += physical.restore(dialect);
    }
    if (settings.hygiene == Hygiene.FULL) {
      dialect.reset(physical.real()); // HikariCP would see a statement and roll back once more
      roundTrips++;
    }
    source.ledger.cleaned(roundTrips, System.nanoTime() - from);
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
