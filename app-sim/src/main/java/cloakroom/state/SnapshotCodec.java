package cloakroom.state;

/**
 * Turns a snapshot into bytes and back. Implementations hold no state and serve any thread; the
 * same snapshot gives the same bytes every time.
 */
public interface SnapshotCodec {

  /** Size limit of a codec that is given none, in bytes: 64 MB. */
  int DEFAULT_LIMIT = 64 << 20;

  /** The name on the command line and in reports; see {@link SnapshotCodecs}. */
  String name();

  /**
   * The snapshot as bytes.
   *
   * @throws SnapshotTooLargeException if they would be more than this codec's limit
   */
  byte[] encode(Snapshot snapshot);

  /**
   * The snapshot that {@link #encode} was given.
   *
   * @throws CorruptSnapshotException if the bytes are not a whole snapshot of this codec, with a
   *     message of one line that says in what way
   */
  Snapshot decode(byte[] content);

  /** Bytes that should be a snapshot and are not: the session that owns them has lost its state. */
  final class CorruptSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CorruptSnapshotException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * A state that would make a snapshot above its codec's limit: nothing is written, and the state
   * stays where it is.
   */
  final class SnapshotTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SnapshotTooLargeException(String message) {
      super(message);
    }
  }
}
