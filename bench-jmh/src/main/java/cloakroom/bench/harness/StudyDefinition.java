package cloakroom.bench.harness;

import cloakroom.bench.subject.Subject;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Definition of a published experiment: question, compared ratios and the author's results.
 *
 * @param id identifier of the study, for instance S1b
 * @param ratios ratios to compare, the most important first
 * @param published author's times in seconds, by series and x value; x is 0 in a bar chart
 * @param why reason why results may differ from the published results; empty if unknown
 */
public record StudyDefinition(
    String id,
    String title,
    String question,
    ChartDefinition chart,
    List<RatioDefinition> ratios,
    Map<String, Map<Double, Double>> published,
    String why) {
  private static final String POOL = "POOL";

  public StudyDefinition {
    chart = chart == null ? ChartDefinition.BARS : chart;
    ratios = ratios == null ? List.of() : ratios;
    published = published == null ? Map.of() : published;
    why = why == null ? "" : why;
  }

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

  /** Returns a copy with one ratio for each pool in place of a ratio of the pool {@value #POOL}. */
  public StudyDefinition forPools(List<Subject> pools) {
    List<RatioDefinition> all =
        ratios.stream()
            .flatMap(ratio -> pools.stream().map(ratio::of).distinct())
            .filter(ratio -> StudySets.isPossible(ratio.below()))
            .toList();
    return new StudyDefinition(id, title, question, chart, all, published, why);
  }

  public enum AxisScale {
    LINEAR,
    LOGARITHMIC
  }

  public record ChartDefinition(String parameter, String label, AxisScale x, AxisScale y) {
    static final ChartDefinition BARS =
        new ChartDefinition(null, "", AxisScale.LINEAR, AxisScale.LINEAR);

    public boolean isCurve() {
      return parameter != null;
    }

    /** Returns a parameter set's value on the x axis; NaN for a bar chart. */
    public double x(Map<String, String> parameters) {
      String value = isCurve() ? parameters.get(parameter) : null;
      return value == null || !value.matches("[0-9.]+") ? Double.NaN : Double.parseDouble(value);
    }
  }

  /**
   * Ratio of two parameter sets' times or counts in one experiment.
   *
   * @param above parameters of the numerator, which the author found slower
   * @param published author's ratio; NaN if the author published no number
   * @param counts names of the counts whose sums are compared; empty to compare times
   */
  public record RatioDefinition(
      String name,
      Map<String, String> above,
      Map<String, String> below,
      double published,
      PublishedClaim claim,
      List<String> counts) {
    private RatioDefinition of(Subject pool) {
      return new RatioDefinition(
          name.replace(POOL, pool.product()),
          of(pool, above),
          of(pool, below),
          published,
          claim,
          counts);
    }

    private static Map<String, String> of(Subject pool, Map<String, String> set) {
      Map<String, String> copy = new TreeMap<>(set);
      copy.replaceAll((name, value) -> value.equals(POOL) ? pool.name() : value);
      return copy;
    }

    public RatioDefinition {
      published = published == 0 ? Double.NaN : published;
      claim = claim == null ? PublishedClaim.ABOVE_ONE : claim;
      counts = counts == null ? List.of() : counts;
    }
  }

  public enum PublishedClaim {
    ABOVE_ONE,
    ABOUT_ONE
  }
}
