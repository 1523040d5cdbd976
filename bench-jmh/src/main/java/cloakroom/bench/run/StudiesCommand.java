package cloakroom.bench.run;

import cloakroom.bench.report.ConsoleTable;
import cloakroom.bench.study.Studies;
import cloakroom.bench.study.StudyCard;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Repeats the published studies, one after another, and shows how they compare. */
@Command(
    name = "studies",
    description = "Repeats the published studies on this machine and reads them side by side.",
    mixinStandardHelpOptions = true)
public final class StudiesCommand implements Callable<Integer> {
  private static final int ROUNDS = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = "--study",
      split = ",",
      paramLabel = "ID",
      description = "Only these, for instance S1b,S4 (default: all).")
  private List<String> studies = List.of();

  @Option(
      names = "--rounds",
      description = "Rounds of each protocol (default: " + ROUNDS + ").",
      defaultValue = "" + ROUNDS)
  private int rounds;

  @Option(names = "--full", description = "The long form: every size and pool.")
  private boolean full;

  @Option(
      names = "--pools",
      split = ",",
      paramLabel = "POOL",
      description =
          "Pools in place of hikari,ucp, in studies that compare pools: of hikari, ucp, agroal,"
              + " dbcp2, tomcat.")
  private List<String> pools = List.of();

  @Option(
      names = "--stress-runs",
      paramLabel = "DIR",
      description =
          "The folder of the stress test's runs, for S5 (default: stress-jmeter/target/runs).")
  private Path stressRuns = S5StressRun.defaultRuns();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "target",
      description = "The folder that gets jmh-result.json, studies.json and studies.html.")
  private Path out;

  private final PrintStream console = System.out;

  /** Called by {@code benchmarks.jar studies}, which has set the database's environment. */
  public static void main(String[] args) {
    System.setProperty("jmh.ignoreLock", "true");
    System.exit(
        new CommandLine(new StudiesCommand())
            .setParameterExceptionHandler((wrong, all) -> refuse(wrong))
            .execute(args));
  }

  /** One line; {@code --help} shows the rest. */
  private static int refuse(ParameterException wrong) {
    System.err.println("studies: " + wrong.getMessage());
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() throws IOException, RunnerException {
    List<StudyCard> chosen = chosen();
    Files.createDirectories(out);
    Progress progress = new Progress(console, chosen.size());
    List<StudyResult> results = new ArrayList<>();
    Collection<RunResult> jmh = new ArrayList<>();
    for (StudyCard card : chosen) {
      results.add(
          measure(
              card,
              new StudyRun.Plan(rounds, full, true, out.resolve("jmh-" + card.id() + ".log")),
              progress,
              jmh));
      progress.end(results.get(results.size() - 1));
    }
    writeJmh(jmh);
    console.print(ConsoleTable.of(results));
    return 0;
  }

  private StudyResult measure(
      StudyCard card, StudyRun.Plan plan, Progress progress, Collection<RunResult> jmh)
      throws RunnerException {
    if (card.benchmark() == S5StressRun.class) {
      return new S5StressRun(stressRuns).run(plan, progress);
    }
    if (card.benchmark() == S4Run.class) {
      S4Run run = new S4Run(card);
      StudyResult result = run.run(plan, progress);
      jmh.addAll(run.jmhResults());
      S4Reading.of(result).forEach(console::println);
      return result;
    }
    StudyRun run = new StudyRun(card, plan, progress);
    StudyResult result = run.run();
    jmh.addAll(run.jmhResults());
    return result;
  }

  private List<StudyCard> chosen() {
    List<StudyCard> cards;
    try {
      cards = Studies.named(studies);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--study: " + e.getMessage(), e);
    }
    try {
      return cards.stream().map(PoolChoice.of(pools)::on).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--pools: " + e.getMessage(), e);
    }
  }

  private void writeJmh(Collection<RunResult> results) throws IOException {
    try (PrintStream file = new PrintStream(out.resolve("jmh-result.json").toFile(), "UTF-8")) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, file).writeOut(results);
    }
  }
}
