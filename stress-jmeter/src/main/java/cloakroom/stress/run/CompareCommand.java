package cloakroom.stress.run;

import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.read.RunComparison;
import cloakroom.stress.report.ComparisonTable;
import cloakroom.stress.report.ExitCodes;
import cloakroom.stress.report.Threshold;
import cloakroom.stress.report.Threshold.Finding;
import cloakroom.stress.report.Words;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare A B}: what changed from one run to another, with limits for a build server. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compare two runs, variant by variant; needs their folders and nothing else.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no limit was crossed",
      "1:a limit was crossed",
      "2:wrong use, or a folder cannot be read",
      "3:one of the runs is invalid (inconsistent, bound by the generator, cut short)"
    })
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "the folder of the run before")
  private Path before;

  @Parameters(index = "1", paramLabel = "B", description = "the folder of the run after")
  private Path after;

  @Option(
      names = "--fail-if",
      paramLabel = "EXPR",
      description = {
        "limit on the ratio B/A of a figure, such as \"service.p95 > 1.10\",",
        "or on the failed requests of B, such as \"errors > 0\",",
        "or on what its probes found, such as \"stateKinds.temporaryRows.leaked > 0\";",
        "\"sticky: tier.mean > 1.2\" looks at one policy or other variant; may be given several times"
      })
  private List<String> limits = List.of();

  @Override
  public Integer call() {
    try {
      List<Threshold> thresholds = limits.stream().map(Threshold::parse).toList();
      return compare(thresholds, RunComparison.of(before, after));
    } catch (RunFolderException | IllegalArgumentException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCodes.WRONG_USE;
    }
  }

  private int compare(List<Threshold> thresholds, RunComparison runs) {
    List<Finding> findings =
        thresholds.stream().flatMap(threshold -> threshold.check(runs).stream()).toList();
    PrintWriter out = spec.commandLine().getOut();
    ComparisonTable.lines(runs).forEach(out::println);
    if (!holds(thresholds, runs.a()) || !holds(thresholds, runs.b())) {
      invalid(out, runs);
      return ExitCodes.INVALID;
    }
    findings.forEach(finding -> out.println(finding.text()));
    return findings.stream().anyMatch(Finding::crossed) ? ExitCodes.FAILURES : ExitCodes.DONE;
  }

  /** A generator that was the bottleneck takes nothing away from what probes found. */
  private static boolean holds(List<Threshold> thresholds, RunSummary run) {
    boolean verdicts = !thresholds.isEmpty() && thresholds.stream().allMatch(Threshold::verdicts);
    return (verdicts && run.probed()) ? run.sound() : run.valid();
  }

  private static void invalid(PrintWriter out, RunComparison runs) {
    if (!runs.a().valid()) {
      out.println("no verdict, A is invalid: " + Words.withheld(runs.a()));
    }
    if (!runs.b().valid()) {
      out.println("no verdict, B is invalid: " + Words.withheld(runs.b()));
    }
  }
}
