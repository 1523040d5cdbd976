package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * State that an application leaves in its database sessions between two requests. The inspector
 * runs in the application's JVM and examines connections at borrow and return. An observer runs
 * outside it and samples the database's views (docs/inspector.md).
 *
 * @param off reason why the inspector is off; null if it is on
 * @param sample N if every Nth borrow is inspected; 0 for an observer
 * @param handedOut number of borrows; for an observer, sum of the sessions in all samples
 * @param boundaries number of borrows that were inspected until their return
 * @param statements statements executed in these borrows; empty for an observer
 * @param moreStatements executions of further statements
 */
public record InspectionResult(
    int schema,
    String verdict,
    String began,
    String written,
    String database,
    String off,
    int sample,
    long handedOut,
    long boundaries,
    Cost cost,
    Map<String, Long> skippedChecks,
    Map<String, String> unavailableReasons,
    List<InspectionFinding> findings,
    long moreFindings,
    List<StatementUse> statements,
    long moreStatements) {
  public static final int SCHEMA = 3;
  private static final String SAFE = "Release-per-request would be safe for this application";
  private static final int MAX_NAMED = 5;
  private static final Pattern NUMBER = Pattern.compile("\\d{3,}");

  public record Cost(long questions, long microseconds, long slowestMicroseconds) {}

  /**
   * Statement of the application.
   *
   * @param statement SQL text without values
   * @param executions number of executions in inspected borrows; a batch of a prepared statement is
   *     one
   */
  public record StatementUse(String statement, long executions) {}

  /**
   * State left in a database session, with the statements that created it and those that later read
   * it.
   */
  public record InspectionFinding(
      String kind,
      String name,
      String stateKind,
      long count,
      String first,
      String last,
      long inTransaction,
      long leaksSeen,
      List<CallSite> leftBy,
      List<CallSite> readBy) {
    public HeldKind held() {
      return HeldKind.at(kind)
          .orElseThrow(() -> new IllegalArgumentException("unknown kind " + kind));
    }

    public String label() {
      return (Names.words(held()) + " " + name).strip();
    }
  }

  /**
   * Statement that created or read state in a database session.
   *
   * @param statement SQL text without values; an observer reports the application's name instead
   * @param frames stack frames of the application; empty for an observer
   * @param longestSeconds longest life of the state in seconds; 0 for the inspector
   */
  public record CallSite(
      String statement, List<String> frames, long count, double longestSeconds) {}

  /** Replaces each number of three or more digits by #, so that names with user numbers match. */
  public static String common(String name) {
    return NUMBER.matcher(name).replaceAll("#");
  }

  /** Returns the verdict. It is never safe if a check was skipped. */
  public static String verdict(
      long boundaries,
      Collection<InspectionFinding> findings,
      Set<String> unavailableReasons,
      Set<String> skippedChecks) {
    Stream<InspectionFinding> counted = findings.stream().filter(found -> found.held().counts());
    List<String> missed = counted.map(InspectionFinding::label).toList();
    if (boundaries == 0) {
      return "Nothing was inspected yet: no verdict on this application";
    } else if (missed.isEmpty() && !skippedChecks.isEmpty()) {
      return "Nothing was found, but checks were skipped: no verdict on this application; "
          + String.join(", ", skippedChecks);
    } else if (missed.isEmpty()) {
      String except = ", as far as the database reports: not ";
      return SAFE
          + (unavailableReasons.isEmpty() ? "" : except + String.join(", ", unavailableReasons));
    }
    return "Release-per-request would lose "
        + (missed.size() == 1 ? "this: " : "these " + missed.size() + " things: ")
        + String.join(", ", missed.subList(0, Math.min(MAX_NAMED, missed.size())))
        + (missed.size() > MAX_NAMED ? ", …" : "");
  }

  /** Returns whether the verdict is that release-per-request would be safe. */
  public boolean safe() {
    return verdict.startsWith(SAFE);
  }

  /** Returns the kinds of session state that the application keeps between two requests. */
  public Set<StateKind> keeps() {
    return findings.stream()
        .flatMap(found -> StateKind.at(found.stateKind()).stream())
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(StateKind.class)));
  }
}
