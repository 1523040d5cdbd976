package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.contract.Significance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of one study.
 *
 * @param points every set of parameters that was measured
 * @param ratios ratios of the definition whose sides were both measured, in its order
 * @param omissions parts of the study that were not measured, with the reasons
 * @param remarks sentences of the study on its points
 * @param seconds time that the study took
 */
public record StudyResult(
    StudyDefinition definition,
    List<Point> points,
    List<MeasuredRatio> ratios,
    List<Omission> omissions,
    List<String> remarks,
    double seconds) {
  /** Computes the ratios whose sides were both measured. */
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
          .map(interval -> new MeasuredRatio(ratio, interval, Verdict.of(ratio, interval)))
          .ifPresent(ratios::add);
    }
    return new StudyResult(definition, points, ratios, List.copyOf(omissions), remarks, seconds);
  }

  public static Optional<Point> find(List<Point> points, Map<String, String> wanted) {
    return points.stream()
        .filter(point -> point.parameters().entrySet().containsAll(wanted.entrySet()))
        .findFirst();
  }

  /** Returns the mean; NaN if there are no values. */
  static double mean(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /**
   * One set of parameters.
   *
   * @param x value on the x axis, NaN without one
   * @param millis time of the protocol in each round, in milliseconds
   * @param counts metrics other than the time, for one run of the protocol, by name
   * @param operation the same in the steady state; null if it was not measured
   */
  public record Point(
      Map<String, String> parameters,
      double x,
      List<Double> millis,
      Map<String, Double> counts,
      Operation operation) {
    /** Returns the mean time over the rounds, in milliseconds; NaN if there are none. */
    public double mean() {
      return StudyResult.mean(millis);
    }

    /** Returns the ratio of both times, or of the sums of these counts; empty if one lacks them. */
    private Optional<Interval> over(Point other, List<String> names) {
      if (names.isEmpty()) {
        return millis.isEmpty() || other.millis.isEmpty()
            ? Optional.empty()
            : Optional.of(Interval.of(millis, other.millis));
      }
      double sum = other.sum(names);
      return Optional.of(Interval.counted(sum(names), sum))
          .filter(interval -> sum > 0 && interval.ratio() >= 0);
    }

    /** Returns NaN if one of the counts is missing. */
    private double sum(List<String> names) {
      return names.stream().mapToDouble(name -> counts.getOrDefault(name, Double.NaN)).sum();
    }
  }

  /**
   * One operation in the steady state.
   *
   * @param micros mean time in microseconds
   * @param error half of JMH's 99.9 % interval, in microseconds
   * @param bytes bytes allocated, NaN if they were not measured
   */
  public record Operation(double micros, double error, double bytes) {}

  /** Measured ratio with its verdict against the published finding. */
  public record MeasuredRatio(RatioDefinition ratio, Interval interval, Verdict verdict) {
    /** Returns how many more rounds would probably decide it; null unless it is undecided. */
    public Integer moreRounds() {
      return verdict == Verdict.UNDECIDED ? Verdict.moreRounds(ratio, interval) : null;
    }

    /** Returns the verdict for tables, with the further rounds required if it is undecided. */
    public String label() {
      return verdict == Verdict.UNDECIDED
          ? Significance.undecided(interval.rounds(), moreRounds(), "round", "")
          : verdict.label();
    }
  }

  /**
   * Part of a study that was not measured.
   *
   * @param kind category: absent, failed, cut short, not measured
   * @param what the part; empty for all of the study
   * @param why reason, and what to do about it
   */
  public record Omission(String kind, String what, String why) {
    public static Omission absent(String what, String why) {
      return new Omission("absent", what, why);
    }

    /** Returns one line, for instance "SHARED absent: needs an Oracle database". */
    public String sentence() {
      return (what + " " + kind + ": " + why).strip();
    }
  }
}
