package cloakroom.stress.run;

import cloakroom.stress.run.RunSettings.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ends a run: the report, what is shown of it, and the exit code. */
final class Outcome {
  private Outcome() {}

  /** Writes the report of a run folder and shows it; the exit code says how it went. */
  static int show(Path folder, Output output) throws IOException {
    // REPORT: Reports.write(folder), ConsoleTable.print, its exit code
    if (output.json()) {
      System.out.print(Files.readString(folder.resolve("summary.json")));
    }
    return 0;
  }
}
