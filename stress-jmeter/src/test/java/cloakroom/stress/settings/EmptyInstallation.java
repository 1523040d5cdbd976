package cloakroom.stress.settings;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.LoadDefinition;
import cloakroom.contract.NodeReport;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.stress.cli.RunCommand;
import cloakroom.stress.cli.StressCommandLine;
import cloakroom.stress.plan.DefaultApplication;
import cloakroom.stress.settings.RunSettings.ServedApplication;
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
import picocli.CommandLine;

/** Installation with empty files as plans and tier; the tier rejects a recycle threshold of 0. */
public final class EmptyInstallation extends TierCommands {
  public final StressJar jar;
  public final List<List<String>> checkedOptions = new ArrayList<>();
  public boolean queried;
  public List<String> offered = List.of("sticky", "release-in-memory", "noop");
  public Map<String, String> environment = Map.of("CLOAKROOM_DB_PASSWORD", "geheim");

  /** Password typed at the prompt; null without a terminal. */
  public String typed;

  public MachineLimits limits = unlimited(1L << 40);

  static MachineLimits unlimited(long memoryBytes) {
    long most = MachineLimits.UNLIMITED;
    return new MachineLimits(most, most, most, memoryBytes);
  }

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

  /** Returns the settings of a command line without quotes. */
  public RunSettings check(String commandLine) {
    return check(commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1));
  }

  public RunSettings check(String... arguments) {
    return check(options(arguments));
  }

  RunSettings check(RunOptions options) {
    return checks().check(options, options.variants, Optional.empty(), false);
  }

  public SettingsCheck checks() {
    return new SettingsCheck(
        jar,
        new Passwords(environment::get, user -> Optional.ofNullable(typed).map(Password::of)),
        this,
        limits);
  }

  public static RunOptions options(String... arguments) {
    Mixing mixing = new Mixing();
    StressCommandLine.of(mixing).parseArgs(arguments);
    return mixing.options;
  }

  /** Returns counters of every target, except at port 1. */
  @Override
  Optional<NodeReport> counters(Target target) {
    NodeReport report =
        new NodeReport("sticky", "hikari", 20, "memory", null, null, 0, null, null, null, null);
    return target.port() == 1 ? Optional.empty() : Optional.of(report);
  }

  @Override
  String addressTowards(String engine) throws IOException {
    if (engine.endsWith(":1")) {
      throw new ConnectException("Connection refused");
    }
    return engine.startsWith("far") ? "10.0.0.1" : "127.0.0.1";
  }

  /** Returns application {@code shop} for any file. */
  @Override
  public ServedApplication application(Path appSim, String app) {
    var hr = DefaultApplication.DEFINITION;
    var load = new LoadDefinition(9, 8, 7, 600, "uniform");
    return new ServedApplication(
        app,
        app.equals("hr")
            ? hr
            : new ApplicationDefinition(
                "shop", load, hr.tables(), hr.modules(), hr.pages(), hr.sessions()));
  }

  @Override
  List<String> policies(Path appSim) {
    queried = true;
    return offered;
  }

  @Override
  Optional<String> refusal(Path appSim, String url, List<String> options) {
    checkedOptions.add(options);
    return options.contains("jbo.recyclethreshold=0")
        ? Optional.of("jbo.recyclethreshold=0: too small")
        : Optional.empty();
  }
}
