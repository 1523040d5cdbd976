package cloakroom.stress.folder;

import cloakroom.contract.TierTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Request times of one trial: a histogram of all times, and one for each interval of the measured
 * phase.
 *
 * <p>An interval lasts one second, or ten seconds in trials longer than {@value MAX_INTERVALS}
 * seconds. In trials longer than ten hours, it lasts 20 seconds or more.
 *
 * <p>The histogram of an interval takes 1 to 4 kB for any number of requests. An 8-hour trial has
 * 2,880 intervals, so it takes up to 12 MB.
 */
public final class Times {
  private static final Map<String, Double> PERCENTILES =
      Map.of("p50", 50.0, "p90", 90.0, "p95", 95.0, "p99", 99.0, "p999", 99.9);

  private static final int MAX_INTERVALS = 3_600;

  private final Histogram all = histogram();
  private List<PackedHistogram> intervals = new ArrayList<>();
  private int intervalSeconds = 1;

  /**
   * Adds a request's time. The request began {@code second} seconds after the measured phase began.
   */
  public void add(int second, long milliseconds) {
    all.recordValue(milliseconds);
    while (second / intervalSeconds >= MAX_INTERVALS) {
      merge(intervalSeconds == 1 ? 10 : 2);
    }
    while (second / intervalSeconds >= intervals.size()) {
      intervals.add(new PackedHistogram(TierTimes.DIGITS));
    }
    intervals.get(second / intervalSeconds).recordValue(milliseconds);
  }

  private void merge(int neighbours) {
    List<PackedHistogram> merged = new ArrayList<>();
    for (int i = 0; i < intervals.size(); i++) {
      if (i % neighbours == 0) {
        merged.add(intervals.get(i));
      } else {
        merged.get(i / neighbours).add(intervals.get(i));
      }
    }
    intervals = merged;
    intervalSeconds *= neighbours;
  }

  public Histogram all() {
    return all;
  }

  static Histogram histogram() {
    return new Histogram(TierTimes.DIGITS);
  }

  /**
   * Adds mean, percentiles and maximum in milliseconds to the metrics, with keys such as {@code
   * response.p95}. All are 0 for an empty histogram.
   *
   * @param unit how many units of the histogram make a millisecond
   */
  public static void summarize(
      String name, Histogram histogram, double unit, Map<String, Double> metrics) {
    double mean = histogram.getTotalCount() == 0 ? 0 : histogram.getMean();
    metrics.put(name + ".mean", mean / unit);
    PERCENTILES.forEach(
        (part, p) -> metrics.put(name + "." + part, histogram.getValueAtPercentile(p) / unit));
    metrics.put(name + ".max", histogram.getMaxValue() / unit);
  }

  /**
   * Returns the percentile curve as points [1/(1-p), milliseconds]: a share p of the requests took
   * at most this time. The curve has two points for each halving of 1-p.
   */
  public static List<double[]> percentiles(Histogram histogram, double perMillisecond) {
    List<double[]> points = new ArrayList<>();
    for (int i = 0; Math.pow(2, i / 2.0) <= histogram.getTotalCount(); i++) {
      double x = Math.pow(2, i / 2.0);
      long value = histogram.getValueAtPercentile(100 - 100 / x);
      points.add(new double[] {x, value / perMillisecond});
    }
    return points;
  }

  public double p95(int second) {
    int interval = second / intervalSeconds;
    return interval < intervals.size() && intervals.get(interval).getTotalCount() > 0
        ? intervals.get(interval).getValueAtPercentile(95)
        : Double.NaN;
  }

  public List<double[]> means() {
    return IntStream.range(0, intervals.size())
        .filter(i -> intervals.get(i).getTotalCount() > 0)
        .mapToObj(i -> new double[] {i * intervalSeconds, intervals.get(i).getMean()})
        .toList();
  }
}
