package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.contract.Daemons;
import cloakroom.contract.NodeReport;
import cloakroom.contract.OneLine;
import cloakroom.contract.TierOptions;
import cloakroom.contract.Variables;
import cloakroom.stress.process.LastWords;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Target;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Who is asked before anything is started: the tier's jar, by its commands, and other machines. */
class TierCommands {
  private static final String NAME = "^app-sim \\w+: ";
  private static final long QUICK_SECONDS = 30;
  private static final long SIMULATION_SECONDS = 3_600;

  private final String java;

  /** Runs the commands by that {@code java}. */
  TierCommands(String java) {
    this.java = java;
  }

  /** How a command ended; {@code words} are its last ones, on whichever stream. */
  private record Answer(boolean done, String output, String words) {}

  /** The policies that the tier offers, in its own order. */
  List<String> policies(Path appSim) {
    Answer answer = ask(appSim, "policies", List.of("policies", TierOptions.JSON));
    if (!answer.done()) {
      throw silent(appSim, "policies", answer.words().isEmpty() ? "no list" : answer.words());
    }
    return tree(appSim, "policies", answer)
        .valueStream()
        .map(policy -> policy.path("name").asText())
        .toList();
  }

  /** The line with which it refuses options, for a database like that; empty if it does not. */
  Optional<String> refusal(Path appSim, String url, List<String> options) {
    List<String> command =
        new ArrayList<>(List.of("serve", TierOptions.CHECK, TierOptions.URL, url));
    command.addAll(options);
    if (options.contains(TierOptions.FILE)) {
      command.addAll(List.of(TierOptions.STORE_DIR, ".")); // each node will have one of its own
    }
    Answer answer = ask(appSim, "settings", command);
    return answer.done() ? Optional.empty() : Optional.of(withoutCommand(answer.words()));
  }

  /**
   * The answer of a simulation to a question, or the answers to several.
   *
   * @throws StressFailure in one line, if there is none
   */
  JsonNode simulation(Path appSim, JsonNode question) {
    List<String> command = List.of(java, "-jar", appSim.toString(), "simulate");
    String asked = question.toString();
    return tree(
        appSim, "simulation", ask(appSim, "simulation", command, asked, SIMULATION_SECONDS));
  }

  /**
   * What became of the settings of a bc4j.xcfg, as {@code app-sim config --json} tells it.
   *
   * @param configuration its name; empty for the only one, or the file's default
   * @param set settings on top, each as NAME=VALUE
   * @throws StressFailure in one line, if that cannot be told
   */
  JsonNode config(Path appSim, Path bc4j, String configuration, List<String> set) {
    List<String> command =
        new ArrayList<>(List.of("config", TierOptions.JSON, TierOptions.BC4J, bc4j.toString()));
    if (!configuration.isEmpty()) {
      command.addAll(List.of(TierOptions.AM_CONFIG, configuration));
    }
    set.forEach(setting -> command.addAll(List.of(TierOptions.SET, setting)));
    return tree(appSim, "settings", ask(appSim, "settings", command));
  }

  private static JsonNode tree(Path appSim, String what, Answer answer) {
    if (!answer.done()) {
      throw StressFailure.wrongUse(withoutCommand(answer.words()));
    }
    try {
      return new ObjectMapper().readTree(answer.output());
    } catch (JsonProcessingException e) {
      throw silent(appSim, what, OneLine.of(e));
    }
  }

  /** The counters of a node that runs already; empty if it does not tell them. */
  Optional<NodeReport> counters(Target target) {
    return target.watch().counters();
  }

  /** Where the engine at HOST:PORT sees this machine; fails if nothing listens there. */
  String addressTowards(String engine) throws IOException {
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
    return ask(appSim, what, command, "", QUICK_SECONDS);
  }

  private static Answer ask(
      Path appSim, String what, List<String> command, String input, long seconds) {
    try {
      Process process = Variables.withoutSecrets(command).start();
      feed(process, input);
      CompletableFuture<String> errors =
          CompletableFuture.supplyAsync(
              () -> LastWords.of(process.errorReader(UTF_8).lines()), Daemons.each("tier-errors"));
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      boolean done = process.waitFor(seconds, TimeUnit.SECONDS) && process.exitValue() == 0;
      String words = errors.join();
      return new Answer(done, output, words.isEmpty() ? LastWords.of(output.lines()) : words);
    } catch (IOException e) {
      throw silent(appSim, what, OneLine.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw silent(appSim, what, "interrupted");
    }
  }

  private static void feed(Process process, String input) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    } catch (IOException e) {
      // it has ended without reading, and its last words say why
    }
  }

  private static StressFailure silent(Path appSim, String what, String why) {
    return StressFailure.wrongUse("--app-sim %s does not tell its %s: %s", appSim, what, why);
  }

  /** Without the name of the command, which nobody has typed. */
  private static String withoutCommand(String line) {
    return line.replaceFirst(NAME, "");
  }
}
