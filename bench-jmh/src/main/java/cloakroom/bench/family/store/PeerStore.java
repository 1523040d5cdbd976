package cloakroom.bench.family.store;

import java.io.Serializable;

/**
 * The session store of a peer. A request works on the session that the one before has read.
 *
 * @param <S> what a session's state is to it
 * @param <T> the peer's session
 */
abstract class PeerStore<S extends Serializable, T> implements SessionStore<S> {
  static final String STATE = "state";

  private final Object[] present = new Object[States.SESSIONS];

  abstract T begin(int session, S state) throws Exception;

  /** Stores a session's next state and reads it back. */
  abstract T next(T session, S state) throws Exception;

  abstract Object state(T session);

  @Override
  public final void create(int session, S state) throws Exception {
    present[session] = begin(session, state);
  }

  @Override
  @SuppressWarnings("unchecked") // what begin and next have made and set
  public final S exchange(int session, S state) throws Exception {
    T read = next((T) present[session], state);
    present[session] = read;
    return (S) state(read);
  }
}
