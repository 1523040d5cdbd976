package cloakroom.stress.predict;

import cloakroom.contract.TierOptions;
import cloakroom.platform.Installation;
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
      print(text(folder, input.system(), response, production));
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
   */
  static String text(Path run, JsonNode system, JsonNode response, Map<String, Double> production) {
    Table metrics = Table.of("metric", "#predicted", "#interval");
    for (List<String> row : METRICS) {
      double value = response.at(row.get(1)).asDouble(Double.NaN);
      int digits = Integer.parseInt(row.get(2));
      metrics.row(
          Cell.of(row.get(0)), Cell.of(value, digits), Cell.of(interval(row.get(1), value)));
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
        new Document("Cloakroom prediction", title, "from " + run, all.list()));
  }
}
