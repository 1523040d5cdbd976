package cloakroom.stress.cli;

import cloakroom.options.CommandOptions;
import cloakroom.platform.Installation;
import cloakroom.platform.Passwords;
import cloakroom.platform.ShutdownSignals;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.monitor.DatabaseCheck;
import cloakroom.stress.monitor.JdbcDatabaseMonitor;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.MachineLimits;
import cloakroom.stress.settings.RunOptions;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.settings.TierCommands;
import cloakroom.stress.trial.JavaCommands;
import cloakroom.stress.trial.RunCheck;
import cloakroom.stress.trial.RunProgress;
import cloakroom.stress.trial.StressRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "run",
    description =
        "Runs a JMeter plan under several policies or other variants, interleaved, and reports.",
    modelTransformer = RunCommand.RunOptionRows.class)
public class RunCommand extends StressCommand {
  public @Mixin RunOptions options;

  public static class RunOptionRows extends CommandOptions {
    RunOptionRows() {
      super(VariantOptions.ALL);
    }
  }

  RunSettings settings(SettingsCheck checks) {
    return checks.check(options, options.variants, Optional.empty(), false);
  }

  @Override
  public Integer call() {
    StopSignal stop = new StopSignal();
    try (ShutdownSignals interrupts = stop.listen()) {
      int code;
      try {
        code = run(stop);
      } catch (IOException | RuntimeException e) {
        // Prints the error here, because an interrupt ends the JVM before call() returns.
        code = fail(e, spec.commandLine(), null);
      }
      interrupts.exitCode(stop.raised() ? StressFailure.INVALID : code);
      return code;
    }
  }

  private int run(StopSignal stop) throws IOException {
    StressJar installation = StressJar.find();
    RunSettings requested = settings(checks(installation));
    try (RunProgress progress = RunProgress.of(requested.output())) {
      RunSettings settings = stop.unlessRaised(() -> RunCheck.checked(requested, progress::print));
      JavaCommands commands = new JavaCommands(settings, installation);
      RunCheck.requireEngines(settings, commands, stop, progress::print);
      StressRun run =
          new StressRun(
              settings,
              commands,
              (db, notes) ->
                  JdbcDatabaseMonitor.open(
                      db.watched(settings.tierName(), settings.application().definition()),
                      db.password(),
                      notes),
              progress,
              stop);
      return report(run.run(), settings);
    }
  }

  public static SettingsCheck checks(StressJar installation) {
    TierCommands tier = new TierCommands(Installation.java());
    return new SettingsCheck(installation, Passwords.here(), tier, MachineLimits.here());
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

  @Command(
      name = "check",
      description =
          "Checks an existing database and --engines for a run with the same options. Starts nothing and changes"
              + " no row. Of the options for output, only --json has an effect.")
  static final class CheckCommand extends RunCommand {
    private record CheckResult(boolean possible, List<DatabaseCheck.CheckItem> items) {}

    @Override
    public Integer call() {
      StressJar installation = StressJar.find();
      RunSettings settings = settings(checks(installation));
      JavaCommands commands = new JavaCommands(settings, installation);
      RunCheck.requireEngines(settings, commands, new StopSignal(), line -> {});
      DatabaseCheck check = RunCheck.of(settings);
      boolean possible = check.refusal().isEmpty();
      if (options.json) {
        print(Records.tree(new CheckResult(possible, check.items())).toPrettyString() + "\n");
      } else {
        check.items().forEach(item -> print(item + "\n"));
        print(possible ? "A run can start.\n" : "A run cannot start.\n");
      }
      return possible ? Reports.DONE : StressFailure.WRONG_USE;
    }
  }
}
