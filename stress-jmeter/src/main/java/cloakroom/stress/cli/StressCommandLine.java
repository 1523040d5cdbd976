package cloakroom.stress.cli;

import cloakroom.command.Completion;
import cloakroom.command.Durations;
import cloakroom.command.Usage;
import cloakroom.platform.Installation;
import cloakroom.stress.observe.ObserveCommand;
import cloakroom.stress.options.Think;
import cloakroom.stress.predict.AdviseCommand;
import cloakroom.stress.predict.PredictCommand;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.RunOptions.WarmUp;
import cloakroom.stress.settings.StressJar;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * Command line of {@code stress.jar}, separate from {@link Stress}. The JVM loads types used in a
 * main class before main runs, so {@link Stress} could otherwise not report a missing library.
 */
@Command(
    name = "stress",
    mixinStandardHelpOptions = true,
    versionProvider = StressCommandLine.Version.class,
    description = "Compares policies for keeping session state under load.",
    subcommands = {
      RunCommand.class,
      RunCommand.CheckCommand.class,
      CountCommand.class,
      CapacityCommand.class,
      FolderCommands.Report.class,
      FolderCommands.Compare.class,
      FolderCommands.Baseline.class,
      PlanCommand.class,
      PredictCommand.class,
      AdviseCommand.class,
      ObserveCommand.InspectReport.class,
      ObserveCommand.class,
      TierJarCommand.Clean.class,
      TierJarCommand.Describe.class,
      EngineCommand.class,
      Completion.class
    })
public final class StressCommandLine {
  private StressCommandLine() {}

  public static CommandLine program() {
    return Usage.of(of(new StressCommandLine()), "cloakroom/stress/cli/usage.txt")
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(
            (e, arguments) -> {
              Usage.printError(e.getCommandLine(), Usage.problem(e));
              return StressFailure.WRONG_USE;
            })
        .setExecutionExceptionHandler(StressCommand::fail);
  }

  public static CommandLine of(Object command) {
    return new CommandLine(command)
        .registerConverter(Duration.class, Durations::parse)
        .registerConverter(Think.class, Think::parse)
        .registerConverter(WarmUp.class, WarmUp::parse);
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      StressJar jar = StressJar.find();
      return Installation.versions(
          StressCommandLine.class, jar.target().resolve("stress.jar"), jar.appSim());
    }
  }
}
