package cloakroom.stress.observe;

import cloakroom.contract.InspectionResult;
import cloakroom.stress.folder.Json;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code inspect-report}: shows findings of the inspector and their result under each policy. */
@Command(
    name = "inspect-report",
    description =
        "Shows the findings of inspector.jar and their result under each policy, as text and as a"
            + " page next to FILE.")
public final class InspectReportCommand extends StressCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "result file of the inspector")
  private Path file;

  @Override
  public Integer call() {
    show(this, file.toAbsolutePath().normalize());
    return Reports.DONE;
  }

  static void show(StressCommand command, Path file) {
    String page = file.getFileName().toString().replaceFirst("\\.json$", "") + ".html";
    InspectionPage report =
        new InspectionPage(Json.readStrict(file, InspectionResult.SCHEMA, InspectionResult.class));
    command.show(report.document(), file.resolveSibling(page));
  }
}
