package cloakroom.cli;

import cloakroom.command.Completion;
import cloakroom.command.Durations;
import cloakroom.command.Usage;
import cloakroom.platform.Installation;
import cloakroom.tier.CommandErrors;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The application tier under test: {@code java -jar app-sim.jar COMMAND}. */
@Command(
    name = "app-sim",
    description = "The simulated application tier and what it needs.",
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    subcommands = {
      ServeCommand.class,
      DatabaseCommand.class,
      RelayCommand.class,
      PurgeCommand.class,
      CleanCommand.class,
      PoliciesCommand.class,
      ConfigCommand.class,
      SimulateCommand.class,
      Completion.class
    })
public final class AppSim {
  private AppSim() {}

  /** Runs a command, with numbers written in one way whatever the machine's locale is. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    Installation.exitWith(() -> commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine program = Usage.of(new CommandLine(new AppSim()), "cloakroom/cli/usage.txt");
    return configured(telling(AppSim::versions, program));
  }

  private static String[] versions() {
    return Installation.versions(
        AppSim.class, Installation.folder(AppSim.class).resolve("app-sim.jar"));
  }

  /** Of an annotation the subcommands would inherit the answer, for which each start asked git. */
  private static CommandLine telling(IVersionProvider versions, CommandLine command) {
    command.getCommandSpec().versionProvider(versions);
    command.getSubcommands().values().forEach(each -> telling(versions, each));
    return command;
  }

  /** Whatever command it is, it reads durations and fails in one line. */
  public static CommandLine configured(CommandLine command) {
    return command
        .registerConverter(Duration.class, Durations::parse)
        .setParameterExceptionHandler(CommandErrors::wrongUse)
        .setExecutionExceptionHandler(CommandErrors::failed);
  }
}
