package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A pool in front of which borrowers queue, first come first served: it has a connection for
 * whoever has the turn, or may open one. For pools that are no good at waiting: a thread that waits
 * inside UCP cannot be woken by an interrupt, which the {@link Ledger} needs, and one that waits
 * inside Agroal is not woken when a connection breaks and makes room for another.
 */
abstract class QueuedPool extends Pool {
  private final Semaphore turns;
  private final long waitNanos;

  QueuedPool(ConnectionSettings settings, PhysicalSource physical) {
    super(physical);
    this.turns = new Semaphore(settings.size, true);
    this.waitNanos = settings.borrowWait.toNanos();
  }

  @Override
  final Connection take() throws SQLException {
    long deadline = System.nanoTime() + waitNanos;
    awaitTurn();
    try {
      return takeBefore(deadline);
    } catch (SQLException | RuntimeException failure) {
      turns.release();
      throw failure;
    }
  }

  /** Whoever calls it has a turn. */
  abstract Connection takeBefore(long deadline) throws SQLException;

  private void awaitTurn() throws SQLException {
    try {
      if (!turns.tryAcquire(waitNanos, TimeUnit.NANOSECONDS)) {
        throw new SQLTimeoutException("every connection is out");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while waiting for a connection", interrupted);
    }
  }

  @Override
  final void giveBack(Connection connection, boolean reusable) throws SQLException {
    try {
      handBack(connection, reusable);
    } finally {
      turns.release();
    }
  }

  /** Ends what takeBefore() began; what is not reusable is closed instead of kept. */
  abstract void handBack(Connection connection, boolean reusable) throws SQLException;

  /**
   * Behind a failed connect there is the database's own code; a pool's own, or none, means that it
   * had no connection.
   */
  @Override
  boolean isTimeout(SQLException thrown) {
    return !(thrown.getCause() instanceof InterruptedException) && SqlErrors.isOnlyFromPool(thrown);
  }
}
