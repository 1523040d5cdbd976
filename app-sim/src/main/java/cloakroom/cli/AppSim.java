package cloakroom.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The application tier under test: {@code java -jar app-sim.jar COMMAND}. */
@Command(
    name = "app-sim",
    description = "The simulated application tier and what it needs.",
    mixinStandardHelpOptions = true,
    versionProvider = AppSim.Version.class,
    scope = CommandLine.ScopeType.INHERIT,
    subcommands = {
      ServeCommand.class,
      DatabaseCommand.class,
      RelayCommand.class,
      PurgeCommand.class,
      PoliciesCommand.class,
      ConfigCommand.class
    })
public final class AppSim {
  private AppSim() {}

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = AppSim.class.getPackage().getImplementationVersion();
      return new String[] {"cloakroom " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
  }

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
