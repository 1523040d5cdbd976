package cloakroom.stress.report;

import cloakroom.platform.MachineTime;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.MarkdownRenderer;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.process.StressFailure;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes every report of a run folder, from that folder alone. Those for people are one document,
 * in the order in which a reader asks.
 */
public final class Reports {
  /** Exit code of what is all done. */
  public static final int DONE = 0;

  /** Exit code of what is done, though requests failed or a limit was crossed. */
  public static final int FAILURES = 1;

  private Reports() {}

  /**
   * Measures the run and writes summary.json, summary.csv, report.md, report.html and junit.xml
   * into its folder, the same bytes each time; counts.json instead of the first two without load.
   * Fails with one line when a file is missing, corrupt or not writable; then the earlier reports
   * stay as they were.
   */
  public static RunSummary write(Path runFolder) {
    return write(runFolder, "", List.of());
  }

  /** The same with another baseline and other limits than the run's, where any are given. */
  public static RunSummary write(Path runFolder, String baseline, List<String> limits) {
    RunSummary run = MeasuredRun.of(runFolder, baseline, limits);
    boolean counted = run.config().counted();
    Document document = counted ? CountPage.of(run).document() : document(run);
    Map<String, String> files = new LinkedHashMap<>();
    if (counted) {
      files.put("counts.json", Summaries.counts(run));
    } else {
      files.put("summary.json", Summaries.json(run));
      files.put("summary.csv", Summaries.csv(run));
    }
    files.put("report.md", MarkdownRenderer.print(document));
    files.put("report.html", HtmlRenderer.print(document));
    files.put("junit.xml", JUnitXml.print(run));
    write(runFolder, files);
    return run;
  }

  /** Writes junit.xml of a run to a place of its own. */
  public static void junit(RunSummary run, Path file) {
    write(file.getParent(), Map.of(file.getFileName().toString(), JUnitXml.print(run)));
  }

  /**
   * Returns the exit code of a measured run. Verdicts of probes are no failures. A run whose counts
   * are reliable is done, even if its times allow no verdict on speed, unless its settings require
   * one.
   */
  public static int exitCode(RunSummary run) {
    FailureConditions limits = FailureConditions.of(run);
    boolean aborted = !run.config().aborted().isEmpty();
    if (!aborted && (run.trials().isEmpty() || !run.isReliable())) {
      return StressFailure.INVALID;
    }
    boolean crossed = limits.check(run).stream().anyMatch(ConditionFinding::crossed);
    boolean lacks = run.config().requiresVerdict() && !run.valid();
    return aborted || crossed || lacks || limits.failures(run) > 0 ? FAILURES : DONE;
  }

  private static void write(Path folder, Map<String, String> files) {
    try {
      Replacement.write(folder, files);
    } catch (UncheckedIOException e) {
      throw StressFailure.wrongUse(e.getMessage());
    }
  }

  private static Document document(RunSummary run) {
    Blocks all = new Blocks();
    all.add(new Section("verdict", "Verdict", SummarySection.trust(run), verdict(run).list()));
    CapacitySection.add(all, run);
    all.section("limits", "Limits", VerdictText.limits(run));
    FaultsSection.add(all, run);
    MatrixSections.add(all, run);
    VariantsSection.add(all, run);
    ChartsSection.add(all, run);
    CostSection.add(all, run);
    ServerSection.add(all, run);
    DatabaseSection.add(all, run);
    PublishedStudySection.add(all, run);
    SettingsSection.add(all, run);
    TrialsSections.add(all, run);
    all.section("definitions", "Definitions", definitions(run));
    return new Document(
        "Cloakroom stress report", run.config().plan(), VerdictText.length(run), all.list());
  }

  private static Blocks verdict(RunSummary run) {
    String load =
        "%,d requests, %,d of them %s."
            .formatted(run.requests(), run.errors(), VerdictText.failures(run));
    boolean speed = run.valid() && !run.hasProbes();
    Blocks blocks =
        SummarySection.of(run).say(speed ? load + " " + VerdictText.primary(run) : load);
    if (run.config().plan().equals(RunConfig.OPEN_ARRIVALS)) {
      blocks.say(VerdictText.prose("open"));
    }
    VerdictText.errors(run.trials())
        .ifPresent(line -> blocks.say(Tone.ALARM, "Failed " + line + "."));
    if (!run.missing().isEmpty()) {
      List<String> missing = new ArrayList<>();
      run.missing()
          .forEach(
              (folder, why) -> missing.add(why.isEmpty() ? folder : folder + " (" + why + ")"));
      blocks.say("Not measured: " + String.join(", ", missing) + ".");
    }
    return blocks;
  }

  private static Blocks definitions(RunSummary run) {
    return new Blocks()
        .say(VerdictText.prose("routine", Metrics.PERCENTILES))
        .say(VerdictText.prose("counted"))
        .say(VerdictText.method(run))
        .say(VerdictText.prose("connections-interval"))
        .say(VerdictText.prose("bottleneck"))
        .say(VerdictText.prose("disturbed", MachineTime.DISTURBING))
        .page(new Blocks().fold("Every figure", false, MetricCells.definitions(Metrics.ALL)));
  }
}
