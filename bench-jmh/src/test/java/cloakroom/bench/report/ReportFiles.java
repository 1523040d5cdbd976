package cloakroom.bench.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the reports of the synthetic studies into a folder, to look at them. */
final class ReportFiles {
  private ReportFiles() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args.length == 0 ? "target/looks" : args[0]));
    Reports.write(folder, SyntheticStudies.all(), List.of());
    System.out.print(ConsoleTable.of(SyntheticStudies.all()));
  }
}
