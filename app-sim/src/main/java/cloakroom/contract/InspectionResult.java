package cloakroom.contract;

import cloakroom.platform.Names;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * State that an application leaves in its connections, found by the inspector at their boundaries
 * or by an observer in the views of the database (docs/inspector.md).
 *
 * @param off reason why the inspector is off, or null
 * @param sample one of this many hand-outs is inspected; 0 for an observer of idle sessions
 * @param handedOut connections handed out, or sessions in all samples of an observer
 * @param boundaries number of them that were inspected
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
    long moreFindings) {
  public static final int SCHEMA = 2;

  private static final int MAX_NAMED = 5;
  private static final Pattern NUMBER = Pattern.compile("\\d{3,}");

  public record Cost(long questions, long microseconds, long slowestMicroseconds) {}

  /** State that was left, with the statements that left it and those that read it. */
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

    /** Returns kind and name, such as "row lock cart". */
    public String label() {
      return (Names.words(held()) + " " + name).strip();
    }
  }

  /**
   * Statement that left or read state.
   *
   * @param statement text without values, or for an observer the application's name in the database
   * @param frames the application's stack frames; empty for an observer
   * @param longestSeconds longest time that the state lasted; 0 for the inspector
   */
  public record CallSite(
      String statement, List<String> frames, long count, double longestSeconds) {}

  /** Returns the name without its numbers, which may change with every user or request. */
  public static String common(String name) {
    return NUMBER.matcher(name).replaceAll("#");
  }

  public static String verdict(
      long boundaries, Collection<InspectionFinding> findings, Set<String> unavailableReasons) {
    List<String> missed =
        findings.stream()
            .filter(found -> found.held().counts())
            .map(InspectionFinding::label)
            .toList();
    if (boundaries == 0) {
      return "Nothing was inspected yet: no verdict on this application";
    }
    if (missed.isEmpty()) {
      String except =
          ", as far as the database reports: not " + String.join(", ", unavailableReasons);
      return "Release-per-request would be safe for this application"
          + (unavailableReasons.isEmpty() ? "" : except);
    }
    return "Release-per-request would lose "
        + (missed.size() == 1 ? "this: " : "these " + missed.size() + " things: ")
        + String.join(", ", missed.subList(0, Math.min(MAX_NAMED, missed.size())))
        + (missed.size() > MAX_NAMED ? ", …" : "");
  }

  /** Returns the kinds of state that the application keeps between requests. */
  public Set<StateKind> keeps() {
    return findings.stream()
        .flatMap(found -> StateKind.at(found.stateKind()).stream())
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(StateKind.class)));
  }
}
