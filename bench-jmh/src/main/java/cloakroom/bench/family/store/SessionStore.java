package cloakroom.bench.family.store;

import cloakroom.state.Snapshot;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * One subject of the family: it keeps the state of some sessions, numbered from 0, and has them
 * have one state after another. Two successive ones of a session differ. A session is used by one
 * thread at a time.
 */
abstract class SessionStore implements AutoCloseable {
  static final int SESSIONS = 80;

  private final List<Object> states;
  private final int[] turns = new int[SESSIONS];

  SessionStore(List<Object> states) {
    this.states = states;
  }

  /**
   * What one request costs: stores the state in place of the one before, if there is one, and reads
   * it back.
   */
  abstract Object writeAndRead(int session, Object state) throws Exception;

  /**
   * One request of a session, with its next state.
   *
   * @param thoroughly whether all that comes back is looked at, or as little as costs nothing
   */
  final void exchange(int session, boolean thoroughly) throws Exception {
    Object given = states.get((session + turns[session]++) % states.size());
    Object back = writeAndRead(session, given);
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
  final void checkedRound() throws Exception {
    for (int session = 0; session < SESSIONS; session++) {
      exchange(session, true);
    }
  }

  @Override
  public abstract void close() throws SQLException;
}
