package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;

/** What we ask of a pool. */
interface Pool {
  /** Blocks up to the wait time. */
  Connection take() throws SQLException;

  /** Ends what take() began; what is not reusable is closed instead of kept. */
  void giveBack(Connection connection, boolean reusable) throws SQLException;

  /** Whether take() threw this because its time was over. */
  boolean isTimeout(SQLException thrown);

  /** Borrowers or threads of the pool that wait for the database to answer a connect, about. */
  int connecting();

  /** Why the latest connect failed; null if it did not. */
  SQLException lastFailure();

  /** Physical connections ever opened for this pool. */
  long created();

  /** Physical connections ever closed. */
  long closed();

  /** Closes all. */
  void shutdown();
}
