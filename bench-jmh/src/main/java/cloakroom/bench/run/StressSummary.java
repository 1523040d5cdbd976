package cloakroom.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A stress run's {@code summary.json}, of which the public schema is docs/summary.schema.json. */
final class StressSummary {
  /** Name of the file in a run folder. */
  static final String FILE = "summary.json";

  private static final int SCHEMA = 1;

  private final String name;
  private final JsonNode root;

  private StressSummary(String name, JsonNode root) {
    this.name = name;
    this.root = root;
  }

  /** A run that says nothing on the question; the message is one line. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }

    Unusable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * The figure of one policy over that of another.
   *
   * @param interval NaN where the run has none
   * @param verdict in the run's own words
   */
  record Comparison(Interval interval, String verdict) {
    private Comparison inverse() {
      return new Comparison(
          new Interval(1 / interval.ratio(), 1 / interval.high(), 1 / interval.low()), verdict);
    }
  }

  /**
   * Reads it.
   *
   * @throws Unusable if it is no summary of the schema that is read here
   */
  static StressSummary read(Path file) throws Unusable {
    try {
      JsonNode root = new ObjectMapper().readTree(file.toFile());
      int schema = root.path("schema").asInt();
      if (schema != SCHEMA) {
        throw new Unusable(file + " has schema " + schema + ", " + SCHEMA + " is read here");
      }
      return new StressSummary(file.toRealPath().getParent().getFileName().toString(), root);
    } catch (IOException e) {
      String line = e.getMessage().lines().findFirst().orElse("");
      throw new Unusable(file + " cannot be read: " + line, e);
    }
  }

  /** Name of the run's folder. */
  String name() {
    return name;
  }

  /**
   * Refuses a run that does not compare the speed of the two.
   *
   * @throws Unusable naming what it compares, or why its figures do not count
   */
  void requireSpeeds(String a, String b) throws Unusable {
    if (!root.path("consistent").asBoolean()) {
      throw new Unusable("the stress run " + name + " failed its own audit");
    }
    Comparison found = comparison(a, b, "tier.mean");
    if (found == null || comparison(a, b, "service.mean") == null) {
      throw new Unusable(
          "the stress run %s measured %s, not both of %s and %s"
              .formatted(name, String.join(", ", variants()), a, b));
    }
    if (found.verdict().startsWith("withheld") || Double.isNaN(found.interval().ratio())) {
      throw new Unusable("the stress run " + name + " has no verdict: " + found.verdict());
    }
  }

  private Set<String> variants() {
    Set<String> variants = new TreeSet<>();
    root.path("trials").forEach(trial -> variants.add(variant(trial)));
    return variants;
  }

  private static String variant(JsonNode trial) {
    return trial.path("variant").asText(trial.path("policy").asText());
  }

  /** The comparison, whichever way round the run has it; null if it has none. */
  Comparison comparison(String a, String b, String metric) {
    for (JsonNode each : root.path("comparisons")) {
      if (each.path("metric").asText().equals(metric)) {
        if (isOf(each, a, b)) {
          return comparison(each);
        }
        if (isOf(each, b, a)) {
          return comparison(each).inverse();
        }
      }
    }
    return null;
  }

  private static boolean isOf(JsonNode comparison, String a, String b) {
    return comparison.path("a").asText().equals(a) && comparison.path("b").asText().equals(b);
  }

  private static Comparison comparison(JsonNode node) {
    return new Comparison(
        new Interval(
            node.path("ratio").asDouble(Double.NaN),
            node.path("low").asDouble(Double.NaN),
            node.path("high").asDouble(Double.NaN)),
        node.path("verdict").asText());
  }

  /** A figure of each trial of a variant, by its path, for instance {@code tier.mean}. */
  List<Double> figures(String variant, String path) {
    List<Double> figures = new ArrayList<>();
    for (JsonNode trial : root.path("trials")) {
      if (variant(trial).equals(variant)) {
        figures.add(trial.at("/" + path.replace('.', '/')).asDouble(Double.NaN));
      }
    }
    return figures;
  }
}
