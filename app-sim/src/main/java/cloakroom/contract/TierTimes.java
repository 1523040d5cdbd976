package cloakroom.contract;

import java.util.List;

/**
 * Server's times of measured requests, from the first byte read to the last byte written. Field
 * {@code tierTimes} of {@code GET /counters}.
 *
 * @param histogram HdrHistogram with {@value #DIGITS} significant digits, compressed, in Base64
 * @param perSecond arrays of epoch second, number of ended requests, and sum of their times
 */
public record TierTimes(
    String unit, long count, double mean, String histogram, List<long[]> perSecond) {
  public static final String MICROSECONDS = "us";
  public static final int DIGITS = 3;
}
