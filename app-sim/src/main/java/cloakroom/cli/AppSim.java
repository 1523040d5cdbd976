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

@Command(
    name = "app-sim",
    description = "The simulated application tier, its database and tools.",
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
      DescribeCommand.class,
      SimulateCommand.class,
      Completion.class
    })
public final class AppSim {
  private AppSim() {}

  /** Runs a command. Sets the locale, so that number formats do not depend on the machine. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    Installation.exitWith(() -> commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine program = Usage.of(new CommandLine(new AppSim()), "cloakroom/cli/usage.txt");
    return configured(withVersions(AppSim::versions, program));
  }

  private static String[] versions() {
    return Installation.versions(
        AppSim.class, Installation.folder(AppSim.class).resolve("app-sim.jar"));
  }

  /**
   * Sets the provider of {@code --version} in code. With picocli's annotation, the start of every
   * subcommand would run git.
   */
  private static CommandLine withVersions(IVersionProvider versions, CommandLine command) {
    command.getCommandSpec().versionProvider(versions);
    command.getSubcommands().values().forEach(each -> withVersions(versions, each));
    return command;
  }

  public static CommandLine configured(CommandLine command) {
    return command
        .registerConverter(Duration.class, Durations::parse)
        .setParameterExceptionHandler(CommandErrors::wrongUse)
        .setExecutionExceptionHandler(CommandErrors::failed);
  }
}
