package cloakroom.state;

/** Thread-safe codec of snapshots as bytes. Equal snapshots have equal bytes. */
public interface SnapshotCodec {
  /** Default maximum size of a snapshot in bytes: 64 MB. */
  int DEFAULT_LIMIT = 64 << 20;

  String name();

  byte[] encode(Snapshot snapshot);

  /** Decodes a snapshot. Throws CorruptSnapshotException if the bytes are damaged. */
  Snapshot decode(byte[] content);

  final class CorruptSnapshotException extends RuntimeException {
    CorruptSnapshotException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Exception for a snapshot above the codec's size limit, thrown before a store writes it. */
  final class SnapshotTooLargeException extends RuntimeException {
    SnapshotTooLargeException(String message) {
      super(message);
    }
  }
}
