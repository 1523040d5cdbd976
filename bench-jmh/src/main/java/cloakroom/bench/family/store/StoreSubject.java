package cloakroom.bench.family.store;

import cloakroom.bench.lab.Blocks;

/**
 * A store with the states that it is given.
 *
 * @param name as tables call it
 * @param <S> what a session's state is to it
 */
record StoreSubject<S>(String name, Opening<S> opening, States<S> states) {

  /** Makes a store whose sessions are as many as {@link #SESSIONS}. */
  @FunctionalInterface
  interface Opening<S> {
    SessionStore<S> over(StoreConnections connections) throws Exception;
  }

  static final int SESSIONS = 80;

  /** Makes the store and the first state of each session. */
  Open<S> open(StoreConnections connections) throws Exception {
    SessionStore<S> store = opening.over(connections);
    try {
      for (int session = 0; session < SESSIONS; session++) {
        store.create(session, states.of(session, 0));
      }
    } catch (Exception e) {
      store.close();
      throw e;
    }
    return new Open<>(name, store, states);
  }

  static final class Open<S> implements AutoCloseable {
    private final String name;
    private final SessionStore<S> store;
    private final States<S> states;
    private final int[] turns = new int[SESSIONS];

    private Open(String name, SessionStore<S> store, States<S> states) {
      this.name = name;
      this.store = store;
      this.states = states;
    }

    String name() {
      return name;
    }

    /** One thread's operation: a request of the next of its sessions. */
    Blocks.Operation operation(int thread, int threads) {
      int[] session = {thread};
      return () -> {
        exchange(session[0], false);
        session[0] += threads;
        if (session[0] >= turns.length) {
          session[0] = thread;
        }
      };
    }

    /** One request of every session, with a thorough look at what came back. */
    void checkedRound() throws Exception {
      for (int session = 0; session < turns.length; session++) {
        exchange(session, true);
      }
    }

    private void exchange(int session, boolean thoroughly) throws Exception {
      S given = states.of(session, ++turns[session]);
      S back = store.exchange(session, given);
      if (!states.looksLike().test(given, back) || (thoroughly && !states.equal(given, back))) {
        throw new IllegalStateException(name + " gave another state back than it was given");
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
