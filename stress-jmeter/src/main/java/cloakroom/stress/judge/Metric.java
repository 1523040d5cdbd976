package cloakroom.stress.judge;

import cloakroom.contract.Counter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Definition of a metric of a trial; {@link Metrics} lists all metrics.
 *
 * @param name path of the metric in summary.json, also used in {@code --fail-if}
 * @param sources numbers or names of measured values; the metric is the first divided by all others
 * @param rare whether only some database servers provide the metric
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
  static final String COUNTER = "counter ";

  public double of(TrialSummary trial) {
    return sources.stream()
        .mapToDouble(s -> Character.isDigit(s.charAt(0)) ? Double.parseDouble(s) : trial.figure(s))
        .reduce((value, by) -> value / by)
        .orElseThrow();
  }

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

  public String title() {
    return group + ": " + heading();
  }

  public int digits(double value) {
    return count() && value == Math.rint(value) ? 0 : Math.max(1, decimals);
  }
}
