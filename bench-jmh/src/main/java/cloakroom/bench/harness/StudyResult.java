package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.bench.machine.UtilizationProfiler;
import cloakroom.statistics.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public record StudyResult(
    StudyDefinition definition,
    List<Point> points,
    List<MeasuredRatio> ratios,
    List<Omission> omissions,
    List<String> remarks,
    double seconds) {
  public static StudyResult of(
      StudyDefinition definition,
      List<Point> points,
      List<Omission> omissions,
      List<String> remarks,
      double seconds) {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (RatioDefinition ratio : definition.ratios()) {
      find(points, ratio.above())
          .flatMap(above -> find(points, ratio.below()).flatMap(b -> above.over(b, ratio.counts())))
          .ifPresent(
              interval ->
                  ratios.add(
                      new MeasuredRatio(
                          ratio,
                          interval,
                          Verdict.of(ratio, interval),
                          ratio.counts().isEmpty()
                              ? Stream.of(ratio.above(), ratio.below())
                                  .flatMap(side -> find(points, side).stream())
                                  .map(Point::utilization)
                                  .filter(Double::isFinite)
                                  .toList()
                              : List.of())));
    }
    return new StudyResult(definition, points, ratios, List.copyOf(omissions), remarks, seconds);
  }

  public static Optional<Point> find(List<Point> points, Map<String, String> wanted) {
    String latency = wanted.get(StudyState.RTT);
    return points.stream()
        .filter(point -> point.parameters().entrySet().containsAll(wanted.entrySet()))
        .filter(point -> Objects.equals(latency, point.parameters().get(StudyState.RTT)))
        .findFirst();
  }

  static double mean(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /**
   * Measurements of one parameter set.
   *
   * @param x value on the x axis; NaN in a bar chart
   * @param millis time of the published experiment in each round, in milliseconds
   * @param counts counts by name, for one run of the published experiment
   * @param operation steady-state cost of one operation; null if not measured
   */
  public record Point(
      Map<String, String> parameters,
      double x,
      List<Double> millis,
      Map<String, Double> counts,
      Operation operation) {
    /** Returns the mean of the rounds' times in milliseconds; NaN without rounds. */
    public double mean() {
      return StudyResult.mean(millis);
    }

    /** Returns the mean utilization of all processors in per cent; NaN if not measured. */
    private double utilization() {
      return counts.getOrDefault(UtilizationProfiler.UTILIZATION, Double.NaN);
    }

    /**
     * Returns this point's value divided by that of {@code other}: the sum of the named counts, or
     * the time if {@code names} is empty. Returns empty if a value is missing.
     */
    private Optional<Interval> over(Point other, List<String> names) {
      if (names.isEmpty()) {
        return millis.isEmpty() || other.millis.isEmpty()
            ? Optional.empty()
            : Optional.of(
                Interval.of(
                    IntStream.range(0, Math.min(millis.size(), other.millis.size()))
                        .mapToDouble(round -> millis.get(round) / other.millis.get(round))
                        .toArray()));
      }
      double sum = other.sum(names);
      return Optional.of(Interval.counted(sum(names) / sum))
          .filter(interval -> sum > 0 && interval.ratio() >= 0);
    }

    private double sum(List<String> names) {
      return names.stream().mapToDouble(name -> counts.getOrDefault(name, Double.NaN)).sum();
    }
  }

  /**
   * Steady-state cost of one operation.
   *
   * @param micros mean time in microseconds
   * @param error half the width of JMH's 99.9 % confidence interval, in microseconds
   * @param bytes allocated bytes; NaN if not measured
   */
  public record Operation(double micros, double error, double bytes) {}

  /**
   * Ratio of two points.
   *
   * @param utilization of all processors in per cent, of the numerator and of the denominator;
   *     empty for counts, and where it was not measured
   */
  public record MeasuredRatio(
      RatioDefinition ratio, Interval interval, Verdict verdict, List<Double> utilization) {}

  /**
   * Part of a study that was not measured.
   *
   * @param kind absent, failed, cut short or not measured
   * @param what name of the part; empty if the whole study was not measured
   * @param why reason, and what the user can do
   */
  public record Omission(String kind, String what, String why) {
    public static Omission absent(String what, String why) {
      return new Omission("absent", what, why);
    }

    public String sentence() {
      return (what + " " + kind + ": " + why).strip();
    }
  }
}
