package cloakroom.state;

/**
 * Converter between snapshots and bytes, thread-safe and deterministic: equal snapshots have equal
 * bytes.
 */
public interface SnapshotCodec {

  /** Default maximum size of a snapshot in bytes: 64 MB. */
  int DEFAULT_LIMIT = 64 << 20;

  /** Returns the name for the command line and reports. */
  String name();

  /**
   * Returns the snapshot as bytes.
   *
   * @throws SnapshotTooLargeException if they exceed the limit
   */
  byte[] encode(Snapshot snapshot);

  /**
   * Returns the snapshot whose bytes {@link #encode} returned.
   *
   * @throws CorruptSnapshotException if the bytes are not a complete snapshot of this codec
   */
  Snapshot decode(byte[] content);

  /** Thrown for damaged bytes: the session's state is lost. */
  final class CorruptSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CorruptSnapshotException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Thrown for a snapshot above the limit of its codec; nothing is written. */
  final class SnapshotTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SnapshotTooLargeException(String message) {
      super(message);
    }
  }
}
