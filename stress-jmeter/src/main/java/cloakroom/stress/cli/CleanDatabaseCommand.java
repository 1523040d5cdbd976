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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "clean",
    description = "Drops everything that Cloakroom created in a database; lists it first.")
final class CleanDatabaseCommand extends StressCommand {
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
    String jar = StressJar.find().appSim().toString();
    List<String> command = new ArrayList<>(List.of(Installation.java(), "-jar", jar, "clean"));
    command.addAll(List.of(TierOptions.URL, url, TierOptions.USER, user));
    command.addAll(schema == null ? List.of() : List.of(TierOptions.SCHEMA, schema));
    command.addAll(yes ? List.of("--yes") : List.of());
    ProcessBuilder tier = Variables.withoutSecrets(command);
    tier.environment().put(Variables.PASSWORD, Passwords.here().of(user).reveal());
    return run(tier, jar);
  }

  /** Runs a command of app-sim.jar with this process's input and output. */
  static int run(ProcessBuilder tier, String jar) {
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
