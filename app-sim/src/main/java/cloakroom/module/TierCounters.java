package cloakroom.module;

import cloakroom.contract.Counter;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

@SuppressWarnings("EnumOrdinal") // requests update several: faster than an EnumMap
public final class TierCounters {
  private final LongAdder[] adders = new LongAdder[Counter.values().length];

  public TierCounters() {
    Arrays.setAll(adders, count -> new LongAdder());
  }

  public void add(Counter count) {
    add(count, 1);
  }

  public void add(Counter count, long n) {
    adders[count.ordinal()].add(n);
  }

  public long get(Counter count) {
    return adders[count.ordinal()].sum();
  }
}
