package cloakroom.stress.settings;

import cloakroom.contract.NodeReport;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.stress.cli.RunCommand;
import cloakroom.stress.cli.StressCommandLine;
import cloakroom.stress.settings.RunSettings.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine;

/**
 * A stress.jar with plans and a tier that are empty files; it checks command lines as the real one
 * does. Its tier refuses a recycle threshold of 0.
 */
public final class EmptyInstallation extends TierCommands {
  public final StressJar jar;

  /** What the tier was asked about, variant by variant. */
  public final List<List<String>> askedFor = new ArrayList<>();

  /** Whether the tier was asked for its policies. */
  public boolean asked;

  public List<String> offered = List.of("sticky", "release-in-memory", "noop");
  public Map<String, String> environment = Map.of("CLOAKROOM_DB_PASSWORD", "geheim");

  /** What the person at the terminal types when asked; null without a terminal. */
  public String typed;

  public MachineLimits limits =
      new MachineLimits(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 1L << 40);

  public EmptyInstallation(Path folder) {
    super("java");
    jar = new StressJar(folder.resolve("stress-jmeter/target"));
    try {
      Files.createDirectories(jar.target());
      Files.createDirectories(jar.plans());
      Files.createDirectories(jar.appSim().getParent());
      Files.write(jar.appSim(), new byte[0]);
      for (String plan :
          List.of("adf-session", "state-kinds", "own", "open-arrivals", "soak", "mixed")) {
        Files.write(jar.plans().resolve(plan + ".jmx"), new byte[0]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @CommandLine.Command(name = "run", modelTransformer = RunCommand.RunOptionRows.class)
  private static final class Mixing {
    @CommandLine.Mixin private final RunOptions options = new RunOptions();
  }

  /** The settings of a command line without quotes. */
  public RunSettings check(String commandLine) {
    return check(commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1));
  }

  public RunSettings check(String... arguments) {
    return checks().check(options(arguments), Optional.empty());
  }

  public SettingsCheck checks() {
    return new SettingsCheck(
        jar,
        new Passwords(environment::get, user -> Optional.ofNullable(typed).map(Password::of)),
        this,
        limits);
  }

  /** The options of a command line. */
  public static RunOptions options(String... arguments) {
    Mixing mixing = new Mixing();
    StressCommandLine.of(mixing).parseArgs(arguments);
    return mixing.options;
  }

  /** Everybody tells, but at port 1. */
  @Override
  Optional<NodeReport> counters(Target target) {
    NodeReport told =
        new NodeReport("sticky", "hikari", 20, "memory", null, null, 0, null, null, null, null);
    return target.port() == 1 ? Optional.empty() : Optional.of(told);
  }

  @Override
  String addressTowards(String engine) throws IOException {
    if (engine.endsWith(":1")) {
      throw new ConnectException("Connection refused");
    }
    return engine.startsWith("far") ? "10.0.0.1" : "127.0.0.1";
  }

  @Override
  List<String> policies(Path appSim) {
    asked = true;
    return offered;
  }

  @Override
  Optional<String> refusal(Path appSim, String url, List<String> options) {
    askedFor.add(options);
    return options.contains("jbo.recyclethreshold=0")
        ? Optional.of("jbo.recyclethreshold=0: too small")
        : Optional.empty();
  }
}
