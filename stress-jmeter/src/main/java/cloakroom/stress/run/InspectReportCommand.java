package cloakroom.stress.run;

import cloakroom.stress.document.Document;
import cloakroom.stress.files.InspectionFile;
import cloakroom.stress.report.InspectionPage;
import cloakroom.stress.report.Reports;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code inspect-report FILE}: what an application leaves in its connections, as a page. */
@Command(
    name = "inspect-report",
    mixinStandardHelpOptions = true,
    description =
        "Show what inspector.jar has found in an application, and what each policy would make of"
            + " it, as text and as a page beside FILE.")
final class InspectReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "the inspector's result")
  private Path file;

  @Override
  public Integer call() {
    show(file.toAbsolutePath().normalize(), spec.commandLine());
    return Reports.DONE;
  }

  /** Prints a result and writes its page beside it. */
  static void show(Path file, CommandLine command) {
    String page = file.getFileName().toString().replaceFirst("\\.json$", "") + ".html";
    Document told = InspectionPage.of(InspectionFile.read(file));
    RunsPage.show(told, file.resolveSibling(page), command);
  }
}
