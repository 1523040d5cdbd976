package cloakroom.stress.cli;

import cloakroom.command.Completion;
import cloakroom.command.Durations;
import cloakroom.command.Usage;
import cloakroom.platform.Installation;
import cloakroom.stress.observe.InspectReportCommand;
import cloakroom.stress.observe.ObserveCommand;
import cloakroom.stress.options.Think;
import cloakroom.stress.predict.AdviseCommand;
import cloakroom.stress.predict.PredictCommand;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.RunSettings.WarmUp;
import cloakroom.stress.settings.StressJar;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line of {@code stress.jar}.
 *
 * <p>Exit codes: 0 done, 1 done with failures or a limit crossed, 2 wrong use or environment, 3
 * result invalid. What goes wrong is told in one line on the error stream.
 */
@Command(
    name = "stress",
    mixinStandardHelpOptions = true,
    versionProvider = Stress.Version.class,
    description = "Compares policies for keeping session state under load.",
    subcommands = {
      RunCommand.class,
      CheckCommand.class,
      CountCommand.class,
      CapacityCommand.class,
      FolderCommands.Report.class,
      FolderCommands.Compare.class,
      FolderCommands.HistoryCommand.class,
      FolderCommands.Baseline.class,
      PredictCommand.class,
      AdviseCommand.class,
      InspectReportCommand.class,
      ObserveCommand.class,
      CleanDatabaseCommand.class,
      EngineCommand.class,
      Completion.class
    })
public final class Stress {
  private Stress() {}

  /**
   * Runs a command, with numbers written in one way whatever the machine's locale is, and ends the
   * JVM with its exit code.
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    // JMeter's reader logs, among what is shown; interrupted, it begins when the JVM ends already
    System.setProperty("log4j2.level", "OFF");
    System.setProperty("log4j.shutdownHookEnabled", "false");
    // else picocli starts the Groovy that comes with JMeter, to know its closures
    System.setProperty("picocli.disable.closures", "true");
    Installation.exitWith(() -> commandLine().execute(args));
  }

  public static CommandLine commandLine() {
    return Usage.of(of(new Stress()), "cloakroom/stress/cli/usage.txt")
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(
            (e, arguments) -> {
              Usage.printError(e.getCommandLine(), Usage.problem(e));
              return StressFailure.WRONG_USE;
            })
        .setExecutionExceptionHandler(StressCommand::fail);
  }

  /** A command that knows how times, pauses and warm-ups are written. */
  public static CommandLine of(Object command) {
    return new CommandLine(command)
        .registerConverter(Duration.class, Durations::parse)
        .registerConverter(Think.class, Think::parse)
        .registerConverter(WarmUp.class, WarmUp::parse);
  }

  /** The versions of what lies here and of the tier. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      StressJar jar = StressJar.find();
      return Installation.versions(Stress.class, jar.target().resolve("stress.jar"), jar.appSim());
    }
  }
}
