package cloakroom.bench.family;

import cloakroom.bench.lab.Interval;
import java.util.List;
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
   * A bar and what stands beside it.
   *
   * @param what what is compared, with its cell
   * @param bar what is to be reached
   * @param ours what was measured: a ratio of the rounds with its interval, or a count
   */
  public record BarResult(String what, Bar bar, Interval ours) {
    /** Whether the figure reaches the bar. */
    public boolean met() {
      return bar.isMetBy(ours.ratio());
    }
  }
}
