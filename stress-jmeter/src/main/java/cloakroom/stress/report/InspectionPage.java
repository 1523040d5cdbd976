package cloakroom.stress.report;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.Culprit;
import cloakroom.contract.InspectionResult.Finding;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    all.section("policies", "What would become of it", policies());
    Blocks page = new Blocks().table(findings());
    Blocks text = new Blocks();
    for (Finding found : file.findings()) {
      page.fold(found.label(), found.held().counts(), whose(found));
      text.list(lines(found));
    }
    all.section("findings", "What was left", new Blocks().page(page).text(text));
    all.section("cost", "What the questions took", new Blocks().say(cost()));
    String method = Words.prose(observed ? "observation" : "inspection");
    all.page(new Blocks().section("method", "Method", new Blocks().say(method)));
    String what = observed ? "sessions seen idle" : "borrowings looked at";
    String sight =
        "%,d of %,d %s, %s to %s"
            .formatted(file.boundaries(), file.handedOut(), what, file.began(), file.written());
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

  private Blocks policies() {
    List<HeldKind> kinds = file.findings().stream().map(Finding::held).distinct().toList();
    Stream<String> heads =
        Stream.concat(Stream.of("hygiene", "its own"), kinds.stream().map(HeldKind::key));
    Table table = Table.of(Look.PLAIN, Column.wide("policy"), heads.map(Column::of).toList());
    List<String> lines = new ArrayList<>();
    for (List<String> policy : kinds.isEmpty() ? List.<List<String>>of() : POLICIES) {
      List<String> row = new ArrayList<>(policy.subList(1, 3));
      kinds.forEach(kind -> row.add(outcome(policy, kind)));
      table.row(
          Cell.of(policy.get(0)),
          row,
          word -> Cell.of(word).toned(TONES.getOrDefault(word, Tone.PLAIN), true));
      String told =
          kinds.stream()
              .map(kind -> kind.key() + " " + outcome(policy, kind))
              .collect(Collectors.joining(", "));
      lines.add("%s, hygiene %s: %s".formatted(policy.get(0), policy.get(1), told));
    }
    return new Blocks().page(new Blocks().table(table)).text(new Blocks().list(lines));
  }

  private Table findings() {
    String met = observed ? "#longest (s)" : "#met by others";
    Table table =
        Table.of("what", "state kind", "#left", "#in a transaction", met, "first", "last");
    for (Finding found : file.findings()) {
      Cell seen = Cell.count(found.leaksSeen()).toned(Tone.ALARM, found.leaksSeen() > 0);
      table.row(
          Cell.of(found.label()).toned(Tone.STRONG, found.held().counts()),
          Cell.of(found.stateKind()),
          Cell.count(found.count()),
          Cell.count(found.inTransaction()),
          observed ? Cell.of(longest(found), 1) : seen,
          Cell.of(found.first()),
          Cell.of(found.last()));
    }
    return table;
  }

  private static double longest(Finding found) {
    return found.leftBy().stream().mapToDouble(Culprit::longestSeconds).max().orElse(0);
  }

  private List<String> lines(Finding found) {
    List<String> lines = new ArrayList<>();
    String met = observed ? "" : ", met by others %d x".formatted(found.leaksSeen());
    lines.add("%s: left %d x%s".formatted(found.label(), found.count(), met));
    for (Culprit by : found.leftBy()) {
      lines.add("  %d x by %s, %s".formatted(by.count(), statement(by), where(by, 1)));
    }
    return lines;
  }

  private static String statement(Culprit culprit) {
    return culprit.statement().isEmpty() ? "no statement seen" : culprit.statement();
  }

  private String where(Culprit culprit, int most) {
    return observed
        ? "for %.1f s at the longest".formatted(culprit.longestSeconds())
        : culprit.frames().stream().limit(most).collect(Collectors.joining(" ← "));
  }

  private Blocks whose(Finding finding) {
    Table table =
        observed
            ? Table.of("how", ">by", ">for", "#times")
            : Table.of("how", ">statement", ">first frames", "#times");
    finding.leftBy().forEach(culprit -> add(table, observed ? "held" : "left", culprit));
    finding.readBy().forEach(culprit -> add(table, "read by another", culprit));
    return new Blocks().table(table);
  }

  private void add(Table table, String how, Culprit by) {
    Cell where = Cell.of(where(by, Integer.MAX_VALUE));
    table.row(Cell.of(how), Cell.of(statement(by)), where, Cell.count(by.count()));
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
    return observed ? all : all + "; one borrowing in %,d is looked at".formatted(file.sample());
  }
}
