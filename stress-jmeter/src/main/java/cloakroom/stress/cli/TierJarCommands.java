package cloakroom.stress.cli;

import cloakroom.contract.TierOptions;
import cloakroom.platform.Installation;
import cloakroom.platform.Passwords;
import cloakroom.platform.Variables;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.settings.StressJar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Commands of app-sim.jar, which run with this process's input and output. */
final class TierJarCommands {
  private TierJarCommands() {}

  @Command(
      name = "clean",
      description = "Drops everything that Cloakroom created in a database; lists it first.")
  static final class Clean extends StressCommand {
    @Option(names = TierOptions.URL, paramLabel = "JDBC-URL", required = true)
    private String url;

    @Option(names = TierOptions.USER, paramLabel = "NAME", defaultValue = "cloakroom")
    private String user;

    @Option(names = TierOptions.SCHEMA, paramLabel = "NAME")
    private String schema;

    @Option(names = "--yes")
    private boolean yes;

    @Override
    public Integer call() {
      SettingsCheck.checkUrl(url);
      List<String> arguments = new ArrayList<>(List.of(TierOptions.URL, url));
      arguments.addAll(List.of(TierOptions.USER, user));
      arguments.addAll(schema == null ? List.of() : List.of(TierOptions.SCHEMA, schema));
      arguments.addAll(yes ? List.of("--yes") : List.of());
      String password = Passwords.here().of(user).reveal();
      return run("clean", arguments, Map.of(Variables.PASSWORD, password));
    }
  }

  /** Command {@code describe}, which receives all arguments. */
  @Command(
      name = "describe",
      description = "Describes an application file, or makes one; options: stress describe --help.")
  static final class Describe implements Callable<Integer> {
    @Unmatched private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
      return run("describe", arguments, Map.of());
    }
  }

  private static int run(String name, List<String> arguments, Map<String, String> secrets) {
    String jar = StressJar.find().appSim().toString();
    List<String> command = new ArrayList<>(List.of(Installation.java(), "-jar", jar, name));
    command.addAll(arguments);
    ProcessBuilder tier = Variables.withoutSecrets(command);
    tier.environment().putAll(secrets);
    try {
      return tier.inheritIO().start().waitFor();
    } catch (IOException e) {
      throw StressFailure.wrongUse("cannot run %s: %s", jar, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StressFailure.invalid("interrupted");
    }
  }
}
