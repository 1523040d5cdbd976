package cloakroom.bench.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One published experiment: what it asks, how it is repeated here, and what its author found.
 *
 * @param id as in the list of studies, for instance S1b
 * @param question what the experiment asks, in one sentence
 * @param parameters values of the benchmark's parameters that are run; one that is missing here
 *     keeps the values in its annotation
 * @param full values for the long form, on top of {@code parameters}
 * @param once values for what is run once after the rounds, steady state and counts, on top of both
 * @param sidesOnly whether of the first set only what a ratio names is run, and not every
 *     combination of values
 * @param chart how its times are drawn
 * @param ratios what is compared with what, the one that counts first
 * @param published the author's own curve by series and x, in seconds; a bar has the x 0
 * @param why why what is found here may differ, in one sentence; empty where nothing is known
 * @param also further sets of parameters that are run
 * @param processor the author's client's processor time by series and x, user's and system's, in
 *     seconds
 */
public record StudyCard(
    String id,
    String title,
    String question,
    Map<String, List<String>> parameters,
    Map<String, List<String>> full,
    Map<String, List<String>> once,
    boolean sidesOnly,
    Chart chart,
    List<Ratio> ratios,
    Map<String, Map<Double, Double>> published,
    String why,
    List<Also> also,
    Map<String, Map<Double, List<Double>>> processor) {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  /** What is left out is empty, and drawn as bars. */
  public StudyCard {
    parameters = parameters == null ? Map.of() : parameters;
    full = full == null ? Map.of() : full;
    once = once == null ? Map.of() : once;
    chart = chart == null ? Chart.BARS : chart;
    ratios = ratios == null ? List.of() : ratios;
    published = published == null ? Map.of() : published;
    why = why == null ? "" : why;
    also = also == null ? List.of() : also;
    processor = processor == null ? Map.of() : processor;
  }

  /** Reads cards from JSON with the names of this record. */
  public static List<StudyCard> read(String json) {
    try {
      return List.of(MAPPER.readValue(json, StudyCard[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cards cannot be read: " + e.getMessage(), e);
    }
  }

  /** The same with other values of one parameter, and other ratios. */
  public StudyCard with(String parameter, List<String> values, List<Ratio> others) {
    Map<String, List<String>> all = with(parameters, Map.of(parameter, values));
    return new StudyCard(
        id, title, question, all, full, once, sidesOnly, chart, others, published, why, also,
        processor);
  }

  /** Values with others on top of them. */
  static Map<String, List<String>> with(
      Map<String, List<String>> values, Map<String, List<String>> others) {
    Map<String, List<String>> all = new TreeMap<>(values);
    all.putAll(others);
    return all;
  }

  public Map<String, List<String>> asked(boolean longForm) {
    return with(parameters, longForm ? full : Map.of());
  }

  /**
   * A further set, of which the times alone are taken; what it does not name is as in the first.
   *
   * @param parameters its values; none where only the long form has it
   * @param full its values in the long form, on top of them
   */
  public record Also(Map<String, List<String>> parameters, Map<String, List<String>> full) {
    /** What a text leaves out. */
    public Also {
      parameters = parameters == null ? Map.of() : parameters;
      full = full == null ? Map.of() : full;
    }
  }

  /** All sets, that of {@link #asked} first. */
  public List<Map<String, List<String>>> sets(boolean longForm) {
    List<Map<String, List<String>>> sets = new ArrayList<>(List.of(asked(longForm)));
    for (Also more : also) {
      Map<String, List<String>> own = with(more.parameters(), longForm ? more.full() : Map.of());
      if (!own.isEmpty()) {
        sets.add(with(asked(longForm), own));
      }
    }
    return sets;
  }

  /** What is asked first, as sets of which every combination is run. */
  List<Map<String, List<String>>> runs(Map<String, List<String>> asked) {
    return sidesOnly
        ? ratios.stream()
            .flatMap(ratio -> Stream.of(ratio.above(), ratio.below()))
            .filter(
                side ->
                    side.entrySet().stream()
                        .allMatch(p -> asked.get(p.getKey()).contains(p.getValue())))
            .map(side -> at(side, asked))
            .distinct()
            .toList()
        : List.of(asked);
  }

  /** What a side does not name has its first value. */
  private static Map<String, List<String>> at(
      Map<String, String> side, Map<String, List<String>> asked) {
    Map<String, List<String>> run = new TreeMap<>();
    asked.forEach((name, all) -> run.put(name, List.of(side.getOrDefault(name, all.get(0)))));
    return run;
  }

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
   * @param claim what was claimed, {@link Claim#ABOVE_ONE} if nothing is said
   * @param counts the counts that are added up and compared; none to compare times
   */
  public record Ratio(
      String name,
      Map<String, String> above,
      Map<String, String> below,
      double published,
      Claim claim,
      List<String> counts) {
    /** What a text leaves out. */
    public Ratio {
      published = published == 0 ? Double.NaN : published;
      claim = claim == null ? Claim.ABOVE_ONE : claim;
      counts = counts == null ? List.of() : counts;
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
