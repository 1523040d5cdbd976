package cloakroom.cli;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The application tier under test: {@code java -jar app-sim.jar COMMAND}. */
@Command(
    name = "app-sim",
    description = "The simulated application tier and what it needs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      ServeCommand.class,
      DatabaseCommand.class,
      PurgeCommand.class,
      PoliciesCommand.class,
      ConfigCommand.class
    })
public final class AppSim {
  private AppSim() {}

  /** Runs a command, with numbers written in one way whatever the machine's locale is. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return configured(new CommandLine(new AppSim()));
  }

  /** Whatever command it is, it reads durations and fails in one line. */
  static CommandLine configured(CommandLine command) {
    return command
        .registerConverter(Duration.class, new DurationConverter())
        .setParameterExceptionHandler(CommandErrors::wrongUse)
        .setExecutionExceptionHandler(CommandErrors::failed);
  }
}
