package cloakroom.contract;

import cloakroom.platform.Names;
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
 * @param verdict sentence of the conclusion, with what it leaves out
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

  /** Conclusion on an application under a policy that releases connections after each request. */
  public enum Conclusion {
    SAFE,
    LOSES_STATE,
    /** No state was found, but not everything was inspected. */
    NO_VERDICT
  }

  /** Computes the verdict from the other components, also for a file that has another one. */
  public InspectionResult {
    String without = String.join(", ", unavailableReasons.keySet());
    verdict =
        switch (conclusion(boundaries, findings, skippedChecks, off)) {
          case SAFE ->
              "Release-per-request would be safe for this application"
                  + (without.isEmpty() ? "" : ", as far as the database reports: not " + without);
          case LOSES_STATE -> {
            List<String> lost = counted(findings).map(InspectionFinding::label).toList();
            yield "Release-per-request would lose "
                + (lost.size() == 1 ? "this: " : "these " + lost.size() + " things: ")
                + String.join(", ", lost.subList(0, Math.min(MAX_NAMED, lost.size())))
                + (lost.size() > MAX_NAMED ? ", …" : "")
                + (without.isEmpty() ? "" : "; the database does not report " + without);
          }
          case NO_VERDICT ->
              boundaries == 0
                  ? "Nothing was inspected yet: no verdict on this application"
                  : off == null
                      ? "Nothing was found, but checks were skipped: no verdict on this application; "
                          + String.join(", ", skippedChecks.keySet())
                      : "Nothing was found before the inspector was switched off: no verdict on this"
                          + " application";
        };
  }

  private static Stream<InspectionFinding> counted(List<InspectionFinding> findings) {
    return findings.stream().filter(found -> found.held().counts());
  }

  /** Returns the conclusion. It is never safe if a check was skipped or the inspector went off. */
  public Conclusion conclusion() {
    return conclusion(boundaries, findings, skippedChecks, off);
  }

  private static Conclusion conclusion(
      long boundaries, List<InspectionFinding> findings, Map<String, Long> skipped, String off) {
    if (boundaries > 0 && counted(findings).findAny().isPresent()) {
      return Conclusion.LOSES_STATE;
    }
    boolean all = boundaries > 0 && skipped.isEmpty() && off == null;
    return all ? Conclusion.SAFE : Conclusion.NO_VERDICT;
  }

  /** Returns the kinds of session state that the application keeps between two requests. */
  public Set<StateKind> keeps() {
    return findings.stream()
        .flatMap(found -> StateKind.at(found.stateKind()).stream())
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(StateKind.class)));
  }
}
