package cloakroom.stress.run;

import cloakroom.contract.Installed;
import cloakroom.contract.OneLine;
import cloakroom.stress.files.BaselinesFile;
import cloakroom.stress.measure.Limit;
import cloakroom.stress.measure.Limit.Finding;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.read.RunComparison;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.ComparisonPage;
import cloakroom.stress.report.ConsoleTable;
import cloakroom.stress.report.Reports;
import cloakroom.usage.Completion;
import cloakroom.usage.Usage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command line of {@code stress.jar}.
 *
 * <p>Exit codes: 0 done, 1 done with failures or a limit crossed, 2 wrong use or environment, 3
 * result invalid. What goes wrong is told in one line on the error stream.
 */
@Command(
    name = "stress",
    mixinStandardHelpOptions = true,
    versionProvider = Stress.Version.class,
    description = "Compares policies for keeping session state under load.",
    subcommands = {
      RunCommand.class,
      CapacityCommand.class,
      Stress.ReportCommand.class,
      Stress.CompareCommand.class,
      HistoryCommand.class,
      BaselineCommand.class,
      PredictCommand.class,
      AdviseCommand.class,
      InspectReportCommand.class,
      ObserveCommand.class,
      EngineCommand.class,
      Completion.class
    })
public final class Stress {
  private Stress() {}

  /**
   * Runs a command, with numbers written in one way whatever the machine's locale is, and ends the
   * JVM with its exit code.
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    // JMeter's reader logs, among what is shown; interrupted, it begins when the JVM ends already
    System.setProperty("log4j2.level", "OFF");
    System.setProperty("log4j.shutdownHookEnabled", "false");
    Installed.exitWith(() -> commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return Usage.of(new CommandLine(new Stress()), "cloakroom/stress/run/usage.txt")
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(Stress::refuse)
        .setExecutionExceptionHandler(Stress::fail);
  }

  private static int refuse(ParameterException e, String[] args) {
    Usage.tell(e.getCommandLine(), Usage.problem(e));
    return StressFailure.WRONG_USE;
  }

  static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    boolean known =
        e instanceof StressFailure
            || e instanceof RunFolderException
            || e instanceof IllegalArgumentException;
    Usage.tell(command, known ? e.getMessage() : OneLine.of(e));
    return e instanceof StressFailure failure ? failure.exitCode() : StressFailure.WRONG_USE;
  }

  /** The versions of what lies here and of the tier. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      StressJar jar = StressJar.find();
      return Installed.versions(Stress.class, jar.target().resolve("stress.jar"), jar.appSim());
    }
  }

  /** {@code report DIR}: writes the reports of a run again, from its folder alone. */
  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "Rebuilds the reports of a run from its folder.")
  static final class ReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "the folder of a run")
    private Path folder;

    @Option(names = "--baseline", paramLabel = "NAME")
    private String baseline = "";

    @Option(names = "--pair", arity = "2", paramLabel = "NAME")
    private List<String> pair = List.of();

    @Option(names = "--fail-if", paramLabel = "LIMIT")
    private List<String> limits = List.of();

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      RunSummary run = Reports.write(folder, baseline, limits);
      StringBuilder shown = new StringBuilder();
      if (pair.isEmpty()) {
        ConsoleTable.print(run, shown);
      } else {
        ConsoleTable.printPair(run, pair.get(0), pair.get(1), shown);
      }
      out.println("report: " + folder.resolve("report.html"));
      out.print(shown);
      out.flush();
      return Reports.exitCode(run);
    }
  }

  /** {@code compare A B C}: what changed since the first run, with limits for a build server. */
  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      description =
          "Compares runs of one plan with the first of them, variant by variant, as text and as a"
              + " page; needs their folders and nothing else.")
  static final class CompareCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        arity = "1..*",
        paramLabel = "RUN",
        description = "two runs or more, each by its folder or by the name of a baseline")
    private List<String> runs = List.of();

    @Option(names = "--fail-if", paramLabel = "LIMIT")
    private List<String> limits = List.of();

    @Override
    public Integer call() {
      List<Limit> parsed = limits.stream().map(Limit::parse).toList();
      List<Path> folders = BaselinesFile.folders(runs, StressJar.find().runs());
      List<RunComparison> pairs = RunComparison.of(folders);
      List<List<Finding>> findings = pairs.stream().map(pair -> findings(parsed, pair)).toList();
      Path page = folders.get(folders.size() - 1).resolve("comparison.html");
      RunsPage.show(ComparisonPage.of(pairs, folders), page, spec.commandLine());
      int code = Reports.DONE;
      for (int i = 0; i < pairs.size(); i++) {
        code = Math.max(code, judge(pairs.get(i), parsed, findings.get(i)));
      }
      return code;
    }

    private static List<Finding> findings(List<Limit> limits, RunComparison pair) {
      return limits.stream().flatMap(limit -> pair.check(limit).stream()).toList();
    }

    private int judge(RunComparison pair, List<Limit> limits, List<Finding> findings) {
      if (!holds(limits, pair.a()) || !holds(limits, pair.b())) {
        return StressFailure.INVALID;
      }
      PrintWriter out = spec.commandLine().getOut();
      findings.forEach(finding -> out.println(pair.letter() + ": " + finding.text()));
      return findings.stream().anyMatch(Finding::crossed) ? Reports.FAILURES : Reports.DONE;
    }

    /** A generator that was the bottleneck takes nothing away from what probes found. */
    private static boolean holds(List<Limit> limits, RunSummary run) {
      boolean verdicts = !limits.isEmpty() && limits.stream().allMatch(Limit::verdicts);
      return (verdicts && run.probed()) ? run.sound() : run.valid();
    }
  }
}
