package cloakroom.stress.run;

import cloakroom.contract.Interrupts;
import cloakroom.contract.OneLine;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.watch.Watches;
import java.io.IOException;
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
    RunSettings settings = new SettingsCheck(installation).check(options);
    StressRun run =
        new StressRun(
            settings,
            new JavaCommands(settings, installation),
            (db, notes) -> Watches.open(db.url(), db.user(), db.password(), notes),
            Terminal.progress(settings.output().quiet()),
            stop);
    Path folder = run.run();
    return Outcome.show(folder, settings.output());
  }
}
