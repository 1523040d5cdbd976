package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Contents;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Inspection;
import cloakroom.stress.measure.Inspection.Culprit;
import cloakroom.stress.measure.Inspection.Finding;
import cloakroom.stress.measure.Inspection.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What an application leaves in its connections, and what would become of it. */
public final class InspectionPage {
  private static final Map<String, Tone> TONES =
      Map.of("kept", Tone.GOOD, "lost", Tone.BAD, "leaked", Tone.BAD);

  private final Inspection file;

  private InspectionPage(Inspection file) {
    this.file = file;
  }

  /** The document of what an inspector has written. */
  public static Document of(Inspection file) {
    return new InspectionPage(file).document();
  }

  private Document document() {
    boolean safe = file.boundaries() > 0 && file.findings().stream().noneMatch(Finding::counts);
    Blocks all = new Blocks();
    all.add(new Section("verdict", "Verdict", safe ? Tone.GOOD : Tone.BAD, verdict().list()));
    all.page(new Blocks().add(new Contents()));
    all.section("policies", "What would become of it", policies());
    Blocks page = new Blocks().table(findings());
    Blocks text = new Blocks();
    for (Finding found : file.findings()) {
      page.fold(name(found), found.counts(), whose(found));
      text.list(lines(found));
    }
    all.section("findings", "What was left", new Blocks().page(page).text(text));
    all.section("cost", "What the questions took", cost());
    all.page(new Blocks().section("method", "Method", new Blocks().say(Words.prose("inspection"))));
    String sight =
        "%,d of %,d borrowings looked at, %s to %s"
            .formatted(file.boundaries(), file.handedOut(), file.began(), file.written());
    return new Document("Cloakroom inspector", "Left in connections", sight, all.list());
  }

  private Blocks verdict() {
    Blocks verdict = new Blocks().say(Tone.HEADLINE, file.verdict());
    if (file.off() != null) {
      verdict.say(Tone.ALARM, "The inspector went off: " + file.off());
    }
    if (file.moreFindings() > 0) {
      verdict.say(Tone.ALARM, "There was no room for " + file.moreFindings() + " more findings");
    }
    file.notAsked().forEach((why, times) -> verdict.say("Not asked: " + why + ", " + times + " x"));
    file.notTold().forEach((kind, why) -> verdict.say("Not told: " + kind + ", " + why));
    return verdict;
  }

  /** Policies of which the same becomes stand together. */
  private Blocks policies() {
    List<String> kinds = file.findings().stream().map(Finding::kind).distinct().toList();
    Map<List<String>, String> rows = new LinkedHashMap<>();
    for (Outcome policy : kinds.isEmpty() ? List.<Outcome>of() : file.policies()) {
      Stream<String> outcomes = kinds.stream().map(kind -> policy.outcomes().get(kind));
      Stream<String> when = Stream.of(policy.hygiene(), policy.connectionIsOwn());
      rows.merge(
          Stream.concat(when, outcomes.map(String::valueOf)).toList(),
          policy.policy(),
          (some, more) -> some + ", " + more);
    }
    Stream<String> heads = Stream.concat(Stream.of("hygiene", "its own"), kinds.stream());
    List<Column> columns = heads.map(Column::of).toList();
    Table table = Table.of(Look.PLAIN, Column.wide("policy"), columns);
    List<String> lines = new ArrayList<>();
    rows.forEach(
        (row, names) -> {
          table.row(Cell.of(names), row, InspectionPage::outcome);
          lines.add("%s, hygiene %s: ".formatted(names, row.get(0)) + told(row, kinds));
        });
    return new Blocks().page(new Blocks().table(table)).text(new Blocks().list(lines));
  }

  private static String told(List<String> row, List<String> kinds) {
    return IntStream.range(0, kinds.size())
        .mapToObj(i -> kinds.get(i) + " " + row.get(i + 2))
        .collect(Collectors.joining(", "));
  }

  private static Cell outcome(String word) {
    return Cell.of(word).toned(TONES.getOrDefault(word, Tone.PLAIN), true);
  }

  private Table findings() {
    Table table =
        Table.of(
            "what", "state kind", "#left", "#in a transaction", "#met by others", "first", "last");
    for (Finding found : file.findings()) {
      table.row(
          Cell.of(name(found)).toned(Tone.STRONG, found.counts()),
          Cell.of(found.stateKind()),
          Cell.count(found.count()),
          Cell.count(found.inTransaction()),
          Cell.count(found.leaksSeen()).toned(Tone.ALARM, found.leaksSeen() > 0),
          Cell.of(found.first()),
          Cell.of(found.last()));
    }
    return table;
  }

  private static String name(Finding finding) {
    return (finding.kind() + " " + finding.name()).strip();
  }

  private static List<String> lines(Finding found) {
    String all = "%s: left %d x, met by others %d x";
    Stream<String> by =
        found.leftBy().stream()
            .map(c -> "  %d x by %s, %s".formatted(c.count(), statement(c), frames(c, 1)));
    return Stream.concat(
            Stream.of(all.formatted(name(found), found.count(), found.leaksSeen())), by)
        .toList();
  }

  private static String statement(Culprit culprit) {
    return culprit.statement().isEmpty() ? "no statement seen" : culprit.statement();
  }

  private static String frames(Culprit culprit, int most) {
    return culprit.frames().stream().limit(most).collect(Collectors.joining(" ← "));
  }

  private static Blocks whose(Finding finding) {
    Table table = Table.of("by", ">statement", ">first frames", "#times");
    finding.leftBy().forEach(culprit -> add(table, "left", culprit));
    finding.readBy().forEach(culprit -> add(table, "read by another", culprit));
    return new Blocks().table(table);
  }

  private static void add(Table table, String how, Culprit by) {
    Cell frames = Cell.of(frames(by, Integer.MAX_VALUE));
    table.row(Cell.of(how), Cell.of(statement(by)), frames, Cell.count(by.count()));
  }

  private Blocks cost() {
    long questions = file.cost().questions();
    double mean = file.cost().microseconds() / 1_000.0 / questions;
    return new Blocks()
        .say(
            questions == 0
                ? ""
                : "%,d questions, %.2f ms each in the mean, %.2f ms the slowest; one borrowing in %,d is looked at"
                    .formatted(
                        questions,
                        mean,
                        file.cost().slowestMicroseconds() / 1_000.0,
                        file.sample()));
  }
}
