package cloakroom.stress.observe;

import cloakroom.stress.folder.InspectionFile;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code inspect-report}: findings of the inspector, and what each policy would make of them. */
@Command(
    name = "inspect-report",
    description =
        "Shows what inspector.jar has found in an application, and what each policy would make of"
            + " it, as text and as a page next to FILE.")
public final class InspectReportCommand extends StressCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "the inspector's result")
  private Path file;

  @Override
  public Integer call() {
    show(this, file.toAbsolutePath().normalize());
    return Reports.DONE;
  }

  static void show(StressCommand command, Path file) {
    String page = file.getFileName().toString().replaceFirst("\\.json$", "") + ".html";
    InspectionPage report = new InspectionPage(InspectionFile.read(file));
    command.show(report.document(), file.resolveSibling(page));
  }
}
