package cloakroom.contract;

/** Response of {@code POST /heap}: heap in use after a garbage collection of {@code millis} ms. */
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
