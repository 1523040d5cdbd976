package cloakroom.stress.measure;

/**
 * Two variants under one metric.
 *
 * @param ratio the figure of {@code a} over that of {@code b}; NaN when there is none
 * @param low lower end of the 95 % interval
 * @param high upper end of the 95 % interval
 * @param verdict what may be said, in words
 * @param withheld whether the run gives no right to a verdict
 */
public record Comparison(
    String a,
    String b,
    String metric,
    double ratio,
    double low,
    double high,
    String verdict,
    boolean withheld) {}
