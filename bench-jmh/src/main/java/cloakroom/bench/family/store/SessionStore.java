package cloakroom.bench.family.store;

import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;

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

  /** A store of bytes behind a codec, as the tier has it. */
  static SessionStore<Snapshot> coded(SessionStore<byte[]> bytes, SnapshotCodec codec) {
    return new SessionStore<>() {
      @Override
      public void create(int session, Snapshot state) throws Exception {
        bytes.create(session, codec.encode(state));
      }

      @Override
      public Snapshot exchange(int session, Snapshot state) throws Exception {
        return codec.decode(bytes.exchange(session, codec.encode(state)));
      }

      @Override
      public void close() {
        bytes.close();
      }
    };
  }
}
