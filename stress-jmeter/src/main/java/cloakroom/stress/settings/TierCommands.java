package cloakroom.stress.settings;

import cloakroom.application.ApplicationDefinition;
import cloakroom.contract.NodeReport;
import cloakroom.contract.TierOptions;
import cloakroom.options.Option.Place;
import cloakroom.platform.CommandResult;
import cloakroom.platform.OneLine;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings.ServedApplication;
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

/** Commands of the tier's jar and requests to remote hosts that a run makes before its start. */
public class TierCommands {
  // Enables the failover cookie, with which another node continues sessions of a failed node.
  private static final List<String> FAILOVER_COOKIE =
      List.of(TierOptions.SET, "jbo.ampool.writecookietoclient=true");
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration SIMULATION_TIMEOUT = Duration.ofHours(1);
  private final String java;

  public TierCommands(String java) {
    this.java = java;
  }

  List<String> policies(Path appSim) {
    CommandResult result = run(appSim, List.of("policies", TierOptions.JSON), "", TIMEOUT);
    if (!result.succeeded()) {
      String message = message(result);
      throw unavailable(appSim, "policies", message.isEmpty() ? "no list" : message);
    }
    return tree(appSim, "policies", result)
        .valueStream()
        .map(policy -> policy.path("name").asText())
        .toList();
  }

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

  /** Returns the tier's error message for options; empty if the tier accepts the options. */
  Optional<String> refusal(Path appSim, String url, List<String> options) {
    List<String> command =
        new ArrayList<>(List.of("serve", TierOptions.VALIDATE_ONLY, TierOptions.URL, url));
    command.addAll(options);
    if (options.contains(TierOptions.FILE)) {
      command.addAll(List.of(TierOptions.STORE_DIR, ".")); // each node gets a separate folder
    }
    CommandResult result = run(appSim, command, "", TIMEOUT);
    return result.succeeded() ? Optional.empty() : Optional.of(message(result));
  }

  public JsonNode simulation(Path appSim, JsonNode request) {
    CommandResult result = run(appSim, List.of("simulate"), request.toString(), SIMULATION_TIMEOUT);
    return tree(appSim, "simulation", result);
  }

  /**
   * Returns an application's definition.
   *
   * @param app {@code hr}, {@code typical} or the path of an application file
   */
  public ServedApplication application(Path appSim, String app) {
    String argument = app.matches("\\w+") ? app : Path.of(app).toAbsolutePath().toString();
    List<String> command = List.of("describe", TierOptions.APP, argument, TierOptions.JSON);
    JsonNode json = tree(appSim, "application", run(appSim, command, "", TIMEOUT));
    return new ServedApplication(argument, Records.of(json, ApplicationDefinition.class));
  }

  /** Returns the output of {@code app-sim config --json}; an empty name selects the default. */
  public JsonNode config(Path appSim, Path bc4j, String configuration, List<String> set) {
    List<String> command =
        new ArrayList<>(List.of("config", TierOptions.JSON, TierOptions.BC4J, bc4j.toString()));
    if (!configuration.isEmpty()) {
      command.addAll(List.of(TierOptions.AM_CONFIG, configuration));
    }
    set.forEach(setting -> command.addAll(List.of(TierOptions.SET, setting)));
    return tree(appSim, "settings", run(appSim, command, "", TIMEOUT));
  }

  private static JsonNode tree(Path appSim, String what, CommandResult result) {
    if (!result.succeeded()) {
      throw StressFailure.wrongUse(message(result));
    }
    try {
      return new ObjectMapper().readTree(result.output());
    } catch (JsonProcessingException e) {
      throw unavailable(appSim, what, OneLine.of(e));
    }
  }

  Optional<NodeReport> counters(Target target) {
    return target.watch().counters();
  }

  /** Connects to a load engine and returns the local address of the connection. */
  String addressTowards(String engine) throws IOException {
    int colon = engine.lastIndexOf(':');
    int port = Integer.parseInt(engine.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(engine.substring(0, colon), port), 5_000);
      InetAddress local = socket.getLocalAddress();
      return local.isLoopbackAddress() ? RunSettings.LOOPBACK : local.getHostAddress();
    }
  }

  private CommandResult run(Path appSim, List<String> arguments, String input, Duration limit) {
    List<String> command = new ArrayList<>(List.of(java));
    if (limit.equals(TIMEOUT)) {
      command.add("-XX:TieredStopAtLevel=1"); // faster for short commands
    }
    command.addAll(List.of("-jar", appSim.toString()));
    command.addAll(arguments);
    CommandResult result = CommandResult.of(Variables.withoutSecrets(command), input, limit);
    if (result.exitCode() == CommandResult.NOT_STARTED) {
      throw StressFailure.wrongUse("cannot run %s: %s", java, result.output());
    }
    return result;
  }

  private static String message(CommandResult result) {
    return ChildProcess.lastMessage((result.output() + "\n" + result.errors()).lines())
        .replaceFirst("^app-sim \\w+: ", "");
  }

  private static StressFailure unavailable(Path appSim, String what, String why) {
    return StressFailure.wrongUse("--app-sim %s: cannot read its %s: %s", appSim, what, why);
  }
}
