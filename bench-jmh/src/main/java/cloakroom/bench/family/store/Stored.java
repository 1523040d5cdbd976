package cloakroom.bench.family.store;

import cloakroom.state.Snapshot;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * A store with the states that its sessions have one after another. Two successive ones of a
 * session differ.
 */
final class Stored implements AutoCloseable {
  static final int SESSIONS = 80;

  private final SessionStore store;
  private final List<Object> states;
  private final int[] turns = new int[SESSIONS];

  /** Stores the first state of each session. */
  Stored(SessionStore store, List<Object> states) throws Exception {
    this.store = store;
    this.states = states;
    checkedRound();
  }

  /**
   * One request of a session.
   *
   * @param thoroughly whether all that comes back is looked at, or as little as costs nothing
   */
  void exchange(int session, boolean thoroughly) throws Exception {
    Object given = states.get((session + turns[session]++) % states.size());
    Object back = store.exchange(session, given);
    if (!isSame(given, back, thoroughly)) {
      throw new IllegalStateException("another state came back than was given");
    }
  }

  private static boolean isSame(Object given, Object back, boolean thoroughly) {
    return (given instanceof Snapshot snapshot && !thoroughly)
        ? snapshot.session().equals(((Snapshot) back).session())
        : Objects.deepEquals(given, back);
  }

  /** One request of every session, with a thorough look at what came back. */
  void checkedRound() throws Exception {
    for (int session = 0; session < SESSIONS; session++) {
      exchange(session, true);
    }
  }

  @Override
  public void close() throws SQLException {
    store.close();
  }
}
