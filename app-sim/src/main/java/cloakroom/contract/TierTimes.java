package cloakroom.contract;

import java.util.List;

/**
 * The part {@code tierTimes} of {@code GET /counters}: how long requests of the measured phase took
 * inside the tier, from the first byte read to the last byte written.
 *
 * @param unit always {@value #MICROSECONDS}
 * @param mean mean time, 0 without requests
 * @param histogram an HdrHistogram of {@value #DIGITS} digits, compressed, in Base64
 * @param perSecond for each second: epoch second, requests that ended in it, sum of their times
 */
public record TierTimes(
    String unit, long count, double mean, String histogram, List<long[]> perSecond) {
  /** The unit of every time. */
  public static final String MICROSECONDS = "us";

  /** Significant digits of the histogram. */
  public static final int DIGITS = 3;
}
