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

/**
 * Simulates systems that are not there: one for {@code stress.jar predict}, several for {@code
 * advise}.
 */
@Command(
    name = "simulate",
    description =
        "Reads a question, or an array of them, as JSON from standard input, simulates, and prints"
            + " the answers as JSON; stress.jar predict and advise ask it.")
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
    JsonNode asked = read(() -> MAPPER.readTree(in.readAllBytes()));
    Object answer =
        asked.isArray()
            ? asked.valueStream().toList().parallelStream().map(SimulateCommand::brief).toList()
            : Prediction.of(question(asked));
    spec.commandLine().getOut().println(JsonText.text(answer));
    spec.commandLine().getOut().flush();
    return 0;
  }

  /** One of several, of which some may be refused. */
  private static Object brief(JsonNode asked) {
    try {
      return Prediction.of(question(asked));
    } catch (IllegalArgumentException e) {
      return Map.of("refused", e.getMessage());
    }
  }

  private static PredictionRequest question(JsonNode asked) {
    return read(() -> MAPPER.treeToValue(asked, PredictionRequest.class));
  }

  private interface RequestReader<T> {
    T read() throws IOException;
  }

  private static <T> T read(RequestReader<T> reading) {
    try {
      return reading.read();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no question: " + OneLine.of(e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
