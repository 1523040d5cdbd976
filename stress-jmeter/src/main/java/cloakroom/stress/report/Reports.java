package cloakroom.stress.report;

import cloakroom.contract.OneLine;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.MarkdownRenderer;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.read.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes every report of a run folder, from that folder alone. */
public final class Reports {
  private Reports() {}

  /**
   * Measures the run and writes summary.json, summary.csv, report.md and report.html into its
   * folder. Doing it again gives the same bytes.
   *
   * @throws RunFolderException with one line when a file is missing, corrupt or not writable
   */
  public static RunSummary write(Path runFolder) {
    RunSummary run = MeasuredRun.of(runFolder);
    write(runFolder, "summary.json", SummaryJson.print(run));
    write(runFolder, "summary.csv", SummaryCsv.print(run));
    Document document = RunDocument.of(run);
    write(runFolder, "report.md", MarkdownRenderer.print(document));
    write(runFolder, "report.html", HtmlRenderer.print(document));
    return run;
  }

  private static void write(Path folder, String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new RunFolderException(
          folder.resolve(name) + " cannot be written: " + OneLine.why(e), e);
    }
  }
}
