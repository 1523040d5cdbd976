package cloakroom.bench.run;

import cloakroom.bench.study.StudyCard;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What came out of one study.
 *
 * @param card the study
 * @param points every set of parameters that was measured
 * @param ratios the card's ratios, in its order
 * @param absent why something, or everything, of it was not measured; empty if nothing is missing
 * @param remarks what it saw beyond its figures, in sentences
 * @param seconds how long it took
 */
public record StudyResult(
    StudyCard card,
    List<Point> points,
    List<MeasuredRatio> ratios,
    List<String> absent,
    List<String> remarks,
    double seconds) {

  /** Without remarks. */
  public StudyResult(
      StudyCard card,
      List<Point> points,
      List<MeasuredRatio> ratios,
      List<String> absent,
      double seconds) {
    this(card, points, ratios, absent, List.of(), seconds);
  }

  /**
   * One set of parameters.
   *
   * @param parameters all of them
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
      return millis.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** The parameters other than that of the x axis, as a label. */
    public String series(String xParameter) {
      return parameters.entrySet().stream()
          .filter(entry -> !entry.getKey().equals(xParameter))
          .map(Map.Entry::getValue)
          .reduce((a, b) -> a + " " + b)
          .orElse("");
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

  /**
   * A ratio of this study.
   *
   * @param ratio what is compared
   * @param interval the ratio with its interval
   * @param verdict against the published finding
   */
  public record MeasuredRatio(StudyCard.Ratio ratio, Interval interval, Verdict verdict) {
    /**
     * From a figure of each side for each round.
     *
     * @param above figures of the side that the ratio names first, more than 0
     * @param below figures of the other side, of the same rounds
     */
    public static MeasuredRatio of(StudyCard.Ratio ratio, List<Double> above, List<Double> below) {
      return of(ratio, Interval.of(above, below));
    }

    /** From a count of each side. */
    public static MeasuredRatio counted(StudyCard.Ratio ratio, double above, double below) {
      return of(ratio, Interval.counted(above, below));
    }

    /** From a ratio that was made elsewhere. */
    static MeasuredRatio of(StudyCard.Ratio ratio, Interval interval) {
      return new MeasuredRatio(ratio, interval, Verdict.of(ratio, interval));
    }
  }

  /** The ratio that counts, if it was measured. */
  public Optional<MeasuredRatio> main() {
    return ratios.stream().findFirst();
  }

  /** The same, with the time that it took. */
  StudyResult lasting(double time) {
    return new StudyResult(card, points, ratios, absent, remarks, time);
  }

  /** The same, with one more thing that was not measured. */
  public StudyResult without(String why) {
    List<String> all = Stream.concat(absent.stream(), Stream.of(why)).toList();
    return new StudyResult(card, points, ratios, all, remarks, seconds);
  }
}
