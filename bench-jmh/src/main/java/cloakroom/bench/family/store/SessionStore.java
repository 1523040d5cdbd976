package cloakroom.bench.family.store;

import java.sql.SQLException;

/**
 * One subject of the family: it keeps the state of some sessions, numbered from 0. A session is
 * used by one thread at a time.
 */
interface SessionStore extends AutoCloseable {
  /**
   * What one request costs: stores the state in place of the one before, if there is one, and reads
   * it back.
   *
   * @return the state as it was read back
   */
  Object exchange(int session, Object state) throws Exception;

  @Override
  void close() throws SQLException;
}
