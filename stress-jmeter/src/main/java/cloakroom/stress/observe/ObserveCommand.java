package cloakroom.stress.observe;

import cloakroom.contract.InspectionResult;
import cloakroom.platform.Passwords;
import cloakroom.platform.ShutdownSignals;
import cloakroom.stress.folder.Json;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.trial.RunFolder;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "observe",
    description =
        "Samples once a second what idle sessions of a database hold, and reports it as"
            + " inspect-report does: less precise than inspector.jar, without changes to an"
            + " application.")
public final class ObserveCommand extends StressCommand {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @Option(names = "--url", paramLabel = "URL", required = true)
  private String url;

  @Option(names = "--user", paramLabel = "NAME", defaultValue = "cloakroom")
  private String user;

  @Option(names = "--for", paramLabel = "DURATION", defaultValue = "10m")
  private Duration length;

  @Option(names = "--idle", paramLabel = "DURATION", defaultValue = "1s")
  private Duration idle;

  @Option(names = "--out", paramLabel = "FILE", defaultValue = "observed.json")
  private Path out;

  @Command(
      name = "inspect-report",
      description =
          "Shows the findings of inspector.jar and their result under each policy, as text and as a"
              + " page next to FILE.")
  public static final class InspectReport extends StressCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "result file of the inspector")
    private Path file;

    @Override
    public Integer call() {
      ObserveCommand.show(this, file.toAbsolutePath().normalize());
      return Reports.DONE;
    }
  }

  private static void show(StressCommand command, Path file) {
    String page = file.getFileName().toString().replaceFirst("\\.json$", "") + ".html";
    InspectionPage report =
        new InspectionPage(Json.readStrict(file, InspectionResult.SCHEMA, InspectionResult.class));
    command.show(report.document(), file.resolveSibling(page));
  }

  @Override
  public Integer call() {
    SettingsCheck.checkUrl(url);
    Path file = SettingsCheck.writableFile("--out", out);
    String password = Passwords.here().of(user).reveal();
    StopSignal stop = new StopSignal();
    try (ShutdownSignals signals = stop.listen();
        IdleSessions sessions = IdleSessions.open(url, user, password, idle)) {
      long end = System.nanoTime() + length.toNanos();
      do {
        sessions.sample();
      } while (!StopSignal.completes(stop.future(), INTERVAL) && System.nanoTime() < end);
      RunFolder.write(file, Records.tree(sessions.result()));
      show(this, file);
      signals.exitCode(Reports.DONE);
      return Reports.DONE;
    }
  }
}
