package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.process.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Asks the tier's jar through its commands.
 *
 * @param java the program that runs it
 */
record TierCommands(String java) implements TierAnswers {
  private static final String NAME = "app-sim config: ";

  @Override
  public List<String> policies(Path appSim) {
    return Policies.offeredBy(java, appSim);
  }

  @Override
  public Optional<String> refusal(Path appSim, Variant variant) {
    List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-jar"));
    command.addAll(List.of(appSim.toString(), "config", "--json", "--policy", variant.policy()));
    variant.set().forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    try {
      Process process =
          new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      byte[] said = process.getErrorStream().readAllBytes();
      boolean refused = process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() != 0;
      return refused ? Optional.of(line(said)) : Optional.empty();
    } catch (IOException e) {
      throw new BadInput("--app-sim " + appSim + " does not tell its settings: " + OneLine.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadInput("--app-sim " + appSim + " does not tell its settings: interrupted");
    }
  }

  /** Its last line, without the name of the command, which nobody has typed. */
  static String line(byte[] said) {
    String[] lines = new String(said, StandardCharsets.UTF_8).strip().split("\\R", -1);
    String last = lines[lines.length - 1].strip();
    return last.startsWith(NAME) ? last.substring(NAME.length()) : last;
  }
}
