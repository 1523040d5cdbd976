package cloakroom.stress.report;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.Culprit;
import cloakroom.contract.InspectionResult.Finding;
import cloakroom.contract.Names;
import cloakroom.contract.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Contents;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What an application leaves in its connections, and what would become of it. */
public final class InspectionPage {
  private static final Map<String, Tone> TONES =
      Map.of("kept", Tone.GOOD, "lost", Tone.BAD, "leaked", Tone.BAD);

  /** Policies, hygienes, how long a connection is the session's own; an outcome for each life. */
  private static final List<List<String>> POLICIES =
      Resources.rows("cloakroom/stress/report/policies.txt");

  private final InspectionResult file;

  /** Whether nobody watched boundaries, but somebody idle sessions. */
  private final boolean observed;

  private InspectionPage(InspectionResult file) {
    this.file = file;
    this.observed = file.sample() == 0;
  }

  /** The document of what was written of an application. */
  public static Document of(InspectionResult file) {
    return new InspectionPage(file).document();
  }

  /** What becomes of a kind under a row of the matrix. */
  static String outcome(List<String> policy, HeldKind kind) {
    return policy.get(
        switch (kind.life()) {
          case TRANSACTION -> 3;
          case SESSION -> 4;
          case JDBC -> 5;
        });
  }

  private Document document() {
    boolean safe =
        file.boundaries() > 0 && file.findings().stream().noneMatch(found -> found.held().counts());
    Blocks all = new Blocks();
    all.add(new Section("verdict", "Verdict", safe ? Tone.GOOD : Tone.BAD, verdict().list()));
    all.page(new Blocks().add(new Contents()));
    if (!file.findings().isEmpty()) {
      all.section("policies", "What would become of it", policies());
      all.section("findings", "What was left", findings());
    }
    all.section("cost", "What the questions took", new Blocks().say(cost()));
    String method = Words.prose(observed ? "observation" : "inspection");
    all.page(new Blocks().section("method", "Method", new Blocks().say(method)));
    String what = observed ? "sessions seen idle" : "borrowings looked at";
    String sight =
        "%,d of %,d %s, %s to %s UTC"
            .formatted(
                file.boundaries(),
                file.handedOut(),
                what,
                second(file.began()),
                second(file.written()));
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
    file.notTold().entrySet().stream()
        .collect(
            Collectors.groupingBy(
                Map.Entry::getValue,
                LinkedHashMap::new,
                Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))))
        .forEach((why, kinds) -> verdict.say("Not told: " + kinds + ": " + why));
    return verdict;
  }

  /** Hygienes under which the same becomes of everything stand together. */
  private Blocks policies() {
    List<HeldKind> kinds = file.findings().stream().map(Finding::held).distinct().toList();
    Map<List<String>, String> hygienes = new LinkedHashMap<>();
    for (List<String> policy : POLICIES) {
      List<String> row = new ArrayList<>(List.of(policy.get(0), policy.get(2)));
      kinds.forEach(kind -> row.add(outcome(policy, kind)));
      hygienes.merge(row, policy.get(1), (some, more) -> some + ", " + more);
    }
    List<Column> columns = new ArrayList<>(List.of(Column.of("hygiene")));
    kinds.forEach(kind -> columns.add(Column.of(Names.words(kind))));
    Table table = Table.of(Look.PLAIN, Column.wide("policy"), columns);
    List<String> lines = new ArrayList<>();
    hygienes.forEach(
        (row, hygiene) -> {
          List<String> outcomes = row.subList(2, row.size());
          List<Cell> cells = new ArrayList<>(Cell.all(List.of(row.get(0), hygiene)));
          for (String word : outcomes) {
            cells.add(Cell.of(word).toned(TONES.getOrDefault(word, Tone.PLAIN), true));
          }
          table.row("The connection is the session's own " + row.get(1), cells, false);
          String told =
              IntStream.range(0, kinds.size())
                  .mapToObj(i -> Names.words(kinds.get(i)) + " " + outcomes.get(i))
                  .collect(Collectors.joining(", "));
          lines.add("%s, hygiene %s: %s".formatted(row.get(0), hygiene, told));
        });
    return new Blocks().page(new Blocks().table(table)).text(new Blocks().list(lines));
  }

  private Blocks findings() {
    Table table =
        Table.of(
            file.findings(),
            column("what", f -> Cell.of(f.label()).toned(Tone.STRONG, f.held().counts())),
            column("state kind", f -> Cell.of(f.stateKind())),
            column("#left", f -> Cell.count(f.count())),
            column("#in a transaction", f -> Cell.count(f.inTransaction())),
            column(observed ? "#longest (s)" : "#met by others", this::met),
            column("first", f -> Cell.of(second(f.first()))),
            column("last", f -> Cell.of(second(f.last()))));
    Blocks folds = new Blocks();
    Blocks text = new Blocks();
    for (Finding found : file.findings()) {
      folds.fold(found.label(), found.held().counts(), whose(found));
      String others = observed ? "" : ", met by others %d x".formatted(found.leaksSeen());
      text.say("%s: left %d x%s".formatted(found.label(), found.count(), others));
      text.list(
          found.leftBy().stream()
              .map(by -> "%d x by %s, %s".formatted(by.count(), statement(by), where(by, 1)))
              .toList());
    }
    return new Blocks().page(new Blocks().table(table)).page(folds).text(text);
  }

  private Cell met(Finding found) {
    return observed
        ? Cell.of(found.leftBy().stream().mapToDouble(Culprit::longestSeconds).max().orElse(0), 1)
        : Cell.count(found.leaksSeen()).toned(Tone.ALARM, found.leaksSeen() > 0);
  }

  private static String second(String time) {
    return time.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", "");
  }

  private static String statement(Culprit culprit) {
    return culprit.statement().isEmpty() ? "no statement seen" : culprit.statement();
  }

  private String where(Culprit culprit, int most) {
    return observed
        ? "for %.1f s at the longest".formatted(culprit.longestSeconds())
        : culprit.frames().stream()
            .limit(most)
            .map(frame -> frame.replaceFirst("\\(.*:(\\d+)\\)$", ":$1"))
            .collect(Collectors.joining(" ← "));
  }

  private Blocks whose(Finding finding) {
    Table table =
        observed
            ? Table.of("how", "#times", ">by", ">for")
            : Table.of("how", "#times", ">statement", ">first frames");
    finding.leftBy().forEach(culprit -> add(table, observed ? "held" : "left", culprit));
    finding.readBy().forEach(culprit -> add(table, "read by another", culprit));
    return new Blocks().table(table);
  }

  private void add(Table table, String how, Culprit by) {
    Cell where = Cell.of(where(by, Integer.MAX_VALUE));
    table.row(Cell.of(how), Cell.count(by.count()), Cell.of(statement(by)), where);
  }

  private String cost() {
    long questions = file.cost().questions();
    if (questions == 0) {
      return "";
    }
    String all =
        "%,d questions, %.2f ms each in the mean, %.2f ms the slowest"
            .formatted(
                questions,
                file.cost().microseconds() / 1_000.0 / questions,
                file.cost().slowestMicroseconds() / 1_000.0);
    return file.sample() < 2 ? all : all + "; one borrowing in %,d".formatted(file.sample());
  }
}
