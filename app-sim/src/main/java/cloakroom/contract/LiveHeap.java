package cloakroom.contract;

/**
 * Response of {@code POST /heap}, which runs a garbage collection; other requests wait for it.
 *
 * @param instances number of application modules
 * @param bytes heap in use right after the collection
 * @param millis duration of the collection
 */
public record LiveHeap(long sessions, long instances, long bytes, long millis) {
  public static final LiveHeap NONE = new LiveHeap(0, 0, 0, 0);

  public LiveHeap plus(LiveHeap other) {
    return new LiveHeap(
        sessions + other.sessions,
        instances + other.instances,
        bytes + other.bytes,
        millis + other.millis);
  }
}
