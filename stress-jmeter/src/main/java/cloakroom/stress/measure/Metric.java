package cloakroom.stress.measure;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One figure of a trial, described once for every printer.
 *
 * @param name its path in summary.json, and what {@code compare --fail-if} calls it
 * @param group the heading it stands under
 * @param label what a table calls it
 * @param unit the unit, or empty for a count
 * @param decimals digits shown behind the point; 0 for a count
 * @param definition how it came about
 */
public record Metric(
    String name,
    String group,
    String label,
    String unit,
    int decimals,
    ToDoubleFunction<TrialSummary> value,
    String definition) {

  /** The figure of one trial. */
  public double of(TrialSummary trial) {
    return value.applyAsDouble(trial);
  }

  /** Whether it counts failed requests. */
  public boolean failures() {
    return name.startsWith(FailureMetrics.KINDS) || ofErrorClass();
  }

  /** Whether it counts failed requests by what the database said. */
  public boolean ofErrorClass() {
    return name.startsWith(FailureMetrics.CLASSES);
  }

  /** Whether it counts things. */
  public boolean count() {
    return decimals == 0;
  }

  /** Label and unit, as a heading needs them. */
  public String heading() {
    return unit.isEmpty() ? label : label + " (" + unit + ")";
  }

  /** A value of this metric as text; means of counts may have one digit behind the point. */
  public String format(double number) {
    if (!Double.isFinite(number)) {
      return "–";
    }
    boolean whole = count() && number == Math.rint(number);
    int digits = whole ? 0 : Math.max(1, decimals);
    return String.format(Locale.ROOT, "%,." + digits + "f", number);
  }
}
