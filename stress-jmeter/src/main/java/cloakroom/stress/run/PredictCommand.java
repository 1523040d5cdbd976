package cloakroom.stress.run;

import cloakroom.contract.Installed;
import cloakroom.contract.TierOptions;
import cloakroom.stress.report.PredictionPage;
import cloakroom.stress.report.Reports;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code predict --from RUN}: what a system would do that nobody can measure, from one that was.
 * The tier's jar simulates; here the question is put together and the answer shown.
 */
@Command(
    name = "predict",
    description =
        "Predict response times, waits and connections of a system by a simulation in which the"
            + " module pool's own code decides, from one variant of a run; as text and as"
            + " prediction.html in the run's folder.")
final class PredictCommand extends AskedSystem {
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
    TierCommands tier = new TierCommands(Installed.java());
    JsonNode answer = tier.simulation(installation.appSim(), question);
    if (json) {
      ObjectNode both = MAPPER.createObjectNode();
      both.set("question", question);
      both.set("answer", answer);
      print(both + "\n");
    } else {
      show(PredictionPage.of(folder, question, answer), folder.resolve("prediction.html"));
    }
    return Reports.DONE;
  }

  ObjectNode question(Path folder) {
    return question(folder, policy, store, settings, Duration.ofMinutes(10));
  }
}
