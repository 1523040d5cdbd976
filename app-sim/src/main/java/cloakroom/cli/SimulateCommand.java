package cloakroom.cli;

import cloakroom.http.JsonText;
import cloakroom.platform.OneLine;
import cloakroom.simulation.Prediction;
import cloakroom.simulation.PredictionRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "simulate",
    description =
        "Reads a request, or an array of requests, as JSON from standard input, simulates, and"
            + " prints the results as JSON. stress.jar predict and advise use it.")
final class SimulateCommand implements Callable<Integer> {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  @Spec private CommandSpec spec;

  private final InputStream in;

  SimulateCommand() {
    this(System.in);
  }

  SimulateCommand(InputStream in) {
    this.in = in;
  }

  @Override
  public Integer call() {
    try {
      JsonNode input = MAPPER.readTree(in.readAllBytes());
      Object result =
          input.isArray()
              ? input.valueStream().toList().parallelStream().map(SimulateCommand::tryOne).toList()
              : predict(input);
      spec.commandLine().getOut().println(JsonText.text(result));
      spec.commandLine().getOut().flush();
      return 0;
    } catch (JsonProcessingException e) {
      throw invalid(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the prediction for one request, or an error message if the request is invalid. An
   * exception would stop the requests after it.
   */
  private static Object tryOne(JsonNode input) {
    try {
      return predict(input);
    } catch (IllegalArgumentException e) {
      return Map.of("refused", e.getMessage());
    }
  }

  private static Prediction predict(JsonNode input) {
    try {
      return Prediction.of(MAPPER.treeToValue(input, PredictionRequest.class));
    } catch (JsonProcessingException e) {
      throw invalid(e);
    }
  }

  private static IllegalArgumentException invalid(JsonProcessingException e) {
    String reason = OneLine.of(e.getOriginalMessage());
    return new IllegalArgumentException("not a valid request: " + reason, e);
  }
}
