package cloakroom.stress.report;

import cloakroom.contract.OneLine;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Contents;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.MarkdownRenderer;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.read.MeasuredRun;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes every report of a run folder, from that folder alone. Those for people are one document,
 * in the order in which a reader asks.
 */
public final class Reports {
  /** Exit code of what is all done. */
  public static final int DONE = 0;

  /** Exit code of what is done, though requests failed or a threshold was crossed. */
  public static final int FAILURES = 1;

  private Reports() {}

  /**
   * Measures the run and writes summary.json, summary.csv, report.md and report.html into its
   * folder, the same bytes each time. Fails with one line when a file is missing, corrupt or not
   * writable.
   */
  public static RunSummary write(Path runFolder) {
    return write(runFolder, MeasuredRun.of(runFolder));
  }

  /** The same with all other variants compared with that one. */
  public static RunSummary write(Path runFolder, String baseline) {
    return write(runFolder, MeasuredRun.of(runFolder, baseline));
  }

  private static RunSummary write(Path runFolder, RunSummary run) {
    write(runFolder, "summary.json", SummaryJson.print(run));
    write(runFolder, "summary.csv", SummaryCsv.print(run));
    Document document = document(run);
    write(runFolder, "report.md", MarkdownRenderer.print(document));
    write(runFolder, "report.html", HtmlRenderer.print(document));
    return run;
  }

  /**
   * The exit code of a measured run. Verdicts of probes are findings, not failures, and a generator
   * that was the bottleneck takes nothing away from what they found.
   */
  public static int exitCode(RunSummary run) {
    if (!run.sound() || run.trials().isEmpty()) {
      return StressFailure.INVALID;
    }
    return run.failures() > 0 ? FAILURES : DONE;
  }

  private static void write(Path folder, String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new RunFolderException(
          folder.resolve(name) + " cannot be written: " + OneLine.why(e), e);
    }
  }

  private static Document document(RunSummary run) {
    Blocks all = new Blocks();
    Tone tone = run.sound() ? Tone.GOOD : Tone.BAD;
    all.add(new Section("verdict", "Verdict", tone, verdict(run).list()));
    all.page(new Blocks().add(new Contents()));
    MatrixSections.add(all, run);
    VariantsSection.add(all, run);
    Published.add(all, run);
    CostSection.add(all, run);
    ServerSection.add(all, run);
    ChartsSection.add(all, run);
    SettingsSection.add(all, run);
    TrialsSections.add(all, run);
    definitions(all, run);
    return new Document(
        "Cloakroom stress report", run.config().plan(), Words.load(run), all.list());
  }

  private static Blocks verdict(RunSummary run) {
    Blocks blocks = new Blocks();
    Headline.of(run).forEach(line -> blocks.say(Tone.HEADLINE, line));
    Headline.bill(run).forEach(blocks::say);
    blocks.say(run.consistent() ? Tone.GOOD : Tone.BAD, Words.audit(run));
    blocks.text(new Blocks().say(Words.load(run)));
    List<String> bound =
        run.faults().bottleneck().stream().map(trial -> trial.config().folder()).toList();
    String load =
        "%,d requests, %,d of them %s. The load generator %s."
            .formatted(
                run.requests(),
                run.errors(),
                Words.failures(run),
                bound.isEmpty() ? "kept up" : "was the bottleneck in " + String.join(", ", bound));
    boolean speed = run.valid() && !run.probed();
    Blocks page = new Blocks().say(speed ? load + " " + Words.primary(run) : load);
    Words.errors(run.trials()).ifPresent(line -> page.say(Tone.ALARM, "Failed " + line + "."));
    if (!run.missing().isEmpty()) {
      page.say("Not measured: " + String.join(", ", run.missing()) + ".");
    }
    return blocks.page(page);
  }

  private static void definitions(Blocks all, RunSummary run) {
    Blocks every = new Blocks().table(Figures.definitions());
    Blocks page = Words.definitions(run).fold("Every figure", false, every);
    Blocks text =
        new Blocks()
            .say("Percentiles: " + Metrics.PERCENTILES + ". " + Words.primary(run))
            .say(Words.COUNTED);
    all.page(new Blocks().section("definitions", "Definitions", page));
    all.text(new Blocks().section("method", "Method", text));
  }
}
