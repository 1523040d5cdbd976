package cloakroom.bench.report;

import cloakroom.bench.run.Environment;
import cloakroom.bench.run.StudiesResult;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Operation;
import cloakroom.bench.run.StudyResult.Point;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/**
 * Prints studies.json, a public contract: {@code docs/studies.schema.json} describes it, and its
 * names change only together with its schema number.
 */
public final class StudiesJson {
  private static final int SCHEMA = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private StudiesJson() {}

  static String print(StudiesResult result) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(tree(result)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("studies.json cannot be written", e);
    }
  }

  private static ObjectNode tree(StudiesResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("rounds", result.rounds());
    root.put("full", result.full());
    root.put("complete", result.complete());
    ArrayNode problems = root.putArray("problems");
    result.problems().forEach(problems::add);
    environment(root.putObject("environment"), result.environment());
    ArrayNode studies = root.putArray("studies");
    result.studies().forEach(study -> study(studies.addObject(), study));
    return root;
  }

  private static void environment(ObjectNode node, Environment environment) {
    node.put("date", environment.date());
    node.put("cpu", environment.cpu());
    node.put("cores", environment.cores());
    node.put("os", environment.os());
    node.put("jdk", environment.jdk());
    node.put("database", environment.database());
    node.set("settings", MAPPER.valueToTree(environment.settings()));
    node.set("libraries", MAPPER.valueToTree(environment.libraries()));
  }

  private static void study(ObjectNode node, StudyResult study) {
    node.put("id", study.card().id());
    node.put("title", study.card().title());
    node.put("question", study.card().question());
    node.put("xParameter", study.card().xParameter());
    number(node, "seconds", study.seconds());
    ArrayNode ratios = node.putArray("ratios");
    study.ratios().forEach(ratio -> ratio(ratios.addObject(), ratio));
    ArrayNode readings = node.putArray("readings");
    Readings.of(study).forEach(readings::add);
    ArrayNode absent = node.putArray("absent");
    study.absent().forEach(absent::add);
    Labels labels = Labels.of(study);
    ArrayNode points = node.putArray("points");
    study.points().forEach(point -> point(points.addObject(), point, labels.series(point)));
    Curves curves = Curves.of(study);
    ArrayNode read = node.putArray("curves");
    curves.ours().forEach(curve -> curve(read.addObject(), curve, curves, false));
    curves.published().forEach(curve -> curve(read.addObject(), curve, curves, true));
  }

  private static void ratio(ObjectNode node, MeasuredRatio measured) {
    node.put("name", measured.ratio().name());
    node.put("claim", key(measured.ratio().claim()));
    number(node, "published", measured.ratio().published());
    number(node, "ratio", measured.interval().ratio());
    number(node, "low", measured.interval().low());
    number(node, "high", measured.interval().high());
    node.put("verdict", key(measured.verdict()));
  }

  private static void point(ObjectNode node, Point point, String series) {
    node.set("parameters", MAPPER.valueToTree(point.parameters()));
    node.put("series", series);
    number(node, "x", point.x());
    ArrayNode millis = node.putArray("millis");
    point.millis().forEach(millis::add);
    number(node, "meanMillis", point.mean());
    ObjectNode counts = node.putObject("counts");
    point.counts().forEach((name, count) -> number(counts, name, count));
    if (point.operation().isPresent()) {
      Operation operation = point.operation().get();
      ObjectNode cost = node.putObject("operation");
      number(cost, "micros", operation.micros());
      number(cost, "error", operation.error());
      number(cost, "bytes", operation.bytes());
    } else {
      node.putNull("operation");
    }
  }

  private static void curve(ObjectNode node, Curve curve, Curves all, boolean published) {
    node.put("series", curve.label());
    node.put("published", published);
    number(node, "slope", all.hasSlope(curve) ? curve.slope() : Double.NaN);
    number(node, "knee", all.hasKnee(curve) ? curve.knee() : Double.NaN);
    ArrayNode points = node.putArray("points");
    curve.points().forEach((x, y) -> List.of(x, y).forEach(points.addArray()::add));
  }

  /** SAME_SIZE becomes sameSize. */
  private static String key(Enum<?> constant) {
    StringBuilder key = new StringBuilder();
    for (String word : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
      key.append(key.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return key.toString();
  }

  /** JSON has no NaN: what is not known is null. */
  public static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
