package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Contents;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import java.util.List;

/** A run as a document, in the order in which a reader asks. */
final class RunDocument {
  private RunDocument() {}

  static Document of(RunSummary run) {
    Blocks all = new Blocks();
    Tone tone = run.sound() ? Tone.GOOD : Tone.BAD;
    all.add(new Section("verdict", "Verdict", tone, verdict(run).list()));
    all.page(new Blocks().add(new Contents()));
    MatrixSections.add(all, run);
    VariantsSection.add(all, run);
    Published.add(all, run);
    ServerSection.add(all, run);
    ChartsSection.add(all, run);
    SettingsSection.add(all, run);
    TrialsSections.add(all, run);
    definitions(all, run);
    return new Document(
        "Cloakroom stress report", run.config().plan(), Facts.line(run), all.list());
  }

  private static Blocks verdict(RunSummary run) {
    Blocks blocks = new Blocks();
    Headline.of(run).forEach(line -> blocks.say(Tone.HEADLINE, line));
    blocks.say(run.consistent() ? Tone.GOOD : Tone.BAD, Words.audit(run));
    blocks.text(new Blocks().say(Facts.line(run)));
    boolean speed = run.valid() && !run.probed();
    Blocks page = new Blocks().say(speed ? load(run) + " " + Words.primary(run) : load(run));
    ErrorWords.line(run).ifPresent(line -> page.say(Tone.ALARM, "Failed " + line + "."));
    if (!run.missing().isEmpty()) {
      page.say("Not measured: " + String.join(", ", run.missing()) + ".");
    }
    return blocks.page(page);
  }

  private static String load(RunSummary run) {
    return "%,d requests, %,d of them %s. %s"
        .formatted(run.requests(), run.errors(), Words.failures(run), generator(run));
  }

  private static String generator(RunSummary run) {
    List<TrialSummary> bound = run.faults().bottleneck();
    return bound.isEmpty()
        ? "The load generator kept up."
        : "The load generator was the bottleneck in "
            + String.join(", ", bound.stream().map(trial -> trial.config().folder()).toList())
            + ".";
  }

  /** How every figure came about. */
  private static void definitions(Blocks all, RunSummary run) {
    Table figures =
        Table.of(Column.of("figure"), Column.of("name in the files"), Column.of("meaning"));
    Metrics.ALL.forEach(
        m ->
            figures.row(
                Cell.of(m.group() + ": " + m.heading()),
                Cell.of(m.name()),
                Cell.of(m.definition())));
    all.page(
        new Blocks()
            .section(
                "definitions",
                "Definitions",
                Facts.definitions(run).fold("Every figure", false, new Blocks().table(figures))));
    all.text(
        new Blocks()
            .section(
                "method",
                "Method",
                new Blocks()
                    .say("Percentiles: " + Metrics.PERCENTILES + ". " + Words.primary(run))
                    .say(Facts.COUNTED)));
  }
}
