package cloakroom.stress.run;

import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.report.ConsoleTable;
import cloakroom.stress.report.ExitCodes;
import cloakroom.stress.report.Reports;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report DIR}: writes the reports of a run again, from its folder alone. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Rebuild the reports of a run from its folder.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:requests failed; verdicts of probes are no failures",
      "2:wrong use, or the folder cannot be read",
      "3:the result is invalid (inconsistent, cut short, or bound by the generator, which takes"
          + " nothing from what probes found)"
    })
public final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DIR", description = "the folder of a run")
  private Path folder;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      RunSummary run = Reports.write(folder);
      ConsoleTable.print(run, out);
      out.println("report: " + folder.resolve("report.html"));
      out.flush();
      return ExitCodes.of(run);
    } catch (RunFolderException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCodes.WRONG_USE;
    }
  }
}
