package cloakroom.module;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters that any thread may raise without waiting for another. */
public final class Counts {
  private final Map<Count, LongAdder> adders = new EnumMap<>(Count.class);

  /** All counters at 0. */
  public Counts() {
    for (Count count : Count.values()) {
      adders.put(count, new LongAdder());
    }
  }

  /** Adds 1. */
  public void add(Count count) {
    adders.get(count).increment();
  }

  /** Adds {@code n}. */
  public void add(Count count, long n) {
    adders.get(count).add(n);
  }

  /** The value now. */
  public long get(Count count) {
    return adders.get(count).sum();
  }
}
