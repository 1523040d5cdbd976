package cloakroom.bench.family.store;

/**
 * One subject of the family: it keeps the state of some sessions, numbered from 0. A session is
 * used by one thread at a time.
 *
 * @param <S> what a session's state is to it
 */
interface SessionStore<S> extends AutoCloseable {

  void create(int session, S state) throws Exception;

  /**
   * What one request costs: stores the state in place of the one before and reads it back.
   *
   * @return the state as it was read back
   */
  S exchange(int session, S state) throws Exception;

  @Override
  void close();

  /** Ends something; what goes wrong is a fault of the program. */
  static void end(AutoCloseable... endings) {
    try {
      for (AutoCloseable ending : endings) {
        ending.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("cannot remove what was stored: " + e.getMessage(), e);
    }
  }
}
