package cloakroom.cli;

import cloakroom.contract.OneLine;
import cloakroom.http.JsonText;
import cloakroom.simulation.Prediction;
import cloakroom.simulation.Question;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Answers a question about a system that is not there; {@code stress.jar predict} asks it. */
@Command(
    name = "simulate",
    description =
        "Reads a question as JSON from standard input, simulates, and prints the answer as JSON;"
            + " stress.jar predict makes the question of a run and shows the answer.")
final class SimulateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private final InputStream in;

  SimulateCommand() {
    this(System.in);
  }

  SimulateCommand(InputStream in) {
    this.in = in;
  }

  @Override
  public Integer call() throws IOException {
    spec.commandLine().getOut().println(JsonText.text(Prediction.of(question())));
    spec.commandLine().getOut().flush();
    return 0;
  }

  private Question question() throws IOException {
    try {
      return new ObjectMapper().readValue(in.readAllBytes(), Question.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no question: " + OneLine.of(e.getOriginalMessage()), e);
    }
  }
}
