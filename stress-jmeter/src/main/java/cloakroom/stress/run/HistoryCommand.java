package cloakroom.stress.run;

import cloakroom.stress.files.SummaryFile;
import cloakroom.stress.report.HistoryPage;
import cloakroom.stress.report.Reports;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code history DIR}: the figures of many runs over time, for a job that runs each night. */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    description =
        "Shows the main figures of all runs of a plan over time and where they changed, as text and"
            + " as history.html in DIR; needs each run's summary.json alone.")
final class HistoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "the folder that holds the runs, at any depth")
  private Path folder;

  @Option(names = "--plan", paramLabel = "NAME", defaultValue = "")
  private String plan;

  @Override
  public Integer call() {
    Path page = folder.toAbsolutePath().normalize().resolve("history.html");
    RunsPage.show(HistoryPage.of(SummaryFile.below(folder, plan), page), page, spec.commandLine());
    return Reports.DONE;
  }
}
