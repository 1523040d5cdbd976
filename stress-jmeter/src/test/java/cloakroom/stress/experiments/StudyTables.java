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
  private static final String NOISE = "noisy machine: background CPU load of ";

  private final JsonNode run;

  StudyTables(Path json) throws IOException {
    run = new ObjectMapper().readTree(json.toFile());
  }

  /** Returns the tables and sentences by name. */
  Map<String, String> all() {
    Map<String, String> tables = new TreeMap<>();
    tables.put("006-answer", answer());
    tables.put("006-environment", environment());
    tables.put("006-ratios", ratios());
    return tables;
  }

  private static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private Stream<JsonNode> studies() {
    return each(run.path("studies"));
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }

  private static String measured(JsonNode ratio) {
    return new Interval(
            ratio.path("ratio").asDouble(),
            ratio.path("low").asDouble(),
            ratio.path("high").asDouble(),
            ratio.path("rounds").asInt())
        .text("");
  }

  private static String verdict(JsonNode ratio) {
    return text(ratio, "verdict").replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** Returns the ratios that were published with a number. */
  private String ratios() {
    return table(
        "study and ratio|published|measured|verdict",
        studies()
            .flatMap(
                study ->
                    each(study.path("ratios"))
                        .filter(StudyTables::isPublished)
                        .map(ratio -> text(study, "id") + " " + row(ratio))));
  }

  private static boolean isPublished(JsonNode ratio) {
    return ratio.path("published").isNumber();
  }

  private static String row(JsonNode ratio) {
    return String.join(
        "|",
        text(ratio, "name"),
        format(ratio.path("published").asDouble()),
        measured(ratio),
        verdict(ratio));
  }

  /** Returns the number of ratios and of each verdict. */
  private String answer() {
    List<JsonNode> all = studies().flatMap(study -> each(study.path("ratios"))).toList();
    List<JsonNode> numbers = all.stream().filter(StudyTables::isPublished).toList();
    List<JsonNode> others = all.stream().filter(r -> r.path("published").isNull()).toList();
    return "The run measured %d ratios. Verdicts on the %d that were published with a number: %s."
            .formatted(all.size(), numbers.size(), verdicts(numbers))
        + " Verdicts on the other %d: %s.\n".formatted(others.size(), verdicts(others));
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
    return "%s, rounds: %d; %s, %d cores; JDK %s; %s. Background CPU load above 10 %%: %s.\n"
        .formatted(
            text(environment, "date").substring(0, 10),
            run.path("rounds").asInt(),
            text(environment, "cpu"),
            environment.path("cores").asInt(),
            text(environment, "jdk"),
            text(environment, "database") + " (" + entries(environment.path("settings")) + ")",
            noise.isEmpty() ? "none" : noise);
  }

  private static String entries(JsonNode map) {
    return map.properties().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue().asText())
        .collect(joining(", "));
  }
}
