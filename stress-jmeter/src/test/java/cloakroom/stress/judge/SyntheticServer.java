package cloakroom.stress.judge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/** What a database server told during a synthetic trial: figures that grow evenly, or stand. */
public final class SyntheticServer {
  private static final int BEFORE = 1000;

  private final String product;
  private final Map<String, DoubleUnaryOperator> columns = new LinkedHashMap<>();
  private final List<ObjectNode> refused = new ArrayList<>();
  private final Set<Integer> gaps = new TreeSet<>();
  private String failure = "";

  public SyntheticServer(String product) {
    this.product = product;
    counter("ownTransactions", 0).counter("ownStatements", 5).counter("ownMicros", 2_500);
  }

  /** Every column that a figure is made of, each growing by a thousand in a second. */
  public static SyntheticServer ofEverything() {
    SyntheticServer server = new SyntheticServer("Everything");
    Metric.allSources()
        .filter(source -> source.matches("(rate|level) .*"))
        .forEach(source -> server.counter(source.replaceFirst(".* ", ""), 1_000));
    return server;
  }

  public SyntheticServer counter(String name, double perSecond) {
    return column(name, second -> BEFORE + perSecond * second);
  }

  public SyntheticServer level(String name, double value) {
    return column(name, second -> value);
  }

  /** A figure by the seconds since the measured phase began. */
  public SyntheticServer column(String name, DoubleUnaryOperator value) {
    columns.put(name, value);
    return this;
  }

  public SyntheticServer refused(String group, String grant, String... figures) {
    ObjectNode node = SyntheticRun.MAPPER.createObjectNode();
    node.put("name", group).put("state", "not permitted");
    node.put("reason", "no privilege").put("grant", grant);
    List.of(figures).forEach(node.putArray("figures")::add);
    refused.add(node);
    return this;
  }

  public SyntheticServer failure(String line) {
    failure = line;
    return this;
  }

  public SyntheticServer gap(int second) {
    gaps.add(second);
    return this;
  }

  /**
   * Rows lie 300 ms behind the full seconds of the measured phase, and one before and behind it.
   */
  void write(Path file, int seconds) throws IOException {
    StringBuilder text = new StringBuilder("epochMs");
    columns.keySet().forEach(name -> text.append(',').append(name));
    refused.forEach(
        group -> group.get("figures").forEach(name -> text.append(',').append(name.asText())));
    text.append('\n');
    for (int second = -1; second <= seconds; second++) {
      if (!gaps.contains(second)) {
        row(text, second);
      }
    }
    Files.writeString(file, text);
  }

  private void row(StringBuilder text, int second) {
    text.append(SyntheticTrial.FROM + second * 1000L + 300);
    columns
        .values()
        .forEach(value -> text.append(',').append(Math.round(value.applyAsDouble(second + 0.3))));
    refused.forEach(group -> text.append(",".repeat(group.get("figures").size())));
    text.append('\n');
  }

  ObjectNode json(int seconds) {
    ObjectNode json = SyntheticRun.MAPPER.createObjectNode().put("product", product);
    ArrayNode groups = json.putArray("groups");
    ArrayNode told =
        groups.addObject().put("name", "told").put("state", "sampled").putArray("figures");
    columns.keySet().forEach(told::add);
    groups.addAll(refused);
    json.put("rows", seconds + 2 - gaps.size()).put("gaps", gaps.size());
    return failure.isEmpty() ? json : json.put("lastFailure", failure);
  }
}
