package cloakroom.contract;

/**
 * The answer of {@code POST /heap}: what a node's heap holds once its garbage is gone, beside the
 * sessions that hold it. Every request waits while the garbage is collected.
 *
 * @param instances application modules alive
 * @param bytes heap in use right after the collection
 * @param millis how long the collection took
 */
public record LiveHeap(long sessions, long instances, long bytes, long millis) {
  public static final LiveHeap NONE = new LiveHeap(0, 0, 0, 0);

  /** Both together; nodes are asked one after the other. */
  public LiveHeap and(LiveHeap other) {
    return new LiveHeap(
        sessions + other.sessions,
        instances + other.instances,
        bytes + other.bytes,
        millis + other.millis);
  }
}
