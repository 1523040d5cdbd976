package cloakroom.bench.family.http;

/**
 * What requests run on.
 *
 * @param kind of thread
 * @param most requests worked on at a time
 */
record Threads(Kind kind, int most) {
  /** A kind of thread. */
  enum Kind {
    PLATFORM,
    VIRTUAL
  }
}
