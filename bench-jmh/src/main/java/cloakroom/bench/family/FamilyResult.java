package cloakroom.bench.family;

import cloakroom.bench.lab.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came out of one family.
 *
 * @param name the family
 * @param rows every subject in every cell, in the order in which they are to be read
 * @param bars what was to be reached, and whether it was
 * @param remarks what else a reader must know, in sentences
 */
public record FamilyResult(
    String name, List<Row> rows, List<BarResult> bars, List<String> remarks) {

  /**
   * One subject in one cell.
   *
   * @param cell what all its rows have in common, for instance "1 KB, 8 threads"
   * @param subject who did it
   * @param figures by name with its unit, in reading order; NaN for what does not apply
   */
  public record Row(String cell, String subject, Map<String, Double> figures) {}

  /**
   * What a figure has to reach.
   *
   * @param atLeast whether more is better, or less
   * @param limit the figure that is just good enough
   * @param unit what is counted; empty for a ratio
   */
  public record Bar(boolean atLeast, double limit, String unit) {
    /** A ratio of the limit or more. */
    public static Bar atLeast(double limit) {
      return new Bar(true, limit, "");
    }

    /** A ratio of the limit or less. */
    public static Bar atMost(double limit) {
      return new Bar(false, limit, "");
    }

    /** A figure of the limit or less, in its unit. */
    public static Bar atMost(double limit, String unit) {
      return new Bar(false, limit, unit);
    }

    /** Whether the figure is a ratio. */
    public boolean isRatio() {
      return unit.isEmpty();
    }

    /** As tables say it, for instance "≥ 0.95 x". */
    public String words() {
      String number =
          String.format(Locale.ROOT, limit == Math.rint(limit) ? "%,.0f" : "%.2f", limit);
      return (atLeast ? "≥ " : "≤ ") + number + " " + (isRatio() ? "x" : unit);
    }
  }

  /**
   * A bar and what stands beside it.
   *
   * @param what what is compared, with its cell
   * @param bar what is to be reached
   * @param ours what was measured: a ratio of the rounds with its interval, or a count
   */
  public record BarResult(String what, Bar bar, Interval ours) {
    /** Whether the figure reaches the bar. */
    public boolean met() {
      return bar.atLeast() ? ours.ratio() >= bar.limit() : ours.ratio() <= bar.limit();
    }
  }
}
