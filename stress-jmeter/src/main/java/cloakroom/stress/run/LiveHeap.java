package cloakroom.stress.run;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A heap without its garbage.
 *
 * @param sessions sessions that it held
 * @param instances application modules that it held
 * @param bytes its size
 * @param millis how long the collection took, during which requests waited
 */
record LiveHeap(long sessions, long instances, long bytes, long millis) {
  static final LiveHeap NONE = new LiveHeap(0, 0, 0, 0);

  static LiveHeap of(JsonNode node) {
    return new LiveHeap(
        node.path("sessions").asLong(),
        node.path("instances").asLong(),
        node.path("bytes").asLong(),
        node.path("millis").asLong());
  }

  /** Both together; nodes are asked one after the other. */
  LiveHeap and(LiveHeap other) {
    return new LiveHeap(
        sessions + other.sessions,
        instances + other.instances,
        bytes + other.bytes,
        millis + other.millis);
  }
}
