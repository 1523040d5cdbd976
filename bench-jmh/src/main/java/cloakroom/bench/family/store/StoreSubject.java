package cloakroom.bench.family.store;

/**
 * A store with the states that it is given.
 *
 * @param name as tables call it
 * @param opening makes the store
 * @param states what is stored
 * @param <S> what a session's state is to it
 */
record StoreSubject<S>(String name, Opening<S> opening, States<S> states) {

  /** Makes a store whose sessions are as many as {@link #SESSIONS}. */
  @FunctionalInterface
  interface Opening<S> {
    SessionStore<S> over(StoreConnections connections) throws Exception;
  }

  /** Sessions of a subject. */
  static final int SESSIONS = 80;

  /** Makes the store and the first state of each session. */
  OpenSubject<S> open(StoreConnections connections) throws Exception {
    SessionStore<S> store = opening.over(connections);
    try {
      for (int session = 0; session < SESSIONS; session++) {
        store.create(session, states.of(session, 0));
      }
    } catch (Exception e) {
      store.close();
      throw e;
    }
    return new OpenSubject<>(name, store, states);
  }
}
