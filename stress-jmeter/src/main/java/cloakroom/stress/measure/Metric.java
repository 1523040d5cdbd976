package cloakroom.stress.measure;

import cloakroom.contract.Counter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One figure of a trial, described once for every reader and printer; {@link Metrics} lists them.
 *
 * @param name its path in summary.json, and what {@code compare --fail-if} calls it
 * @param group the heading it stands under
 * @param label what a table calls it
 * @param unit the unit, or empty for a count
 * @param decimals digits shown behind the point; 0 for a count
 * @param sources what it is made of: one figure of the trial, or two of which it is the quotient
 * @param definition how it came about
 */
public record Metric(
    String name,
    String group,
    String label,
    String unit,
    int decimals,
    List<String> sources,
    String definition) {
  /** What the names of failures by kind begin with. */
  static final String KINDS = "errors.";

  /** What the names of failures by class begin with. */
  static final String CLASSES = "errorClasses.";

  /** The figure of one trial; not a number if nobody told it. */
  public double of(TrialSummary trial) {
    double value = trial.figure(sources.get(0));
    return sources.size() == 1 ? value : value / trial.figure(sources.get(1));
  }

  /**
   * What a counter of the tier is called as a source: its growth over the measured phase counts, of
   * a gauge its last or highest value.
   */
  public static String source(Counter counter) {
    return (counter.isGauge() ? "gauge " : "counter ") + counter.label();
  }

  /** The counter or gauge of the tier that a source is, if it is one. */
  public static Optional<Counter> counter(String source) {
    return Arrays.stream(Counter.values()).filter(c -> source(c).equals(source)).findFirst();
  }

  /** Whether it counts failed requests. */
  public boolean failures() {
    return name.startsWith(KINDS) || ofErrorClass();
  }

  /** Whether it counts failed requests by what the database said. */
  public boolean ofErrorClass() {
    return name.startsWith(CLASSES);
  }

  /** Whether it counts things. */
  public boolean count() {
    return decimals == 0;
  }

  /** Label and unit, as a heading needs them. */
  public String heading() {
    return unit.isEmpty() ? label : label + " (" + unit + ")";
  }

  /** Digits behind the point of a value; means of counts may have one. */
  public int digits(double value) {
    return count() && value == Math.rint(value) ? 0 : Math.max(1, decimals);
  }
}
