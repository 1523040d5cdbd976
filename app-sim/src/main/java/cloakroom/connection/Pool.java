package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Pool of physical connections. This base class implements {@link PoolKind#NONE}: a connection is
 * opened for each borrow and closed on return. Each subclass adapts the pool of a library.
 */
class Pool {
  final PhysicalSource physical;

  Pool(PhysicalSource physical) {
    this.physical = physical;
  }

  /** A call that returns a connection of a library's pool. */
  interface Call {
    Connection run() throws SQLException;
  }

  /**
   * Takes a connection. UCP and Agroal wait until {@code deadline}; other pools wait for the
   * configured time.
   */
  Connection take(long deadline) throws SQLException {
    return physical.connect();
  }

  /** Repeats a call that ends with a time-out, until {@code deadline}. */
  final Connection repeat(Call call, long deadline) throws SQLException {
    while (true) {
      try {
        return call.run();
      } catch (SQLException failure) {
        if (!isTimeout(failure) || System.nanoTime() - deadline >= 0) {
          throw failure;
        }
      }
    }
  }

  /** Returns a connection to the pool, which closes it if {@code reusable} is false. */
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    connection.close();
  }

  /** Returns whether {@link #take} threw this exception because no connection was free in time. */
  boolean isTimeout(SQLException thrown) {
    return false;
  }

  static boolean hadNone(SQLException thrown) {
    return !(thrown.getCause() instanceof InterruptedException) && SqlErrors.isOnlyFromPool(thrown);
  }

  int connecting() {
    return physical.connecting.get();
  }

  PhysicalSource.ConnectFailure lastFailure() {
    return physical.lastFailure;
  }

  long created() {
    return physical.created.get();
  }

  long closed() {
    return physical.closed.get();
  }

  void shutdown() {}
}
