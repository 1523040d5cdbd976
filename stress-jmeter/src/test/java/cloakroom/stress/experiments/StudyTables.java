package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.format;
import static cloakroom.stress.experiments.MeasuredTrials.table;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import cloakroom.statistics.Interval;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Tables and sentences of experiment 006, from a studies.json. */
final class StudyTables {
  private static final String NONE = "–";
  private static final String LATENCY = ", \\S+ \\S+ RTT$";
  private static final String NOISE = "noisy machine: background CPU load of ";

  /** Tables of points: study, heading, parameters, values. studies.json has all points. */
  private static final String[][] POINTS = {
    {
      "S4",
      "pool|validated|reset|statement cache|borrow|first query|next query|return|held query|trips",
      "subject validation reset statementCache",
      "borrow first next giveBack held roundTrips"
    },
    {
      "S5",
      "policy|recycle threshold|recycled into|ms|round trips",
      "policy threshold recycle",
      "ms roundTrips"
    }
  };

  private final JsonNode run;

  StudyTables(Path json) throws IOException {
    run = new ObjectMapper().readTree(json.toFile());
  }

  /** Returns the tables and sentences by name. */
  Map<String, String> all() {
    Map<String, String> tables = new TreeMap<>();
    tables.put("006-answer", answer());
    tables.put("006-environment", environment());
    tables.put("006-latency", latency());
    tables.put("006-remarks", remarks());
    studies()
        .filter(study -> !study.path("points").isEmpty())
        .map(study -> text(study, "id"))
        .forEach(id -> tables.put("006-" + id, ratios(id)));
    for (String[] each : POINTS) {
      tables.put("006-" + each[0] + "-times", points(each[0], each[1], each[2], each[3]));
    }
    return tables;
  }

  private static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private Stream<JsonNode> studies() {
    return each(run.path("studies"));
  }

  private JsonNode study(String id) {
    return studies().filter(study -> text(study, "id").equals(id)).findFirst().orElseThrow();
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }

  private static boolean isCounted(JsonNode ratio) {
    return ratio.path("rounds").isNull();
  }

  private static String published(JsonNode ratio) {
    return ratio.path("published").isNumber()
        ? format(ratio.path("published").asDouble())
        : text(ratio, "claim").equals("aboutOne") ? "about 1" : "above 1";
  }

  private static String measured(JsonNode ratio) {
    double mean = ratio.path("ratio").asDouble();
    return isCounted(ratio)
        ? format(mean) + " (count)"
        : new Interval(
                mean,
                ratio.path("low").asDouble(),
                ratio.path("high").asDouble(),
                ratio.path("rounds").asInt())
            .text("");
  }

