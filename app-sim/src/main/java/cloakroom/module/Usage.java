package cloakroom.module;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many instances are busy, how many connections are kept by the others, and the most there ever
 * were of these. Both counts are in one word, because every check-out and check-in of every thread
 * changes both.
 */
final class Usage {
  private static final long ONE_BUSY = 1L << 32;

  /** Where the word is: far from whatever lies beside it, which others read meanwhile. */
  private static final int NOW = 16;

  private final AtomicLongArray word = new AtomicLongArray(2 * NOW);
  private final AtomicInteger maxHeld = new AtomicInteger();

  /** An instance has become busy. */
  void taken(boolean hasConnection) {
    word.addAndGet(NOW, hasConnection ? ONE_BUSY - 1 : ONE_BUSY);
  }

  /** A busy instance is available or reserved again. */
  void left(boolean hasConnection) {
    long after = word.addAndGet(NOW, hasConnection ? 1 - ONE_BUSY : -ONE_BUSY);
    if (hasConnection) {
      int held = held(after);
      if (held > maxHeld.get()) {
        maxHeld.accumulateAndGet(held, Math::max);
      }
    }
  }

  /** A busy instance is no more. */
  void gone() {
    word.addAndGet(NOW, -ONE_BUSY);
  }

  int busy() {
    return busy(word.get(NOW));
  }

  int held() {
    return held(word.get(NOW));
  }

  int maxHeld() {
    return maxHeld.get();
  }

  private static int busy(long both) {
    return (int) (both >> 32);
  }

  private static int held(long both) {
    return (int) both;
  }
}
