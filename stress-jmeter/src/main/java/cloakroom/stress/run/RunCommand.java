package cloakroom.stress.run;

import cloakroom.contract.Interrupts;
import cloakroom.contract.OneLine;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.ConsoleTable;
import cloakroom.stress.report.ExitCodes;
import cloakroom.stress.report.Reports;
import cloakroom.stress.watch.SqlWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code stress run}: load the settings, run the trials, report. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs a JMeter plan under several policies, hygienes and values of a setting, interleaved,"
            + " and reports.")
final class RunCommand implements Callable<Integer> {
  @Mixin private RunOptions options;

  @Override
  public Integer call() {
    StopSignal stop = new StopSignal();
    try (Interrupts interrupts = stop.listen()) {
      int code = exitCode(stop);
      interrupts.exitCode(stop.raised() ? StressFailure.INVALID : code);
      return code;
    }
  }

  /** Failures are told here, not further up: an interrupt ends the JVM right after this. */
  private int exitCode(StopSignal stop) {
    try {
      return run(stop);
    } catch (StressFailure e) {
      System.err.println(e.getMessage());
      return e.exitCode();
    } catch (IOException | RuntimeException e) {
      System.err.println(OneLine.of(e));
      return StressFailure.WRONG_USE;
    }
  }

  private int run(StopSignal stop) throws IOException {
    StressJar installation = StressJar.find();
    RunSettings settings = checks(installation).check(options);
    StressRun run =
        new StressRun(
            settings,
            new JavaCommands(settings, installation),
            (db, notes) -> SqlWatch.open(db.url(), db.user(), db.password(), notes),
            RunProgress.here(settings.output().quiet()),
            stop);
    return report(run.run(), settings.output().json());
  }

  static SettingsCheck checks(StressJar installation) {
    return new SettingsCheck(
        installation,
        DatabasePasswords.here(),
        new TierCommands(installation.java()),
        MachineLimits.here());
  }

  private static int report(Path folder, boolean json) throws IOException {
    try {
      RunSummary run = Reports.write(folder);
      if (json) {
        System.out.print(Files.readString(folder.resolve("summary.json")));
      } else {
        System.out.println();
        ConsoleTable.print(run, System.out);
        System.out.println("report: " + folder.resolve("report.html"));
      }
      return ExitCodes.of(run);
    } catch (RunFolderException e) {
      throw StressFailure.invalid(e.getMessage());
    }
  }
}
