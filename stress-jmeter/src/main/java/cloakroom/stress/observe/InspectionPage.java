package cloakroom.stress.observe;

import static cloakroom.stress.document.Table.column;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.contract.InspectionResult.InspectionFinding;
import cloakroom.platform.Names;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.report.VerdictText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an application leaves in its connections, and what would become of it. */
public record InspectionPage(InspectionResult file) {
  private static final Map<String, Tone> TONES =
      Map.of("kept", Tone.GOOD, "lost", Tone.BAD, "leaked", Tone.BAD);

  /** Policies, hygienes, how long a connection is the session's own; an outcome for each life. */
  private static final List<List<String>> POLICIES =
      Resources.rows("cloakroom/stress/report/policies.txt");

  /** Whether nobody watched boundaries, but somebody idle sessions. */
  private boolean observed() {
    return file.sample() == 0;
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

  public Document document() {
    boolean safe =
        file.boundaries() > 0 && file.findings().stream().noneMatch(found -> found.held().counts());
    Blocks all = new Blocks();
    all.add(new Section("verdict", "Verdict", safe ? Tone.GOOD : Tone.BAD, verdict().list()));
    if (!file.findings().isEmpty()) {
      all.section("policies", "What would become of it", policies());
      all.section("findings", "What was left", findings());
    }
    all.section("cost", "What the questions took", new Blocks().say(cost()));
    String method = VerdictText.prose(observed() ? "observation" : "inspection");
    all.section("method", "Method", new Blocks().page(new Blocks().say(method)));
    String what = observed() ? "sessions seen idle" : "borrowings looked at";
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
    file.skippedChecks()
        .forEach((why, times) -> verdict.say("Not asked: " + why + ", " + times + " x"));
    file.unavailableReasons().entrySet().stream()
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
    List<HeldKind> kinds =
        file.findings().stream().map(InspectionFinding::held).distinct().toList();
    Map<List<String>, String> hygienes = new LinkedHashMap<>();
    for (List<String> policies : POLICIES) {
      for (String policy : policies.get(0).split(", ", -1)) {
        List<String> row = new ArrayList<>(List.of(policy, policies.get(2)));
        kinds.forEach(kind -> row.add(outcome(policies, kind)));
        hygienes.merge(row, policies.get(1), (some, more) -> some + ", " + more);
      }
    }
    List<Column> columns = new ArrayList<>(List.of(Column.of("reset-level")));
    kinds.forEach(kind -> columns.add(Column.of(Names.words(kind))));
    Table table = Table.of(Density.PLAIN, Column.of("policy"), columns);
    hygienes.forEach(
        (row, hygiene) -> {
          List<Cell> cells = new ArrayList<>(Cell.all(List.of(row.get(0), hygiene)));
          for (String word : row.subList(2, row.size())) {
            cells.add(Cell.of(word).toned(TONES.getOrDefault(word, Tone.PLAIN), true));
          }
          table.row("The connection is the session's own " + row.get(1), cells, false);
        });
    return new Blocks().table(table);
  }

  private Blocks findings() {
    Table table =
        Table.of(
            file.findings(),
            column("what", f -> Cell.of(f.label()).toned(Tone.STRONG, f.held().counts())),
            column("state kind", f -> Cell.of(f.stateKind())),
            column("#left", f -> Cell.count(f.count())),
            column("#in a transaction", f -> Cell.count(f.inTransaction())),
            column(observed() ? "#longest (s)" : "#met by others", this::met),
            column("first", f -> Cell.of(second(f.first()))),
            column("last", f -> Cell.of(second(f.last()))));
    Blocks blocks = new Blocks().table(table);
    for (InspectionFinding found : file.findings()) {
      blocks.say(found.label() + ":");
      blocks.list(
          Stream.concat(
                  found.leftBy().stream().map(by -> line(observed() ? "held" : "left", by)),
                  found.readBy().stream().map(by -> line("read by another", by)))
              .toList());
    }
    return blocks;
  }

  private String line(String how, CallSite by) {
    String statement = by.statement().isEmpty() ? "no statement seen" : by.statement();
    return "%s %,d x: %s, %s".formatted(how, by.count(), statement, where(by));
  }

  private Cell met(InspectionFinding found) {
    return observed()
        ? Cell.of(found.leftBy().stream().mapToDouble(CallSite::longestSeconds).max().orElse(0), 1)
        : Cell.count(found.leaksSeen()).toned(Tone.ALARM, found.leaksSeen() > 0);
  }

  private static String second(String time) {
    return time.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", "");
  }

  private String where(CallSite culprit) {
    return observed()
        ? "for %.1f s at the longest".formatted(culprit.longestSeconds())
        : culprit.frames().stream()
            .map(frame -> frame.replaceFirst("\\(.*:(\\d+)\\)$", ":$1"))
            .collect(Collectors.joining(" ← "));
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
