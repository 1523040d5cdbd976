package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lease of a {@link LeasingSource}: decides, instead of the pool, what close() does. */
final class BorrowedLease implements Lease {
  private final LeasingSource source;
  private final Connection jdbc;
  private final AtomicBoolean out = new AtomicBoolean(true);
  private volatile PhysicalConnection physical;
  private volatile boolean broken;
  private boolean labelled;

  BorrowedLease(LeasingSource source, Connection jdbc) {
    this.source = source;
    this.jdbc = jdbc;
  }

  /** Makes the connection fit for the borrower; if that fails it goes back at once. */
  void begin() {
    try {
      physical = PhysicalConnection.of(jdbc);
      physical.lend();
      autoCommitOff();
    } catch (SQLException dead) {
      broken = true;
      close();
      throw ConnectionException.inUse("cannot prepare a borrowed connection", dead);
    }
  }

  @Override
  public Connection jdbc() {
    return jdbc;
  }

  @Override
  public void rollback() {
    try {
      jdbc.rollback();
    } catch (SQLException dead) {
      broken = true;
      throw ConnectionException.inUse("cannot roll back", dead);
    }
  }

  @Override
  public void clean() {
    try {
      cleanAndBook();
    } catch (SQLException dead) {
      broken = true;
      throw ConnectionException.inUse("cannot clean a connection for another session", dead);
    }
  }

  @Override
  public void markBroken() {
    broken = true;
  }

  @Override
  public void abort() {
    if (out.get() && physical != null) {
      broken = true;
      physical.abort();
    }
  }

  @Override
  public boolean isBroken() {
    return broken;
  }

  @Override
  public void label(String action, String client) {
    try {
      source.label(jdbc, action, client);
      labelled = true;
    } catch (SQLException dead) {
      broken = true;
      throw ConnectionException.inUse("cannot label a session", dead);
    }
  }

  @Override
  public void context(String client) {
    try {
      source.dialect().context(jdbc, client);
    } catch (SQLException e) {
      throw failure("prepareSession", e);
    }
  }

  private void unlabel() throws SQLException {
    if (labelled) {
      labelled = false;
      source.label(jdbc, null, null);
    }
  }

  @Override
  public void pin() {
    if (out.get()) {
      try {
        unlabel();
      } catch (SQLException dead) {
        broken = true;
      }
      source.stuck().pin(this);
    }
  }

  @Override
  public void unpin() {
    source.stuck().unpin(this);
  }

  @Override
  public void close() {
    if (out.compareAndSet(true, false)) {
      source.stuck().unpin(this);
      boolean reusable = !broken && cleaned();
      if (physical != null) {
        physical.takeBack();
      }
      source.giveBack(jdbc, reusable);
    }
  }

  LeasingSource source() {
    return source;
  }

  private boolean cleaned() {
    try {
      if (physical.isDead()) {
        return false;
      }
      if (source.hygiene() == Hygiene.NONE) {
        physical.ignoreCleaning();
      } else {
        cleanAndBook();
      }
      endRequest();
      return true;
    } catch (SQLException | RuntimeException dead) {
      return false; // whatever the driver throws, the connection must go back, and not to a
      // borrower
    }
  }

  /** Ends what {@link #begin} began. */
  private void endRequest() throws SQLException {
    unlabel();
    physical.endRequest();
  }

  /** A cleaning that fails has ended its session and is in no book. */
  private void cleanAndBook() throws SQLException {
    long from = System.nanoTime();
    int roundTrips = clean(source.hygiene());
    source.ledger().cleaned(roundTrips, System.nanoTime() - from);
  }

  /** Answers the round trips. */
  private int clean(Hygiene hygiene) throws SQLException {
    autoCommitOff();
    int roundTrips = physical.rollbackRoundTrips(source.dialect());
    jdbc.rollback();
    if (hygiene != Hygiene.NONE) {
      roundTrips += physical.restore(source.dialect());
    }
    if (hygiene == Hygiene.FULL) {
      roundTrips += physical.reset(source.dialect());
    }
    return roundTrips;
  }

  private void autoCommitOff() throws SQLException {
    if (jdbc.getAutoCommit()) {
      jdbc.setAutoCommit(false);
    }
  }
}
