package cloakroom.stress.observe;

import static cloakroom.contract.InspectionResult.*;
import static cloakroom.stress.document.Table.*;

import cloakroom.contract.HeldKind;
import cloakroom.contract.InspectionResult;
import cloakroom.platform.Names;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.PageVerdict;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.report.VerdictText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Report on the state that an application leaves in connections, with the outcome of this state
 * under each release policy.
 */
public record InspectionPage(InspectionResult file) {
  private static final Map<String, Tone> TONES =
      Map.of("kept", Tone.GOOD, "lost", Tone.BAD, "leaked", Tone.BAD);
  // Columns: policies, reset levels, time of release, outcome of transaction, session, JDBC state.
  private static final List<List<String>> POLICIES =
      Resources.rows("cloakroom/stress/report/policies.txt");

  /** Returns whether the result comes from samples of idle sessions, not from connection leases. */
  private boolean observed() {
    return file.sample() == 0;
  }

  static String outcome(List<String> policy, HeldKind kind) {
    return policy.get(
        switch (kind.life()) {
          case TRANSACTION -> 3;
          case SESSION -> 4;
          case JDBC -> 5;
        });
  }

  public Document document() {
    Blocks all = new Blocks();
    all.add(verdict().section(details()));
    if (file.findings().stream().anyMatch(found -> found.held().counts())) {
      all.section("policies", "Result under each policy", policies());
    }
    if (!file.findings().isEmpty()) {
      all.section("findings", "Findings", findings());
    }
    all.section("cost", "Cost of the inspection", new Blocks().say(cost()));
    String method = VerdictText.prose(observed() ? "observation" : "inspection");
    all.section("method", "Method", new Blocks().page(new Blocks().say(method)));
    String what = observed() ? "sessions were idle" : "leases inspected";
    String times = second(file.began()) + " to " + second(file.written());
    String of = "%,d of %,d ".formatted(file.boundaries(), file.handedOut());
    String scope = (file.handedOut() == 0 ? "no " : of) + what + ", " + times + " UTC";
    return new Document("Cloakroom inspector", "Left in connections", scope, all.list());
  }

  private PageVerdict verdict() {
    Tone tone =
        switch (file.conclusion()) {
          case SAFE -> Tone.GOOD;
          case LOSES_STATE -> Tone.BAD;
          case NO_VERDICT -> Tone.OPEN;
        };
    return new PageVerdict(tone, List.of(file.verdict()));
  }

  private Blocks details() {
    Blocks verdict = new Blocks();
    if (file.off() != null) {
      verdict.say(Tone.ALARM, "The inspector was switched off: " + file.off());
    }
    if (file.moreFindings() > 0) {
      String more = Cell.counted(file.moreFindings(), "more finding");
      verdict.say(Tone.ALARM, more + (file.moreFindings() == 1 ? " was" : " were") + " not stored");
    }
    file.skippedChecks()
        .forEach((reason, times) -> verdict.say("Skipped: " + reason + ", " + times + " x"));
    file.unavailableReasons().entrySet().stream()
        .collect(
            Collectors.groupingBy(
                Map.Entry::getValue,
                LinkedHashMap::new,
                Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))))
        .forEach((reason, kinds) -> verdict.say("Not available: " + kinds + ": " + reason));
    return verdict;
  }

  private Blocks policies() {
    List<HeldKind> kinds =
        file.findings().stream()
            .map(InspectionFinding::held)
            .filter(HeldKind::counts)
            .distinct()
            .toList();
    Map<List<String>, String> levels = new LinkedHashMap<>();
    for (List<String> policies : POLICIES) {
      for (String policy : policies.get(0).split(", ", -1)) {
        List<String> row = new ArrayList<>(List.of(policy, policies.get(2)));
        kinds.forEach(kind -> row.add(outcome(policies, kind)));
        levels.merge(row, policies.get(1), (one, other) -> one + ", " + other);
      }
    }
    List<Column> columns = new ArrayList<>(List.of(Column.of("reset level")));
    kinds.forEach(kind -> columns.add(Column.of(Names.words(kind))));
    Table table = Table.of(Density.PLAIN, Column.of("policy"), columns);
    levels.forEach(
        (row, level) -> {
          List<Cell> cells = new ArrayList<>(Cell.all(List.of(row.get(0), level)));
          for (String outcome : row.subList(2, row.size())) {
            cells.add(Cell.of(outcome).toned(TONES.getOrDefault(outcome, Tone.PLAIN), true));
          }
          table.row("The session keeps its connection " + row.get(1), cells, false);
        });
    return new Blocks().table(table);
  }

  private Blocks findings() {
    Table table =
        Table.of(
            file.findings(),
            column("item", f -> Cell.of(f.label()).toned(Tone.STRONG, f.held().counts())),
            column("state kind", f -> Cell.of(f.stateKind())),
            column("#left", f -> Cell.count(f.count())),
            column("#in a transaction", f -> Cell.count(f.inTransaction())),
            column(observed() ? "#longest (s)" : "#seen by others", this::exposure),
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
    return "%s %,d x: %s, %s".formatted(how, by.count(), statement, origin(by));
  }

  private Cell exposure(InspectionFinding found) {
    return observed()
        ? Cell.of(found.leftBy().stream().mapToDouble(CallSite::longestSeconds).max().orElse(0), 1)
        : Cell.count(found.leaksSeen()).toned(Tone.ALARM, found.leaksSeen() > 0);
  }

  private static String second(String time) {
    return time.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", "");
  }

  private String origin(CallSite site) {
    return observed()
        ? "longest %.1f s".formatted(site.longestSeconds())
        : site.frames().stream()
            .map(frame -> frame.replaceFirst("\\(.*:(\\d+)\\)$", ":$1"))
            .collect(Collectors.joining(" ← "));
  }

  private String cost() {
    long statements = file.cost().questions();
    double mean = file.cost().microseconds() / 1_000.0 / statements;
    double slowest = file.cost().slowestMicroseconds() / 1_000.0;
    String form = "%,d statements, mean %.2f ms, maximum %.2f ms";
    String sampled = file.sample() < 2 ? "" : "; one lease in %,d inspected";
    return statements == 0
        ? ""
        : (form + sampled).formatted(statements, mean, slowest, file.sample());
  }
}
