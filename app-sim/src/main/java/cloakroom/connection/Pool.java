package cloakroom.connection;

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

  /** Blocks up to the wait time. */
  Connection take() throws SQLException {
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

  /** Borrowers or threads of the pool that wait for the database to answer a connect, about. */
  int connecting() {
    return physical.connecting();
  }

  /** Why the latest connect failed; null if it did not. */
  SQLException lastFailure() {
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
