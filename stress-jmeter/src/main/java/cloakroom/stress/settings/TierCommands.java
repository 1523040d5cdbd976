package cloakroom.stress.settings;

import cloakroom.contract.NodeReport;
import cloakroom.contract.TierOptions;
import cloakroom.options.Option.Place;
import cloakroom.platform.CommandResult;
import cloakroom.platform.OneLine;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.LastOutput;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings.Target;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who is asked before anything is started: the tier's jar, by its commands, and other machines. */
public class TierCommands {
  /** Without it no session can continue at another node; a later setting overrides it. */
  private static final List<String> FAILOVER_COOKIE =
      List.of(TierOptions.SET, "jbo.ampool.writecookietoclient=true");

  private static final String NAME = "^app-sim \\w+: ";
  private static final Duration QUICK = Duration.ofMinutes(2);
  private static final Duration SIMULATION = Duration.ofHours(1);

  private final String java;

  /** Runs the commands by that {@code java}. */
  public TierCommands(String java) {
    this.java = java;
  }

  /** The policies that the tier offers, in its own order. */
  List<String> policies(Path appSim) {
    CommandResult answer = ask(appSim, "policies", List.of("policies", TierOptions.JSON));
    if (!answer.succeeded()) {
      String words = words(answer);
      throw silent(appSim, "policies", words.isEmpty() ? "no list" : words);
    }
    return tree(appSim, "policies", answer)
        .valueStream()
        .map(policy -> policy.path("name").asText())
        .toList();
  }

  /** Returns the options of {@code serve} that a variant needs. */
  public static List<String> options(Variant variant) {
    List<String> options = new ArrayList<>();
    if (!variant.policy().isEmpty()) {
      options.addAll(List.of(TierOptions.POLICY, variant.policy()));
    }
    if (variant.nodes() > 1) {
      options.addAll(FAILOVER_COOKIE);
    }
    options.addAll(VariantOptions.arguments(Place.TIER, variant.choices()));
    return options;
  }

  /** The line with which it refuses options, for a database like that; empty if it does not. */
  Optional<String> refusal(Path appSim, String url, List<String> options) {
    List<String> command =
        new ArrayList<>(List.of("serve", TierOptions.VALIDATE_ONLY, TierOptions.URL, url));
    command.addAll(options);
    if (options.contains(TierOptions.FILE)) {
      command.addAll(List.of(TierOptions.STORE_DIR, ".")); // each node will have one of its own
    }
    CommandResult answer = ask(appSim, "settings", command);
    return answer.succeeded() ? Optional.empty() : Optional.of(withoutCommand(words(answer)));
  }

  /**
   * The answer of a simulation to a question, or the answers to several.
   *
   * @throws StressFailure in one line, if there is none
   */
  public JsonNode simulation(Path appSim, JsonNode question) {
    List<String> command = List.of(java, "-jar", appSim.toString(), "simulate");
    String asked = question.toString();
    return tree(appSim, "simulation", ask(appSim, "simulation", command, asked, SIMULATION));
  }

  /**
   * What became of the settings of a bc4j.xcfg, as {@code app-sim config --json} tells it.
   *
   * @param configuration its name; empty for the only one, or the file's default
   * @param set settings on top, each as NAME=VALUE
   * @throws StressFailure in one line, if that cannot be told
   */
  public JsonNode config(Path appSim, Path bc4j, String configuration, List<String> set) {
    List<String> command =
        new ArrayList<>(List.of("config", TierOptions.JSON, TierOptions.BC4J, bc4j.toString()));
    if (!configuration.isEmpty()) {
      command.addAll(List.of(TierOptions.AM_CONFIG, configuration));
    }
    set.forEach(setting -> command.addAll(List.of(TierOptions.SET, setting)));
    return tree(appSim, "settings", ask(appSim, "settings", command));
  }

  private static JsonNode tree(Path appSim, String what, CommandResult answer) {
    if (!answer.succeeded()) {
      throw StressFailure.wrongUse(withoutCommand(words(answer)));
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

  private CommandResult ask(Path appSim, String what, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-jar"));
    command.add(appSim.toString());
    command.addAll(arguments);
    return ask(appSim, what, command, "", QUICK);
  }

  private static CommandResult ask(
      Path appSim, String what, List<String> command, String input, Duration limit) {
    CommandResult result = CommandResult.of(Variables.withoutSecrets(command), input, limit);
    if (result.exitCode() == CommandResult.NOT_STARTED) {
      throw silent(appSim, what, result.output());
    }
    return result;
  }

  /** Returns the last message on standard error; that on standard output if there is none. */
  private static String words(CommandResult result) {
    return LastOutput.of((result.output() + "\n" + result.errors()).lines());
  }

  private static StressFailure silent(Path appSim, String what, String why) {
    return StressFailure.wrongUse("--app-sim %s does not tell its %s: %s", appSim, what, why);
  }

  /** Without the name of the command, which nobody has typed. */
  private static String withoutCommand(String line) {
    return line.replaceFirst(NAME, "");
  }
}
