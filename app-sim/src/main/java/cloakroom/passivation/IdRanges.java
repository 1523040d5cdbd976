package cloakroom.passivation;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ids that a statement drew from the sequence beside its own. Several writers may find it empty at
 * once; each then draws a block, and no id of any block is lost.
 */
final class IdRanges {
  private record Range(long next, long end) {}

  private final Deque<Range> ranges = new ArrayDeque<>();

  /** An id that was never given before, 0 if there is none left. */
  synchronized long poll() {
    Range range = ranges.poll();
    if (range == null) {
      return 0;
    }
    add(range.next + 1, range.end);
    return range.next;
  }

  /** Adds the ids from the first on, without the last. */
  synchronized void add(long first, long end) {
    if (first < end) {
      ranges.push(new Range(first, end));
    }
  }
}
