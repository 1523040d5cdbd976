package cloakroom.bench.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;

/**
 * One published experiment: what it asks, how it is repeated here, and what its author found.
 *
 * @param id as in the list of studies, for instance S1b
 * @param question what the experiment asks, in one sentence
 * @param chart how its times are drawn
 * @param ratios what is compared with what, the one that counts first
 * @param published the author's own curve by series and x, in seconds; a bar has the x 0
 * @param why why what is found here may differ, in one sentence; empty where nothing is known
 * @param processor the author's client's processor time by series and x, user's and system's, in
 *     seconds
 */
public record StudyDefinition(
    String id,
    String title,
    String question,
    ChartDefinition chart,
    List<RatioDefinition> ratios,
    Map<String, Map<Double, Double>> published,
    String why,
    Map<String, Map<Double, List<Double>>> processor) {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  /** Replaces missing values by defaults. */
  public StudyDefinition {
    chart = chart == null ? ChartDefinition.BARS : chart;
    ratios = ratios == null ? List.of() : ratios;
    published = published == null ? Map.of() : published;
    why = why == null ? "" : why;
    processor = processor == null ? Map.of() : processor;
  }

  /** Reads cards from JSON with the names of this record. */
  public static List<StudyDefinition> read(String json) {
    try {
      return List.of(MAPPER.readValue(json, StudyDefinition[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cards cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns a copy with other ratios. */
  public StudyDefinition with(List<RatioDefinition> others) {
    return new StudyDefinition(id, title, question, chart, others, published, why, processor);
  }

  public enum AxisScale {
    LINEAR,
    LOGARITHMIC
  }

  /**
   * The axes of a chart.
   *
   * @param parameter the parameter on the x axis, or null when there is no curve
   * @param label text below the x axis
   * @param x its scale
   * @param y scale of the time axis
   */
  public record ChartDefinition(String parameter, String label, AxisScale x, AxisScale y) {
    /** Bars without an x axis. */
    public static final ChartDefinition BARS =
        new ChartDefinition(null, "", AxisScale.LINEAR, AxisScale.LINEAR);

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
   * @param claim published claim; {@link PublishedClaim#ABOVE_ONE} if the definition has none
   * @param counts the counts that are added up and compared; none to compare times
   */
  public record RatioDefinition(
      String name,
      Map<String, String> above,
      Map<String, String> below,
      double published,
      PublishedClaim claim,
      List<String> counts) {
    /** Replaces missing values by defaults. */
    public RatioDefinition {
      published = published == 0 ? Double.NaN : published;
      claim = claim == null ? PublishedClaim.ABOVE_ONE : claim;
      counts = counts == null ? List.of() : counts;
    }
  }

  /** Which way a published finding points. */
  public enum PublishedClaim {
    /** the first takes longer */
    ABOVE_ONE,
    /** no difference worth naming */
    ABOUT_ONE
  }
}
