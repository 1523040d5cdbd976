package cloakroom.stress.run;

import java.time.Duration;
import java.util.Optional;

/**
 * The nodes of the tier in each trial.
 *
 * @param count how many, from 1
 * @param affinity whether a user stays on the node where it starts; else each request goes to the
 *     next node
 * @param kill after how much of the measured phase the last node is killed; empty for never
 */
record Nodes(int count, boolean affinity, Optional<Duration> kill) {
  /** A tier of one node. */
  static final Nodes ONE = new Nodes(1, true, Optional.empty());

  /** Whether requests have a choice. */
  boolean several() {
    return count > 1;
  }
}
