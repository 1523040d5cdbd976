package cloakroom.bench.cli;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.EndRequest;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.Experiment.Plan;
import cloakroom.bench.lab.StudiesRun;
import cloakroom.bench.lab.StudiesRun.StudiesResult;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.machine.OtherWork;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.bench.report.OtherRun;
import cloakroom.bench.report.ResultFiles;
import cloakroom.bench.study.PoolChoice;
import cloakroom.bench.study.Studies;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code benchmarks studies}. */
@Command(
    name = "studies",
    mixinStandardHelpOptions = true,
    versionProvider = MeasuringCommand.Version.class,
    description = "Repeats the published studies on this machine and reads them side by side.")
final class StudiesCommand extends MeasuringCommand {
  /**
   * What the short form may take unless somebody asks for rounds: with a build less than 16 min.
   */
  private static final double SECONDS = 13 * 60;

  @Option(names = "--study", split = ",", paramLabel = "ID")
  private List<String> studies = List.of();

  @Option(names = "--pools", split = ",", paramLabel = "POOL")
  private List<String> pools = List.of();

  @Option(names = "--beside", split = ",", paramLabel = "FILE")
  private List<Path> beside = List.of();

  @Option(names = "--no-operation")
  private boolean protocolOnly;

  StudiesCommand() {
    super(4, 1);
  }

  @Override
  void check() {
    chosen();
    others();
  }

  /** The runs whose ratios are to stand beside those of this one. */
  private List<OtherRun> others() {
    return beside.stream().map(OtherRun::read).toList();
  }

  /** The cards of the studies to run, in their order, with the pools that were chosen. */
  private List<StudyCard> chosen() {
    return Studies.cards(studies).stream().map(PoolChoice.of(pools)::on).toList();
  }

  @Override
  int measure() throws SQLException {
    Environment environment = Environment.of(BenchDatabase.named());
    long[] server = ProcessTimes.ofServer(BenchDatabase.named()).stream().toArray();
    Path out = folder();
    List<OtherRun> others = others();
    try (EndRequest end = EndRequest.listen()) {
      StudiesRun run =
          new StudiesRun(
              chosen().stream().map(Studies::experiment).toList(),
              environment,
              new Plan(
                  rounds(),
                  roundsAsked() || full ? Double.POSITIVE_INFINITY : SECONDS,
                  full,
                  !protocolOnly,
                  out),
              () -> OtherWork.than(server),
              end,
              System.err);
      StudiesResult result = run.run();
      System.out.print(ResultFiles.write(out, result, others, run.jmhResults()));
      System.out.println("page: " + out.resolve(ResultFiles.PAGE).toUri());
      return result.complete() ? 0 : 1;
    }
  }
}
