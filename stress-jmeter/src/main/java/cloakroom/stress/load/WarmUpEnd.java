package cloakroom.stress.load;

/**
 * Criterion that ends a warm-up: enough requests, and a mean service time that no longer falls. The
 * JIT compilers of tier and engine have then compiled the hot code. A warm-up ends after {@value
 * MAX_SECONDS} seconds in any case.
 */
final class WarmUpEnd {
  static final int MIN_REQUESTS = 600;
  static final int MAX_SECONDS = 8;

  /** Ratio to the second before from which a mean counts as stable. */
  private static final double STABLE = 0.8;

  private int seconds;
  private long requests;
  private double before = Double.NaN;

  /** Adds a second with its mean service time; returns whether the warm-up is over. */
  boolean add(long count, double meanMs) {
    boolean stable = count > 0 && meanMs >= STABLE * before;
    seconds++;
    requests += count;
    before = count > 0 ? meanMs : before;
    return seconds >= MAX_SECONDS || (stable && requests >= MIN_REQUESTS);
  }
}
