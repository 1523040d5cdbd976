package cloakroom.state;

/** Turns a snapshot into bytes and back. Implementations hold no state and serve any thread. */
public interface SnapshotCodec {

  /** The snapshot as bytes. */
  byte[] encode(Snapshot snapshot);

  /**
   * The snapshot that {@link #encode} was given.
   *
   * @throws CorruptSnapshotException if the bytes are not a whole snapshot of this codec
   */
  Snapshot decode(byte[] content);
}
