package cloakroom.bench.cli;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.ChildJvm;
import cloakroom.bench.harness.EndRequest;
import cloakroom.bench.harness.Environment;
import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.Experiment.RoundPlan;
import cloakroom.bench.harness.StudiesRun;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.machine.BackgroundLoad;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.report.ResultFiles;
import cloakroom.bench.report.StudiesFile;
import cloakroom.bench.study.Studies;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.Installation;
import cloakroom.statistics.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command {@code benchmarks studies}. The parent process validates the command line and starts the
 * database. The child process parses the same command line and measures.
 */
@Command(
    name = "studies",
    mixinStandardHelpOptions = true,
    description = "Repeats the published studies on this machine and compares the results.")
final class StudiesCommand implements Callable<Integer> {
  private static final int MAX_ROUNDS = 100;

  @Spec private CommandSpec spec;

  @Mixin private DatabaseChoice database;

  @Option(names = "--study", split = ",", paramLabel = "ID")
  private List<String> studies = List.of();

  @Option(names = "--pools", split = ",", paramLabel = "POOL")
  private List<String> pools = List.of();

  @Option(names = "--rounds", paramLabel = "N")
  private int rounds = Interval.MIN_BLOCKS;

  @Option(names = "--full")
  private boolean full;

  @Option(names = "--no-steady-state")
  private boolean protocolOnly;

  @Option(names = "--out", paramLabel = "DIR")
  private Path out = Installation.results(Installation.folder(StudiesCommand.class));

  @Option(names = "--compare-with", split = ",", paramLabel = "FILE")
  private List<Path> compareWith = List.of();

  void check() {
    experiments();
    others();
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new IllegalArgumentException(
          "--rounds " + rounds + " is not between 1 and " + MAX_ROUNDS);
    }
    folder();
    database.check();
  }

  private List<StudiesFile> others() {
    return compareWith.stream().map(StudiesFile::read).toList();
  }

  private List<Experiment> experiments() {
    return Studies.experiments(studies, pools);
  }

  private Path folder() {
    Path folder = out.toAbsolutePath().normalize();
    try {
      if (Files.isWritable(Files.createDirectories(folder))) {
        return folder;
      }
    } catch (IOException e) {
      throw new EnvironmentException("--out " + folder + ": cannot create the folder: " + e, e);
    }
    throw new EnvironmentException("--out " + folder + ": the folder is not writable");
  }

  @Override
  public Integer call() throws Exception {
    check();
    return ChildJvm.isThis()
        ? measure()
        : database.run(
            spec.root().userObject().getClass(),
            spec.root().commandLine().getParseResult().originalArgs());
  }

  private int measure() throws SQLException {
    System.setProperty("jmh.ignoreLock", "true");
    Database measured = BenchDatabase.fromEnvironment();
    Environment environment = Environment.of(measured);
    long[] server = ProcessTimes.ofServer(measured).stream().toArray();
    RoundPlan plan = new RoundPlan(rounds, full, !protocolOnly, folder());
    try (EndRequest end = new EndRequest()) {
      StudiesRun run =
          new StudiesRun(
              experiments(),
              environment,
              plan,
              () -> BackgroundLoad.excluding(server),
              end,
              System.err);
      StudiesResult result = run.run();
      System.out.print(ResultFiles.write(folder(), result, others(), run.jmhResults()));
      System.out.println("page: " + folder().resolve(ResultFiles.PAGE).toUri());
      return result.complete() ? 0 : 1;
    }
  }
}
