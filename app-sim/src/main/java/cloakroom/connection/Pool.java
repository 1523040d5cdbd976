package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;

/** What we ask of a pool; closing a connection that it gave out hands it back. */
interface Pool {
  /** Blocks up to the wait time. */
  Connection take() throws SQLException;

  /** Closes the physical connection instead of keeping it. */
  void discard(Connection connection) throws SQLException;

  /** Whether take() threw this because its time was over. */
  boolean isTimeout(SQLException thrown);

  /** Physical connections ever opened for this pool. */
  long created();

  /** Physical connections ever closed. */
  long closed();

  /** Closes all. */
  void shutdown();
}
