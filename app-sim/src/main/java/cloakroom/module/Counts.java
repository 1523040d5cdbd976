package cloakroom.module;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counters that any thread may raise without waiting for another. Each of a few groups of threads
 * has counters of its own, side by side, because a request raises several of them.
 */
@SuppressWarnings("EnumOrdinal") // an EnumMap would be asked for each of them in each request
public final class Counts {
  private static final int GROUPS = 16;

  /** As many longs as keep the counters of two groups out of one another's cache lines. */
  private static final int APART = 16;

  private final AtomicLongArray[] groups = new AtomicLongArray[GROUPS];

  /** All counters at 0. */
  public Counts() {
    int length = APART + Count.values().length + APART;
    Arrays.setAll(groups, group -> new AtomicLongArray(length));
  }

  /** Adds 1. */
  public void add(Count count) {
    add(count, 1);
  }

  /** Adds {@code n}. */
  public void add(Count count, long n) {
    int group = (int) Thread.currentThread().getId() & GROUPS - 1;
    groups[group].getAndAdd(APART + count.ordinal(), n);
  }

  /** The value now. */
  public long get(Count count) {
    long sum = 0;
    for (AtomicLongArray group : groups) {
      sum += group.get(APART + count.ordinal());
    }
    return sum;
  }
}
