package cloakroom.stress.files;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What users saw of faults: how long one of them had no success, and when requests failed. */
public final class Outages {
  private final Map<String, Long> since = new HashMap<>();
  private final BitSet failed = new BitSet();
  private long longest;

  /** From when the first request that did not succeed was due to the end of the one that did. */
  void add(Sample sample, int second, boolean success) {
    long from = since.computeIfAbsent(sample.threadName(), user -> sample.due());
    longest = Math.max(longest, sample.end() - from);
    if (success) {
      since.remove(sample.threadName());
    } else {
      failed.set(Math.max(0, second));
    }
  }

  /** The longest of any user, in seconds; one that lasts to the end counts as far as seen. */
  public double longestSeconds() {
    return longest / 1000.0;
  }

  /** Whether a request failed that was sent in that second of the measured phase. */
  public boolean failedIn(int second) {
    return failed.get(second);
  }
}
