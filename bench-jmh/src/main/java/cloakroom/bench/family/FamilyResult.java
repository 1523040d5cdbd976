package cloakroom.bench.family;

import cloakroom.bench.family.Family.Bar;
import cloakroom.bench.lab.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What came out of one family: every cell, and every bar with its ratio. */
public record FamilyResult(
    String name, List<Row> rows, List<MeasuredBar> bars, List<String> remarks) {
  /**
   * One subject in one cell.
   *
   * @param cell what all its rows have in common, for instance "1 KB, 8 threads"
   * @param figures by name with its unit, in reading order, the same for all rows of a cell
   */
  public record Row(String cell, String subject, Map<String, Double> figures) {}

  /**
   * A bar with what was measured.
   *
   * @param ours the ratio of the rounds
   */
  public record MeasuredBar(Bar bar, Interval ours) {
    public boolean met() {
      return bar.atLeast() ? ours.ratio() >= bar.limit() : ours.ratio() <= bar.limit();
    }

    /** The limit as tables say it, for instance "≥ 0.95 x". */
    public String words() {
      return String.format(Locale.ROOT, "%s %.2f x", bar.atLeast() ? "≥" : "≤", bar.limit());
    }
  }
}
