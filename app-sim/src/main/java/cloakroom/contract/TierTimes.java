package cloakroom.contract;

import java.util.List;

/**
 * Times of the measured phase's requests inside the tier, from the first byte read to the last byte
 * written; {@code tierTimes} of {@code GET /counters}.
 *
 * @param unit always {@value #MICROSECONDS}
 * @param mean mean time, 0 without requests
 * @param histogram an HdrHistogram of {@value #DIGITS} digits, compressed, in Base64
 * @param perSecond per second: epoch second, requests that ended in it, sum of their times
 */
public record TierTimes(
    String unit, long count, double mean, String histogram, List<long[]> perSecond) {
  public static final String MICROSECONDS = "us";
  public static final int DIGITS = 3;
}
