package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What we ask of a pool whose connections all come from our physical source. This one keeps none: a
 * physical connection for every borrow, closed at its return.
 */
class Pool {
  final PhysicalSource physical;

  Pool(PhysicalSource physical) {
    this.physical = physical;
  }

  /**
   * Blocks up to the wait time.
   *
   * @param deadline moment of {@link System#nanoTime} at which it is over, for a pool that does not
   *     know it itself
   */
  Connection take(long deadline) throws SQLException {
    return physical.connect();
  }

  /** Ends what take() began; what is not reusable is closed instead of kept. */
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    connection.close();
  }

  /** Whether take() threw this because its time was over. */
  boolean isTimeout(SQLException thrown) {
    return false;
  }

  /**
   * Behind a failed connect there is the database's own code; a pool's own, or none, means that it
   * had no connection.
   */
  static boolean hadNone(SQLException thrown) {
    return !(thrown.getCause() instanceof InterruptedException) && SqlErrors.isOnlyFromPool(thrown);
  }

  /** Borrowers or threads of the pool that wait for the database to answer a connect, about. */
  int connecting() {
    return physical.connecting();
  }

  /** Why the latest connect failed; null if it did not. */
  PhysicalSource.ConnectFailure lastFailure() {
    return physical.lastFailure();
  }

  /** Physical connections ever opened for this pool. */
  long created() {
    return physical.created();
  }

  long closed() {
    return physical.closed();
  }

  void shutdown() {}
}
