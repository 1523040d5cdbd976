package cloakroom.stress.run;

import cloakroom.contract.Installed;
import cloakroom.contract.Interrupts;
import cloakroom.contract.Passwords;
import cloakroom.options.CommandOptions;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.watch.SqlWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code stress run}: load the settings, run the trials, report. */
@Command(
    name = "run",
    description =
        "Runs a JMeter plan under several policies or other variants, interleaved, and reports.",
    modelTransformer = RunCommand.Rows.class)
class RunCommand extends StressCommand {
  @Mixin RunOptions options;

  /** Adds the options that may differ between variants. */
  static class Rows extends CommandOptions {
    Rows() {
      super(VariantOptions.ALL);
    }
  }

  RunSettings settings(SettingsCheck checks) {
    return checks.check(options, Optional.empty());
  }

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
    } catch (IOException | RuntimeException e) {
      return fail(e, spec.commandLine(), null);
    }
  }

  private int run(StopSignal stop) throws IOException {
    StressJar installation = StressJar.find();
    RunSettings asked = settings(checks(installation));
    try (RunProgress progress = RunProgress.of(asked.output())) {
      RunSettings settings = stop.unlessRaised(() -> RunCheck.checked(asked, progress::say));
      StressRun run =
          new StressRun(
              settings,
              new JavaCommands(settings, installation),
              (db, notes) -> SqlWatch.open(db.watched(settings.tierName()), db.password(), notes),
              progress,
              stop);
      return report(run.run(), settings);
    }
  }

  static SettingsCheck checks(StressJar installation) {
    return new SettingsCheck(
        installation, Passwords.here(), new TierCommands(Installed.java()), MachineLimits.here());
  }

  private int report(Path folder, RunSettings settings) throws IOException {
    try {
      RunSummary run = Reports.write(folder);
      settings.gate().junit().ifPresent(file -> Reports.junit(run, file));
      if (settings.output().json()) {
        String file = settings.countsOnly() ? "counts.json" : "summary.json";
        print(Files.readString(folder.resolve(file)));
        return Reports.exitCode(run);
      }
      print("\n");
      return show(run, folder);
    } catch (StressFailure e) {
      throw StressFailure.invalid(e.getMessage());
    }
  }
}
