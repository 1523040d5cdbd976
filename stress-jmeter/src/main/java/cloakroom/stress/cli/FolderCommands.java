package cloakroom.stress.cli;

import cloakroom.stress.compare.BaselinesFile;
import cloakroom.stress.compare.ComparisonPage;
import cloakroom.stress.compare.RunComparison;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.StressCommand;
import cloakroom.stress.settings.RunOptions;
import cloakroom.stress.settings.StressJar;
import cloakroom.stress.trial.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class FolderCommands {
  private FolderCommands() {}

  @Command(name = "report", description = "Rebuilds the reports of a run from its folder.")
  static final class Report extends StressCommand {
    @Parameters(index = "0", paramLabel = "DIR", description = "run folder")
    private Path folder;

    @Option(names = "--baseline", paramLabel = "NAME")
    private String baseline = "";

    @Option(names = "--fail-if", paramLabel = "LIMIT")
    private List<String> limits = List.of();

    @Override
    public Integer call() {
      return show(Reports.write(folder, baseline, limits), folder);
    }
  }

  @Command(
      name = "compare",
      description =
          "Compares runs of one plan with the first run, variant by variant, as text and as a page;"
              + " requires only the run folders.")
  static final class Compare extends StressCommand {
    @Parameters(
        arity = "1..*",
        paramLabel = "RUN",
        description = "two or more runs, each by its folder or by the name of a baseline")
    private List<String> runs = List.of();

    @Option(names = "--fail-if", paramLabel = "LIMIT")
    private List<String> limits = List.of();

    @Option(names = RunOptions.REQUIRE_VERDICT)
    private boolean requireVerdict;

    @Override
    public Integer call() {
      List<FailureCondition> parsed = limits.stream().map(FailureCondition::parse).toList();
      List<Path> folders = BaselinesFile.folders(runs, StressJar.find().runs());
      List<RunComparison> pairs = RunComparison.of(folders);
      List<List<ConditionFinding>> findings = // before the output: they reject bad conditions
          pairs.stream()
              .map(pair -> parsed.stream().flatMap(limit -> pair.check(limit).stream()).toList())
              .toList();
      Path page = folders.get(folders.size() - 1).resolve("comparison.html");
      show(new ComparisonPage(pairs).document(folders), page);
      int code = Reports.DONE;
      for (int i = 0; i < pairs.size(); i++) {
        code = Math.max(code, judge(pairs.get(i), findings.get(i)));
      }
      return code;
    }

    private int judge(RunComparison pair, List<ConditionFinding> findings) {
      if (!pair.a().isReliable() || !pair.b().isReliable()) {
        return StressFailure.INVALID;
      }
      findings.forEach(finding -> print(pair.letter() + ": " + finding.text() + "\n"));
      boolean lacks = requireVerdict && !pair.valid();
      return lacks || findings.stream().anyMatch(ConditionFinding::crossed)
          ? Reports.FAILURES
          : Reports.DONE;
    }
  }

  @Command(
      name = "baseline",
      description =
          "Names a run in the baselines.json next to its folder; compare accepts the name in place"
              + " of the folder.")
  static final class Baseline extends StressCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "up to 40 letters, digits, . _ -")
    private String name;

    @Parameters(index = "1", paramLabel = "RUN", description = "run folder")
    private String given;

    @Override
    public Integer call() {
      BaselinesFile.requireName(name);
      Path folder = BaselinesFile.folder(given);
      String plan = new RunFiles(folder).config().plan();
      Path file = BaselinesFile.fileNextTo(folder);
      Map<String, String> all = BaselinesFile.read(file);
      String run = folder.getFileName().toString();
      String before = all.put(name, run);
      RunFolder.write(file, Records.tree(all));
      String was = before == null ? "" : ", before " + before;
      print("%s is %s (%s)%s; written to %s%n".formatted(name, run, plan, was, file));
      return Reports.DONE;
    }
  }
}
