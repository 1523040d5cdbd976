package cloakroom.stress.cli;

import cloakroom.platform.Installation;
import cloakroom.platform.ShutdownSignals;
import cloakroom.stress.load.Events;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.ChildProcess.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.EngineKeys;
import cloakroom.stress.settings.MachineLimits;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.trial.JavaCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "engine",
    description = "Waits for runs that name it in --engines, and makes their load.")
final class EngineCommand extends StressCommand {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

  @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = RunSettings.LOOPBACK)
  private String host;

  @Option(names = "--port", paramLabel = "PORT", defaultValue = "1099")
  private int port;

  @Option(names = "--engine-keys", paramLabel = "DIR|none")
  private String keys;

  @Option(names = "--users", paramLabel = "N", defaultValue = "1")
  private int users;

  @Option(names = "-J", paramLabel = "NAME=VALUE", description = "A JMeter property, repeatable.")
  private Map<String, String> properties = Map.of();

  @Override
  public Integer call() {
    SettingsCheck.within("--port", port, 1, 65_535);
    StressJar installation = StressJar.find();
    EngineKeys store = EngineKeys.of(keys);
    Path out = Installation.results(installation.target()).resolve("engines").resolve("" + port);
    List<String> options = new ArrayList<>(EngineKeys.options(host));
    options.addAll(MachineLimits.engineOptions(users));
    List<String> command = Installation.java(options, installation.classPath());
    command.addAll(List.of(JavaCommands.ENGINE, "--serve", "" + port, "--out", out.toString()));
    command.addAll(List.of("--home", out.resolve(".jmeter-home").toString()));
    command.addAll(store.properties());
    properties.forEach((name, value) -> command.add("-J" + name + "=" + value));
    Launch launch =
        new Launch("engine", command, Map.of(), out.resolve("logs/engine.log"), store.folder());
    StopSignal stop = new StopSignal();
    try (ShutdownSignals interrupts = stop.listen();
        ChildProcess engine = ChildProcess.start(launch, event -> {})) {
      engine.await(Events.SERVING, START_TIMEOUT, stop);
      print("engine at %s:%d, log %s%n".formatted(host, port, out.resolve("logs/jmeter.log")));
      CompletableFuture.anyOf(engine.exited(), stop.future()).join();
      interrupts.exitCode(0);
      return 0;
    }
  }
}
