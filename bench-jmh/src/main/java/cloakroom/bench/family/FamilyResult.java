package cloakroom.bench.family;

import cloakroom.bench.lab.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came out of one family; the family fills it in.
 *
 * @param rows every subject in every cell, in the order in which they are to be read
 * @param bars what was to be reached, and whether it was
 * @param remarks what else a reader must know, in sentences
 */
public record FamilyResult(String name, List<Row> rows, List<Bar> bars, List<String> remarks) {

  /** Nothing yet. */
  public FamilyResult(String name) {
    this(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /**
   * One subject in one cell.
   *
   * @param cell what all its rows have in common, for instance "1 KB, 8 threads"
   * @param figures by name with its unit, in reading order; NaN for what does not apply
   */
  public record Row(String cell, String subject, Map<String, Double> figures) {}

  public void row(FamilyCell cell, List<String> columns, double... figures) {
    row(cell.heading(), cell.subject(), columns, figures);
  }

  public void row(String cell, String subject, List<String> columns, double... figures) {
    Map<String, Double> row = new LinkedHashMap<>();
    for (int i = 0; i < figures.length; i++) {
      row.put(columns.get(i), figures[i]);
    }
    rows.add(new Row(cell, subject, row));
  }

  /**
   * A figure and what it has to reach.
   *
   * @param what what is compared, with its cell
   * @param atLeast whether more is better, or less
   * @param limit the figure that is just good enough
   * @param unit what is counted; empty for a ratio
   * @param ours what was measured: a ratio of the rounds with its interval, or a count
   */
  public record Bar(String what, boolean atLeast, double limit, String unit, Interval ours) {
    public boolean met() {
      return atLeast ? ours.ratio() >= limit : ours.ratio() <= limit;
    }

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

  /** Adds a ratio that is to be the limit or more. */
  public void atLeast(String what, double limit, Interval ratio) {
    bars.add(new Bar(what, true, limit, "", ratio));
  }

  /** Adds a ratio that is to be the limit or less. */
  public void atMost(String what, double limit, Interval ratio) {
    bars.add(new Bar(what, false, limit, "", ratio));
  }

  /** Adds a figure that is to be the limit or less, in its unit. */
  public void atMost(String what, double limit, String unit, double figure) {
    bars.add(new Bar(what, false, limit, unit, Interval.counted(figure, 1)));
  }
}
