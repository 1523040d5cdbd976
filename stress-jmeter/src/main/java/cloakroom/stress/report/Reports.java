package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;

import cloakroom.platform.MachineTime;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.MarkdownRenderer;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.MeasuredRun;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.process.StressFailure;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writer of all reports of a run folder. The folder is the only input. */
public final class Reports {
  public static final int DONE = 0;

  /** Exit code if requests failed, a failure condition was met or a required verdict is missing. */
  public static final int FAILURES = 1;

  private static final List<List<String>> CONSOLE_COLUMNS =
      Resources.rows("cloakroom/stress/report/console.txt");

  private Reports() {}

  /**
   * Reads a run folder and writes summary.json, summary.csv, report.md, report.html and junit.xml.
   * Repeated calls write identical bytes. A run that only counts requests gets counts.json instead
   * of summary.json and summary.csv.
   *
   * @throws StressFailure if a file is missing, corrupt or not writable; earlier reports remain
   */
  public static RunSummary write(Path runFolder) {
    return write(runFolder, "", List.of());
  }

  /** Writes the reports. An empty {@code baseline} or {@code limits} selects that of the run. */
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

  public static void junit(RunSummary run, Path file) {
    write(file.getParent(), Map.of(file.getFileName().toString(), JUnitXml.print(run)));
  }

  /**
   * Returns the exit code of a measured run. Lost session state is a result, not a failure. A
   * missing verdict on speed is a failure only if the run requires a verdict.
   */
  public static int exitCode(RunSummary run) {
    boolean aborted = !run.config().aborted().isEmpty();
    if (!aborted && !run.isReliable()) {
      return StressFailure.INVALID;
    }
    FailureConditions conditions = FailureConditions.of(run);
    boolean crossed = conditions.check(run).stream().anyMatch(ConditionFinding::crossed);
    boolean lacks = run.config().requiresVerdict() && !run.valid();
    return aborted || crossed || lacks || conditions.failures(run) > 0 ? FAILURES : DONE;
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
    Headline headline = Headline.of(run);
    all.add(headline.verdict().section(verdict(run, headline)));
    MatrixSections.add(all, run);
    CapacitySection.add(all, run);
    all.section("limits", "Failure conditions", VerdictText.limits(run));
    TrialsSections.addFaults(all, run);
    VariantsSection variants = VariantsSection.of(run);
    variants.addMetrics(all);
    ChartsSection.add(all, run);
    variants.addCosts(all);
    ChartsSection.addServer(all, run);
    SettingsSection.addChanges(all, run);
    variants.addPublishedStudy(all);
    SettingsSection.add(all, run);
    TrialsSections.add(all, run);
    all.section("definitions", "Definitions", definitions(run));
    return new Document(
        "Cloakroom stress report", run.config().plan(), VerdictText.length(run), all.list());
  }

  private static Blocks verdict(RunSummary run, Headline headline) {
    Blocks blocks = VariantsSection.of(run).summary(headline);
    if (!run.trials().isEmpty()) {
      String load = "%,d requests, %,d of them ".formatted(run.requests(), run.errors());
      String tier = run.primary().equals(Metric.TIER_MEAN) ? "tier-primary" : "service-primary";
      boolean compared = run.valid() && !run.hasProbes() && !run.comparisons().isEmpty();
      String speed = compared ? " " + VerdictText.prose(tier) : "";
      blocks.say(load + VerdictText.failures(run) + "." + speed);
    }
    if (run.config().plan().equals(RunConfig.OPEN_ARRIVALS)) {
      blocks.say(VerdictText.prose("open"));
    }
    VerdictText.errors(run.trials())
        .ifPresent(line -> blocks.say(Tone.ALARM, "Failed " + line + "."));
    String missing =
        run.missing().entrySet().stream()
            .map(m -> m.getKey() + (m.getValue().isEmpty() ? "" : " (" + m.getValue() + ")"))
            .collect(joining(", "));
    return blocks.say(missing.isEmpty() ? "" : "Not measured: " + missing + ".");
  }

  private static Blocks definitions(RunSummary run) {
    return new Blocks()
        .say(VerdictText.prose("routine", Metric.PERCENTILES))
        .say(VerdictText.prose("counted"))
        .say(VerdictText.method(run))
        .say(VerdictText.prose("generator"))
        .say(VerdictText.prose("noise", MachineTime.DISTURBING))
        .page(new Blocks().fold("Every metric", false, MetricCells.definitions(Metric.ALL)));
  }

  /** Returns the width of a run's console output if that is no terminal. */
  static int defaultWidth(RunSummary run) {
    return run.config().counted() ? 80 : ConsoleRenderer.DEFAULT_WIDTH;
  }

  /** Returns the console output of a run: verdict, consistency checks, and a line per variant. */
  static String console(RunSummary run, int width) {
    Blocks tables = new Blocks();
    if (run.config().counted()) {
      tables.table(CountPage.of(run).table());
    } else {
      tables.table(consoleTable(run)).table(VariantsSection.costs(VariantSummary.of(run)));
    }
    List<String> lines =
        new ArrayList<>(ConsoleRenderer.lines(consoleSentences(run).list(), width));
    lines.add("");
    lines.addAll(ConsoleRenderer.lines(tables.list(), width));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static Blocks consoleSentences(RunSummary run) {
    Blocks blocks = new Blocks();
    boolean counted = run.config().counted();
    Headline headline = counted ? CountPage.of(run).headline() : Headline.of(run);
    headline.all().forEach(blocks::say);
    blocks.list(MatrixSections.shown(run) ? Headline.matrix(run) : List.of());
    if (!run.trials().isEmpty()) {
      String failed = ", %d of %d requests ".formatted(run.errors(), run.requests());
      blocks.say(VerdictText.audit(run) + failed + VerdictText.failures(run));
    }
    VerdictText.failedChecks(run).forEach(line -> blocks.say(Tone.BAD, line));
    VerdictText.errors(run.trials()).ifPresent(line -> blocks.say("failed " + line));
    VerdictText.limits(run).list().forEach(blocks::add);
    return blocks;
  }

  private static Table consoleTable(RunSummary run) {
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.number("n")));
    CONSOLE_COLUMNS.forEach(
        row -> columns.add(Table.Column.number(row.get(0), row.get(1), row.get(2))));
    columns.add(Table.Column.number("fails"));
    Table table = Table.of(VerdictText.noun(run), columns);
    for (VariantSummary variant : VariantSummary.of(run)) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant.name())));
      cells.add(Cell.count(variant.trials().size()));
      for (List<String> row : CONSOLE_COLUMNS) {
        Metric metric = Metric.get(row.get(3));
        double value = variant.mean(metric);
        int decimals = value < 100 ? 2 : value < 1000 ? 1 : 0;
        cells.add(Cell.of(value, Math.min(decimals, metric.digits(value))));
      }
      cells.add(Cell.count(variant.errors()));
      table.row(cells);
    }
    return table;
  }
}
