package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Pool over a {@link PhysicalSource}. This class itself keeps no connections: it opens one for
 * every borrow and closes it on return.
 */
class Pool {
  final PhysicalSource physical;

  Pool(PhysicalSource physical) {
    this.physical = physical;
  }

  /**
   * Takes a connection; blocks up to the wait time.
   *
   * @param deadline end of the wait in {@link System#nanoTime}, for a pool without its own
   */
  Connection take(long deadline) throws SQLException {
    return physical.connect();
  }

  /** Returns a connection to the pool, which closes it if it is not reusable. */
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    connection.close();
  }

  /** Returns whether {@link #take} threw this at the end of its wait. */
  boolean isTimeout(SQLException thrown) {
    return false;
  }

  /**
   * Returns whether the pool had no connection: a failed connect has the database's error code, the
   * pool's own failure has none.
   */
  static boolean hadNone(SQLException thrown) {
    return !(thrown.getCause() instanceof InterruptedException) && SqlErrors.isOnlyFromPool(thrown);
  }

  /** Returns about how many threads wait for the database to accept a connection. */
  int connecting() {
    return physical.connecting.get();
  }

  PhysicalSource.ConnectFailure lastFailure() {
    return physical.lastFailure;
  }

  /** Returns the number of physical connections ever opened for this pool. */
  long created() {
    return physical.created.get();
  }

  long closed() {
    return physical.closed.get();
  }

  void shutdown() {}
}
