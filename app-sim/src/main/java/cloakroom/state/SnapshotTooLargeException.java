package cloakroom.state;

/**
 * A state that would make a snapshot above its codec's limit: nothing is written, and the state
 * stays where it is.
 */
public final class SnapshotTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Names the size and the limit. */
  public SnapshotTooLargeException(String message) {
    super(message);
  }
}
