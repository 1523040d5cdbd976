package cloakroom.stress.cli;

import cloakroom.contract.TierOptions;
import cloakroom.platform.Installation;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.plan.DefaultApplication;
import cloakroom.stress.plan.PlanWriter;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.SettingsCheck;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.settings.TierCommands;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "plan",
    description =
        "Writes the JMeter plan of an application, for stock JMeter, or to change it by hand.")
final class PlanCommand extends StressCommand {
  @Option(names = TierOptions.APP, paramLabel = "APP", defaultValue = DefaultApplication.NAME)
  private String app;

  @Option(names = "--out", paramLabel = "FILE", required = true)
  private Path out;

  @Option(names = "--app-sim", paramLabel = "PATH")
  private Path appSim;

  @Override
  public Integer call() {
    Path file = SettingsCheck.writableFile("--out", out);
    Path jar = Optional.ofNullable(appSim).orElseGet(() -> StressJar.find().appSim());
    var application = new TierCommands(Installation.java()).application(jar, app);
    String plan = PlanWriter.jmx(application.definition());
    Replacement.write(file.getParent(), Map.of(file.getFileName().toString(), plan));
    print("plan: " + file.toUri() + "\n");
    return Reports.DONE;
  }
}
