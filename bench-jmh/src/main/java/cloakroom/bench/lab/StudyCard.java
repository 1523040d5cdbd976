package cloakroom.bench.lab;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One published experiment: what it asks, how it is repeated here, and what its author found.
 *
 * @param id as in the list of studies, for instance S1b
 * @param title a few words
 * @param question what the experiment asks, in one sentence
 * @param usualSeconds what the default form takes on two quiet cores, with five rounds
 * @param parameters values of the benchmark's parameters that are run; one that is missing here
 *     keeps the values in its annotation
 * @param full values for the long form, on top of {@code parameters}
 * @param chart how its times are drawn
 * @param ratios what is compared with what, the one that counts first
 * @param published the author's own curve by series and x, in seconds; empty if there is none
 */
public record StudyCard(
    String id,
    String title,
    String question,
    int usualSeconds,
    Map<String, List<String>> parameters,
    Map<String, List<String>> full,
    Chart chart,
    List<Ratio> ratios,
    Map<String, Map<Double, Double>> published) {

  /** A card without parameters, drawn as bars. */
  public static StudyCard of(String id, String title, int usualSeconds, String question) {
    return new StudyCard(
        id, title, question, usualSeconds, Map.of(), Map.of(), Chart.BARS, List.of(), Map.of());
  }

  /** The same with the values of a parameter. */
  public StudyCard run(String parameter, String... values) {
    return with(and(parameters, parameter, List.of(values)), full, chart, ratios, published);
  }

  /** The same with the values of a parameter in the long form. */
  public StudyCard runInFull(String parameter, String... values) {
    return with(parameters, and(full, parameter, List.of(values)), chart, ratios, published);
  }

  /** The same, drawn as a curve. */
  public StudyCard drawn(Chart curve) {
    return with(parameters, full, curve, ratios, published);
  }

  /** The same with what is compared, the one that counts first. */
  public StudyCard compares(List<Ratio> compared) {
    return with(parameters, full, chart, List.copyOf(compared), published);
  }

  /** The same with one more curve of the author's, in seconds by x; a bar has the x 0. */
  public StudyCard published(String series, Map<Double, Double> seconds) {
    return with(parameters, full, chart, ratios, and(published, series, seconds));
  }

  private StudyCard with(
      Map<String, List<String>> values,
      Map<String, List<String>> inFull,
      Chart drawn,
      List<Ratio> compared,
      Map<String, Map<Double, Double>> curves) {
    return new StudyCard(
        id, title, question, usualSeconds, values, inFull, drawn, compared, curves);
  }

  private static <V> Map<String, V> and(Map<String, V> some, String name, V value) {
    Map<String, V> all = new TreeMap<>(some);
    all.put(name, value);
    return all;
  }

  /** The values that are run. */
  public Map<String, List<String>> asked(boolean longForm) {
    Map<String, List<String>> asked = new TreeMap<>(parameters);
    if (longForm) {
      asked.putAll(full);
    }
    return asked;
  }

  /** How a chart is drawn. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC
  }

  /**
   * The axes of a chart.
   *
   * @param parameter the parameter on the x axis, or null when there is no curve
   * @param label what stands below the x axis
   * @param x its scale
   * @param y scale of the time axis
   */
  public record Chart(String parameter, String label, Scale x, Scale y) {
    /** Bars without an x axis. */
    public static final Chart BARS = new Chart(null, "", Scale.LINEAR, Scale.LINEAR);

    /** Whether there is an x axis. */
    public boolean isCurve() {
      return parameter != null;
    }

    /** The place of a set of parameters on the x axis, NaN without one. */
    public double place(Map<String, String> parameters) {
      String value = isCurve() ? parameters.get(parameter) : null;
      return value == null || !value.matches("[0-9.]+") ? Double.NaN : Double.parseDouble(value);
    }
  }

  /**
   * Two points of the same experiment, the slower one by the author's finding first.
   *
   * @param name in words, for instance "unpooled / HikariCP"
   * @param above parameters of the one, those that tell it apart
   * @param below parameters of the other
   * @param published the author's ratio, or NaN for a claim without a figure
   * @param claim what was claimed
   */
  public record Ratio(
      String name,
      Map<String, String> above,
      Map<String, String> below,
      double published,
      Claim claim) {
    /** A claim that the first takes longer. */
    public static Ratio above(
        String name, Map<String, String> above, Map<String, String> below, double published) {
      return new Ratio(name, above, below, published, Claim.ABOVE_ONE);
    }

    /** A claim that both take about as long. */
    public static Ratio aboutOne(
        String name, Map<String, String> above, Map<String, String> below, double published) {
      return new Ratio(name, above, below, published, Claim.ABOUT_ONE);
    }
  }

  /** Which way a published finding points. */
  public enum Claim {
    /** the first takes longer */
    ABOVE_ONE,
    /** no difference worth naming */
    ABOUT_ONE
  }
}
