package cloakroom.stress.predict;

import cloakroom.contract.TierOptions;
import cloakroom.platform.Installation;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.settings.TierCommands;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

@CommandLine.Command(
    name = "predict",
    description =
        "Predict response times, waits and connections of a system by a simulation in which the"
            + " module pool's own code decides, from one variant of a run.")
public final class PredictCommand extends PredictionCommand {
  @CommandLine.Option(names = TierOptions.POLICY, paramLabel = "P")
  private String policy;

  @CommandLine.Option(names = TierOptions.STORE, paramLabel = "S")
  private String store;

  @CommandLine.Option(names = TierOptions.SET, paramLabel = "NAME=VALUE")
  private Map<String, String> settings = new LinkedHashMap<>();

  @CommandLine.Option(names = "--from-dms", paramLabel = "FILE")
  private Path dms;

  @CommandLine.Option(names = "--dms-pool", paramLabel = "NAME")
  private String pool;

  @CommandLine.Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    StressFailure.refuseIf(pool != null && dms == null, "--dms-pool requires --from-dms FILE");
    Map<String, Double> production = dms == null ? Map.of() : DmsFile.read(dms, pool);
    Path folder = folder();
    PredictionInput input = input(folder);
    TierCommands tier = new TierCommands(Installation.java());
    JsonNode response =
        input.withNotes(tier.simulation(StressJar.find().appSim(), input.request()));
    if (json) {
      ObjectNode both = MAPPER.createObjectNode();
      both.set("question", input.request());
      both.set("answer", response);
      if (dms != null) {
        both.set("production", MAPPER.valueToTree(production));
      }
      print(both + "\n");
    } else {
      int width = ConsoleRenderer.width(ConsoleRenderer.DEFAULT_WIDTH);
      print(text(folder, input.system(), response, production, width));
    }
    return Reports.DONE;
  }

  PredictionInput input(Path folder) {
    return input(folder, policy, store, settings, Duration.ofMinutes(10));
  }

  /**
   * Returns the prediction as text.
   *
   * @param production metrics of a production system's pools by name; empty for none
   * @param width maximum length of a line
   */
  static String text(
      Path run, JsonNode system, JsonNode response, Map<String, Double> production, int width) {
    Table.Column predicted = Table.Column.number("predicted", "[measured, 95 %]", "");
    Table metrics = Table.of("metric", List.of(predicted, Table.Column.of("interval")));
    for (List<String> row : METRICS) {
      double value = response.at(row.get(1)).asDouble(Double.NaN);
      Interval interval = interval(row.get(1), value);
      boolean validated = interval.blocks() > 0;
      Cell plain = Cell.of(value, Integer.parseInt(row.get(2)));
      metrics.row(
          Cell.of(row.get(0)),
          validated ? Cell.of(new Cell.IntervalCell(interval, "")) : plain,
          Cell.of(validated ? "validated" : "not validated"));
    }
    List<String> notes = response.path("notes").valueStream().map(JsonNode::asText).toList();
    Blocks all = new Blocks();
    all.section("validity", "Where it is not valid", new Blocks().list(notes));
    all.section("figures", "Metrics", new Blocks().table(metrics));
    if (!production.isEmpty()) {
      Table compared = DmsFile.table(production, response);
      all.section("production", "Module pools of production", new Blocks().table(compared));
    }
    String title =
        Stream.of("user", "node", "connection")
            .map(name -> Cell.counted(system.path(name + "s").asLong(), name))
            .collect(Collectors.joining(", "));
    return ConsoleRenderer.print(
        new Document("Cloakroom prediction", title, "from " + run, all.list()), width);
  }
}
