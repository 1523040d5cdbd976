package cloakroom.bench.run;

import cloakroom.bench.BenchDatabase;
import cloakroom.bench.Forks;
import cloakroom.stress.report.ConsoleTable;
import cloakroom.stress.report.Reports;
import java.nio.file.Path;

/** The process that runs the studies and writes their reports. */
public final class StudiesMain {
  private StudiesMain() {}

  /** Called by {@code benchmarks.jar studies}, which has set the database's environment. */
  public static void main(String[] args) {
    System.setProperty("jmh.ignoreLock", "true");
    Forks.endWithParent();
    System.exit(StudiesCommand.execute(args, StudiesMain::run));
  }

  private static int run(StudiesOptions options) {
    Path out = options.out();
    Environment environment = EnvironmentReader.read(BenchDatabase.named());
    try (Interrupts interrupts = Interrupts.listen()) {
      StudiesRun run = StudiesRun.of(options, environment, interrupts);
      StudiesResult result = run.run();
      Reports.write(out, result, run.jmhResults());
      System.out.print(ConsoleTable.of(result));
      System.out.println("written: " + out.resolve(Reports.PAGE));
      return result.complete() ? StudiesCommand.DONE : StudiesCommand.FAILED;
    }
  }
}
