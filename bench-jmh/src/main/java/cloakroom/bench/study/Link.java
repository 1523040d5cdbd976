package cloakroom.bench.study;

/** What lies between a benchmark and its database. */
public enum Link {
  /** Nothing: times are taken this way. */
  DIRECT,
  /** A relay that counts round trips, bytes, connects and parses; times mean nothing here. */
  COUNTED
}