  private static String verdict(JsonNode ratio) {
    return text(ratio, "verdict").replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** Returns the ratios of a study. */
  private String ratios(String id) {
    return table(
        "ratio|published|measured|processors (%)|verdict",
        each(study(id).path("ratios"))
            .map(
                ratio ->
                    String.join(
                        "|",
                        text(ratio, "name"),
                        published(ratio),
                        measured(ratio),
                        utilization(ratio),
                        verdict(ratio))));
  }

  /** Returns the utilization of all processors on both sides of a ratio of times. */
  private static String utilization(JsonNode ratio) {
    return ratio.path("utilization").isEmpty()
        ? NONE
        : each(ratio.path("utilization"))
            .map(percent -> "%.0f".formatted(percent.asDouble()))
            .collect(joining(" / "));
  }

  /** Returns the ratios with added latency next to those without. */
  private String latency() {
    return table(
        "study|ratio|published|no added latency|with latency|RTT",
        studies().flatMap(study -> each(study.path("ratios")).flatMap(far -> latency(study, far))));
  }

  private static Stream<String> latency(JsonNode study, JsonNode far) {
    String name = text(far, "name");
    String near = name.replaceFirst(LATENCY, "");
    return each(study.path("ratios"))
        .filter(ratio -> text(ratio, "name").equals(near) && !near.equals(name))
        .map(
            ratio ->
                String.join(
                    "|",
                    text(study, "id"),
                    near,
                    published(far),
                    measured(ratio),
                    measured(far),
                    name.substring(near.length() + 2).replace(" RTT", "")));
  }

  /**
   * Returns the points of a study that have at least one of the values.
   *
   * @param heading names of all columns
   * @param parameters names of the parameters in the first columns
   * @param values names of counts in the other columns; {@code ms} is the mean time
   */
  private String points(String id, String heading, String parameters, String values) {
    List<String> first = List.of(parameters.split(" ", -1));
    List<String> others = List.of(values.split(" ", -1));
    return table(
        heading,
        each(study(id).path("points"))
            .filter(point -> others.stream().anyMatch(point.path("counts")::has))
            .map(
                point ->
                    Stream.concat(
                            first.stream().map(name -> parameter(point, name)),
                            others.stream().map(name -> value(point, name)))
                        .collect(joining("|"))));
  }

  private static String parameter(JsonNode point, String name) {
    String value = point.path("parameters").path(name).asText(NONE);
    return value.matches("\\d+")
        ? format(Double.parseDouble(value))
        : value.replace('_', ' ').toLowerCase(Locale.ROOT);
  }

  private static String value(JsonNode point, String name) {
    JsonNode value = name.equals("ms") ? point.path("meanMillis") : point.path("counts").path(name);
    return value.isNumber() ? format(value.asDouble()) : NONE;
  }

  /** Returns what the studies report in addition to ratios, without slopes and noise. */
  private String remarks() {
    return table(
        "study|remark",
        studies()
            .flatMap(
                study ->
                    Stream.of("interpretation", "omissions")
                        .flatMap(field -> each(study.path(field)))
                        .map(JsonNode::asText)
                        .filter(remark -> !remark.matches(".*: slope .*|" + NOISE + ".*"))
                        .map(remark -> text(study, "id") + "|" + remark)));
  }

  /** Returns the number of ratios and of each verdict. */
  private String answer() {
    List<JsonNode> all = studies().flatMap(study -> each(study.path("ratios"))).toList();
    List<JsonNode> numbers = all.stream().filter(r -> r.path("published").isNumber()).toList();
    List<JsonNode> others = all.stream().filter(r -> r.path("published").isNull()).toList();
    long counted = all.stream().filter(StudyTables::isCounted).count();
    return "%d ratios were measured, %d of times and %d of counts. Published with a number: %d, %s."
            .formatted(all.size(), all.size() - counted, counted, numbers.size(), verdicts(numbers))
        + " Without a published number: %d, %s.\n".formatted(others.size(), verdicts(others));
  }

  private static String verdicts(List<JsonNode> ratios) {
    return ratios.stream()
        .collect(groupingBy(StudyTables::verdict, TreeMap::new, counting()))
        .entrySet()
        .stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(joining(", "));
  }

  /** Returns a sentence with the machine, the versions and the studies that were disturbed. */
  private String environment() {
    JsonNode environment = run.path("environment");
    String noise =
        studies()
            .flatMap(
                study ->
                    each(study.path("interpretation"))
                        .map(JsonNode::asText)
                        .filter(remark -> remark.startsWith(NOISE))
                        .map(remark -> text(study, "id") + " " + remark.substring(NOISE.length())))
            .map(remark -> remark.replaceFirst(",.*", ""))
            .collect(joining(", "));
    return "%s, rounds: %d; %s, %d cores; JDK %s; %s; %s. Background CPU load above 10 %%: %s.\n"
        .formatted(
            text(environment, "date").substring(0, 10),
            run.path("rounds").asInt(),
            text(environment, "cpu"),
            environment.path("cores").asInt(),
            text(environment, "jdk"),
            text(environment, "database") + " (" + entries(environment.path("settings")) + ")",
            entries(environment.path("libraries")),
            noise.isEmpty() ? "none" : noise);
  }

  private static String entries(JsonNode map) {
    return map.properties().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue().asText())
        .collect(joining(", "));
  }
}
