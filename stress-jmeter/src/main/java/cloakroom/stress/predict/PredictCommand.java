package cloakroom.stress.predict;

import cloakroom.contract.TierOptions;
import cloakroom.platform.Installation;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code predict --from RUN}: predicts a system that cannot be measured from a run that was. The
 * tier's jar simulates; this class puts the question together and prints the answer.
 */
@Command(
    name = "predict",
    description =
        "Predict response times, waits and connections of a system by a simulation in which the"
            + " module pool's own code decides, from one variant of a run.")
public final class PredictCommand extends PredictionCommand {
  @Option(names = TierOptions.POLICY, paramLabel = "P")
  private String policy;

  @Option(names = TierOptions.STORE, paramLabel = "S")
  private String store;

  @Option(names = TierOptions.SET, paramLabel = "NAME=VALUE")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    StressJar installation = StressJar.find();
    Path folder = folder();
    ObjectNode question = question(folder);
    TierCommands tier = new TierCommands(Installation.java());
    JsonNode answer = tier.simulation(installation.appSim(), question);
    if (json) {
      ObjectNode both = MAPPER.createObjectNode();
      both.set("question", question);
      both.set("answer", answer);
      print(both + "\n");
    } else {
      print(text(folder, question.path("asked"), answer));
    }
    return Reports.DONE;
  }

  ObjectNode question(Path folder) {
    return question(folder, policy, store, settings, Duration.ofMinutes(10));
  }

  static String text(Path run, JsonNode asked, JsonNode answer) {
    Table figures = Table.of("figure", "#predicted");
    for (List<String> row : Resources.rows("cloakroom/stress/predict/prediction.txt")) {
      double value = answer.at(row.get(1)).asDouble(Double.NaN);
      figures.row(Cell.of(row.get(0)), Cell.of(value, Integer.parseInt(row.get(2))));
    }
    List<String> notes = answer.path("notes").valueStream().map(JsonNode::asText).toList();
    Blocks all =
        new Blocks()
            .section("validity", "Where it is not valid", new Blocks().list(notes))
            .section("figures", "Figures", new Blocks().table(figures));
    String title =
        "%,d users, %,d nodes, %,d connections"
            .formatted(
                asked.path("users").asLong(),
                asked.path("nodes").asLong(),
                asked.path("connections").asLong());
    return ConsoleRenderer.print(
        new Document("Cloakroom prediction", title, "from " + run, all.list()));
  }
}
