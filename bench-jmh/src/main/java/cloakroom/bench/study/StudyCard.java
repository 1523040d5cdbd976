package cloakroom.bench.study;

import java.util.List;
import java.util.Map;

/**
 * One published experiment: what it asks, how it is repeated here, and what its author found.
 *
 * @param id as in the list of studies, for instance S1b
 * @param title a few words
 * @param question what the experiment asks, in one sentence
 * @param benchmark the JMH class; its method {@code protocol} is the experiment as published
 * @param parameters values of the benchmark's parameters that are run; one that is missing here
 *     keeps the values in its annotation
 * @param full values for the long form, on top of {@code parameters}
 * @param xParameter the parameter on the chart's x axis, or null when there is no curve
 * @param chart axes of the chart
 * @param ratios what is compared with what, the one that counts first
 * @param published the author's own curve by series and x, in seconds; empty if there is none
 */
public record StudyCard(
    String id,
    String title,
    String question,
    Class<?> benchmark,
    Map<String, List<String>> parameters,
    Map<String, List<String>> full,
    String xParameter,
    Chart chart,
    List<Ratio> ratios,
    Map<String, Map<Double, Double>> published) {

  /** How a chart is drawn. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC
  }

  /**
   * The axes of a chart.
   *
   * @param xLabel what stands below the x axis
   * @param x its scale
   * @param y scale of the time axis
   */
  public record Chart(String xLabel, Scale x, Scale y) {
    /** Bars without an x axis. */
    public static final Chart BARS = new Chart("", Scale.LINEAR, Scale.LINEAR);
  }

  /**
   * Two points of the same experiment, the slower one by the author's finding first.
   *
   * @param name in words, for instance "unpooled / HikariCP"
   * @param above parameters of the one, those that tell it apart
   * @param below parameters of the other
   * @param published the author's ratio, or NaN for a claim without a figure
   * @param claim what was claimed: the ratio is above 1, or about 1
   */
  public record Ratio(
      String name,
      Map<String, String> above,
      Map<String, String> below,
      double published,
      Claim claim) {}

  /** Which way a published finding points. */
  public enum Claim {
    /** the first takes longer */
    ABOVE_ONE,
    /** no difference worth naming */
    ABOUT_ONE
  }
}
