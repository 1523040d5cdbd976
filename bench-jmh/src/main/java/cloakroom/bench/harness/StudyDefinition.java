package cloakroom.bench.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;

/**
 * Definition of a published experiment: its question, its ratios and its author's results.
 *
 * @param id identifier in the list of studies, for instance S1b
 * @param question question of the experiment, in one sentence
 * @param chart axes of its times
 * @param ratios compared pairs of points, the most important one first
 * @param published author's own curve by series and x, in seconds; a bar has the x 0
 * @param why why the results may differ from the published ones; empty if nothing is known
 */
public record StudyDefinition(
    String id,
    String title,
    String question,
    ChartDefinition chart,
    List<RatioDefinition> ratios,
    Map<String, Map<Double, Double>> published,
    String why) {
  public StudyDefinition {
    chart = chart == null ? ChartDefinition.BARS : chart;
    ratios = ratios == null ? List.of() : ratios;
    published = published == null ? Map.of() : published;
    why = why == null ? "" : why;
  }

  /** Parses definitions from JSON with the names of this record. */
  public static List<StudyDefinition> parse(String json) {
    try {
      return List.of(
          JsonMapper.builder()
              .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
              .build()
              .readValue(json, StudyDefinition[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot parse study definitions: " + e.getMessage(), e);
    }
  }

  public StudyDefinition withRatios(List<RatioDefinition> others) {
    return new StudyDefinition(id, title, question, chart, others, published, why);
  }

  public enum AxisScale {
    LINEAR,
    LOGARITHMIC
  }

  /**
   * Axes of a chart.
   *
   * @param parameter parameter on the x axis; null for bars
   * @param label text below the x axis
   * @param y scale of the time axis
   */
  public record ChartDefinition(String parameter, String label, AxisScale x, AxisScale y) {
    static final ChartDefinition BARS =
        new ChartDefinition(null, "", AxisScale.LINEAR, AxisScale.LINEAR);

    public boolean isCurve() {
      return parameter != null;
    }

    /** Returns the value of a set of parameters on the x axis; NaN without one. */
    public double x(Map<String, String> parameters) {
      String value = isCurve() ? parameters.get(parameter) : null;
      return value == null || !value.matches("[0-9.]+") ? Double.NaN : Double.parseDouble(value);
    }
  }

  /**
   * Two points of the same experiment, the one that the author found slower first.
   *
   * @param name label, for instance "unpooled / HikariCP"
   * @param above parameters that select the numerator
   * @param below parameters that select the denominator
   * @param published author's ratio; NaN for a claim without a number
   * @param claim published claim; {@link PublishedClaim#ABOVE_ONE} if the definition has none
   * @param counts counts whose sums are compared; empty to compare times
   */
  public record RatioDefinition(
      String name,
      Map<String, String> above,
      Map<String, String> below,
      double published,
      PublishedClaim claim,
      List<String> counts) {
    public RatioDefinition {
      published = published == 0 ? Double.NaN : published;
      claim = claim == null ? PublishedClaim.ABOVE_ONE : claim;
      counts = counts == null ? List.of() : counts;
    }
  }

  /** Direction of a published finding: the first takes longer, or there is no difference. */
  public enum PublishedClaim {
    ABOVE_ONE,
    ABOUT_ONE
  }
}
