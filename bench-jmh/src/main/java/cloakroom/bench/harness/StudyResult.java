package cloakroom.bench.harness;

import cloakroom.contract.Significance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What came out of one study.
 *
 * @param points every set of parameters that was measured
 * @param ratios the card's ratios, in its order
 * @param gaps why something, or everything, of it was not measured; empty if nothing is missing
 * @param remarks what it saw beyond its figures, in sentences
 */
public record StudyResult(
    StudyDefinition card,
    List<Point> points,
    List<MeasuredRatio> ratios,
    List<Gap> gaps,
    List<String> remarks,
    double seconds) {
  /** Result with the card's ratios as far as both sides were measured. */
  public static StudyResult of(
      StudyDefinition card,
      List<Point> points,
      List<Gap> gaps,
      List<String> remarks,
      double seconds) {
    List<MeasuredRatio> ratios = new ArrayList<>();
    for (StudyDefinition.RatioDefinition ratio : card.ratios()) {
      with(points, ratio.above())
          .flatMap(above -> with(points, ratio.below()).flatMap(b -> above.over(b, ratio.counts())))
          .ifPresent(interval -> ratios.add(MeasuredRatio.of(ratio, interval)));
    }
    return new StudyResult(card, points, ratios, List.copyOf(gaps), remarks, seconds);
  }

  public static Optional<Point> with(List<Point> points, Map<String, String> wanted) {
    return points.stream()
        .filter(point -> point.parameters().entrySet().containsAll(wanted.entrySet()))
        .findFirst();
  }

  /** The mean of figures, NaN of none. */
  public static double mean(Collection<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /**
   * One set of parameters.
   *
   * @param x value on the x axis, NaN without one
   * @param millis time of the protocol in each round, in milliseconds
   * @param counts figures counted beside the time, for one run of the protocol, by name
   * @param operation the same in the steady state, if it was measured
   */
  public record Point(
      Map<String, String> parameters,
      double x,
      List<Double> millis,
      Map<String, Double> counts,
      Optional<Operation> operation) {

    /** Mean over the rounds. */
    public double mean() {
      return StudyResult.mean(millis);
    }

    /** The ratio of both times, or of the sums of these counts; none if a side lacks them. */
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

    /** NaN if one was not counted. */
    private double sum(List<String> names) {
      return names.stream().mapToDouble(name -> counts.getOrDefault(name, Double.NaN)).sum();
    }
  }

  /**
   * One operation in the steady state.
   *
   * @param micros mean time in microseconds
   * @param error half of JMH's 99.9 % interval, in microseconds
   * @param bytes bytes allocated, NaN if it was not measured
   */
  public record Operation(double micros, double error, double bytes) {}

  /** A ratio of this study, with its verdict against the published finding. */
  public record MeasuredRatio(
      StudyDefinition.RatioDefinition ratio, Interval interval, Verdict verdict) {
    public static MeasuredRatio of(StudyDefinition.RatioDefinition ratio, Interval interval) {
      return new MeasuredRatio(ratio, interval, Verdict.of(ratio, interval));
    }

    /** Of an undecided ratio how many rounds more would probably tell. */
    public OptionalInt more() {
      return verdict == Verdict.UNDECIDED
          ? OptionalInt.of(Verdict.more(ratio, interval))
          : OptionalInt.empty();
    }

    /** The verdict as a table says it; of an undecided one also what it would take to tell. */
    public String words() {
      return more().isPresent()
          ? Significance.undecided(interval.rounds(), more().getAsInt(), "round", "")
          : verdict.words();
    }
  }

  /**
   * Something that a study does not have.
   *
   * @param kind in one or two words why not: absent, failed, cut short
   * @param what which part of it; empty for all
   * @param why the reason, and the cure if there is one
   */
  public record Gap(String kind, String what, String why) {
    public static Gap absent(String what, String why) {
      return new Gap("absent", what, why);
    }

    /** In one line, for instance "SHARED absent: needs an Oracle". */
    public String sentence() {
      return (what + " " + kind + ": " + why).strip();
    }
  }
}
