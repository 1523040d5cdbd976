package cloakroom.stress.judge;

import cloakroom.contract.Counter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One figure of a trial, described once for every reader and printer; {@link Metrics} lists them.
 *
 * @param name its path in summary.json, and what {@code --fail-if} calls it
 * @param unit the unit, or empty for a count
 * @param decimals digits shown behind the point; 0 for a count
 * @param sources what it is made of: figures of the trial and numbers, the first divided by each of
 *     the others
 * @param rare whether nobody misses it where it is not told
 */
public record Metric(
    String name,
    String group,
    String label,
    String unit,
    int decimals,
    List<String> sources,
    String definition,
    boolean rare) {
  private static final String COUNTER = "counter ";

  /** The figure of one trial; not a number if nobody told it. */
  public double of(TrialSummary trial) {
    return sources.stream()
        .mapToDouble(s -> Character.isDigit(s.charAt(0)) ? Double.parseDouble(s) : trial.figure(s))
        .reduce((value, by) -> value / by)
        .orElseThrow();
  }

  /**
   * Returns the counter of the tier that a source names, if it names one: its growth over the
   * measured phase counts, of a gauge its last or highest value.
   *
   * @throws IllegalStateException if there is no such counter
   */
  public static Optional<Counter> counter(String source) {
    if (!source.startsWith(COUNTER)) {
      return Optional.empty();
    }
    return Optional.of(
        Arrays.stream(Counter.values())
            .filter(counter -> source.equals(COUNTER + counter.label()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("metrics.txt: no " + source)));
  }

  public boolean failures() {
    return name.startsWith(TrialSummary.KINDS) || ofErrorClass();
  }

  public boolean ofErrorClass() {
    return name.startsWith(TrialSummary.CLASSES);
  }

  /** Whether the database server told it, of which there are tables of their own. */
  public boolean ofServer() {
    return name.startsWith("server.");
  }

  public boolean count() {
    return decimals == 0;
  }

  public String heading() {
    return unit.isEmpty() ? label : label + " (" + unit + ")";
  }

  public String nameAndUnit() {
    return unit.isEmpty() ? name : name + " (" + unit + ")";
  }

  /** What it is called where figures of all groups stand. */
  public String title() {
    return group + ": " + heading();
  }

  /** Digits behind the point of a value; means of counts may have one. */
  public int digits(double value) {
    return count() && value == Math.rint(value) ? 0 : Math.max(1, decimals);
  }
}
