package cloakroom.stress.run;

import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.files.SummaryFile;
import cloakroom.stress.measure.History;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.HistoryPage;
import cloakroom.stress.report.Reports;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
        "Show the figures of all runs of a plan over time and where they changed, as text and as a"
            + " page; needs each run's summary.json, and says what else changed where config.json"
            + " and environment.json lie beside it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done, whether something changed or not", "2:wrong use, or there is no run"})
final class HistoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "the folder that holds the runs, at any depth")
  private Path folder;

  @Option(
      names = "--plan",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The plan, if the folder holds runs of several.")
  private String plan;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "A figure such as service.mean, instead of the main ones; repeatable.")
  private List<String> metrics = List.of();

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      description = "A variant, instead of all; repeatable.")
  private List<String> variants = List.of();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "The page (default: history.html in DIR).")
  private Path html;

  @Override
  public Integer call() {
    try {
      List<Metric> figures = metrics.stream().map(HistoryCommand::metric).toList();
      History history = SummaryFile.below(folder, plan);
      variants.forEach(v -> RunSummary.requireVariant("--variant", v, history.variants()));
      PageFile page = new PageFile(html, folder.resolve("history.html"));
      Document document = HistoryPage.of(history, figures, variants, page.path());
      spec.commandLine().getOut().print(ConsoleRenderer.print(document));
      page.write(HtmlRenderer.print(document), spec.commandLine());
      return Reports.DONE;
    } catch (RunFolderException | StressFailure e) {
      spec.commandLine().getErr().println(e.getMessage());
      return StressFailure.WRONG_USE;
    }
  }

  private static Metric metric(String name) {
    return Metrics.named(name)
        .orElseThrow(
            () ->
                new RunFolderException(
                    "--metric \"%s\": there is no such figure; figures are %s"
                        .formatted(
                            name,
                            Metrics.ALL.stream()
                                .map(Metric::name)
                                .collect(Collectors.joining(", ")))));
  }
}
