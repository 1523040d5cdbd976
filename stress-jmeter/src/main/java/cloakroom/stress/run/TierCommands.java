package cloakroom.stress.run;

import cloakroom.contract.NodeReport;
import cloakroom.contract.OneLine;
import cloakroom.contract.TierOptions;
import cloakroom.contract.Variables;
import cloakroom.stress.process.LastWords;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks the tier's jar through its commands, run by that {@code java}. */
record TierCommands(String java) implements SettingsCheck.Tier {
  private static final String NAME = "app-sim serve: ";

  /** How a command ended; {@code words} are its last ones, on whichever stream. */
  private record Answer(boolean done, String output, String words) {}

  @Override
  public List<String> policies(Path appSim) {
    Answer answer = ask(appSim, "policies", List.of("policies", TierOptions.JSON));
    if (!answer.done()) {
      throw silent(appSim, "policies", answer.words().isEmpty() ? "no list" : answer.words());
    }
    try {
      List<String> names = new ArrayList<>();
      new ObjectMapper()
          .readTree(answer.output())
          .forEach(policy -> names.add(policy.path("name").asText()));
      return List.copyOf(names);
    } catch (JsonProcessingException e) {
      throw silent(appSim, "policies", OneLine.of(e));
    }
  }

  @Override
  public Optional<String> refusal(Path appSim, String url, List<String> options) {
    List<String> command =
        new ArrayList<>(List.of("serve", TierOptions.CHECK, TierOptions.URL, url));
    command.addAll(options);
    if (options.contains(TierOptions.FILE)) {
      command.addAll(List.of(TierOptions.STORE_DIR, ".")); // each node will have one of its own
    }
    Answer answer = ask(appSim, "settings", command);
    return answer.done() ? Optional.empty() : Optional.of(withoutCommand(answer.words()));
  }

  @Override
  public Optional<NodeReport> counters(Targets.Target target) {
    return target.watch().counters();
  }

  @Override
  public String addressTowards(String engine) throws IOException {
    int colon = engine.lastIndexOf(':');
    int port = Integer.parseInt(engine.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(engine.substring(0, colon), port), 5_000);
      InetAddress here = socket.getLocalAddress();
      return here.isLoopbackAddress() ? RunSettings.LOOPBACK : here.getHostAddress();
    }
  }

  private Answer ask(Path appSim, String what, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-jar"));
    command.add(appSim.toString());
    command.addAll(arguments);
    try {
      Process process = Variables.withoutSecrets(command).start();
      process.getOutputStream().close();
      CompletableFuture<String> errors =
          CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
      String output = text(process.getInputStream());
      boolean done = process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
      String words = LastWords.of(errors.join());
      return new Answer(done, output, words.isEmpty() ? LastWords.of(output) : words);
    } catch (IOException e) {
      throw silent(appSim, what, OneLine.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw silent(appSim, what, "interrupted");
    }
  }

  private static String text(InputStream stream) {
    try {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // it ended in between
    }
  }

  private static StressFailure silent(Path appSim, String what, String why) {
    return StressFailure.wrongUse(
        "--app-sim " + appSim + " does not tell its " + what + ": " + why);
  }

  /** Without the name of the command, which nobody has typed. */
  private static String withoutCommand(String line) {
    return line.startsWith(NAME) ? line.substring(NAME.length()) : line;
  }
}
