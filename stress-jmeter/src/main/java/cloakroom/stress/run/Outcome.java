package cloakroom.stress.run;

import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.ConsoleTable;
import cloakroom.stress.report.ExitCodes;
import cloakroom.stress.report.Reports;
import cloakroom.stress.run.RunSettings.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ends a run: the report, what is shown of it, and the exit code. */
final class Outcome {
  private Outcome() {}

  /** Writes the report of a run folder and shows it; the exit code says how the run went. */
  static int show(Path folder, Output output) throws IOException {
    try {
      RunSummary run = Reports.write(folder);
      print(folder, run, output);
      return ExitCodes.of(run);
    } catch (RunFolderException e) {
      throw new StressFailure(StressFailure.INVALID, e.getMessage());
    }
  }

  private static void print(Path folder, RunSummary run, Output output) throws IOException {
    if (output.json()) {
      System.out.print(Files.readString(folder.resolve("summary.json")));
    } else {
      System.out.println();
      ConsoleTable.print(run, System.out);
      System.out.println("report: " + folder.resolve("report.html"));
    }
  }
}
