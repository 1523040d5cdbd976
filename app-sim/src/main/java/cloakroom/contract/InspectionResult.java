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
 * What an application leaves in its connections, as the inspector has seen it at their boundaries
 * or an observer in the views of its database; docs/inspector.md explains it.
 *
 * @param off why the inspector went off, or null
 * @param sample one in so many hand-outs is looked at; 0 for an observer, who looks at idle
 *     sessions
 * @param handedOut connections handed out, or sessions seen by an observer at all of its looks
 * @param boundaries those of them that were looked at
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
  /** The schema of the file that this version writes and reads. */
  public static final int SCHEMA = 2;

  private static final int MOST_NAMED = 5;
  private static final Pattern NUMBER = Pattern.compile("\\d{3,}");

  /** What the questions took. */
  public record Cost(long questions, long microseconds, long slowestMicroseconds) {}

  /** Something that was left, how often, by whom, and who met it. */
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
    /** The kind, of which the file has the name. */
    public HeldKind held() {
      return HeldKind.at(kind)
          .orElseThrow(() -> new IllegalArgumentException("this version knows no kind " + kind));
    }

    /** Kind and name in words. */
    public String label() {
      return (Names.words(held()) + " " + name).strip();
    }
  }

  /**
   * Who left something.
   *
   * @param statement without its values, or the application as the database knows it
   * @param frames where the application executed it; none where only the database was asked
   * @param longestSeconds the longest that it was held; 0 where only boundaries were looked at
   */
  public record CallSite(
      String statement, List<String> frames, long count, double longestSeconds) {}

  /** A name that does not change with every user or request: its numbers are left out. */
  public static String common(String name) {
    return NUMBER.matcher(name).replaceAll("#");
  }

  /** The first sentence of every result. */
  public static String verdict(
      long boundaries, Collection<InspectionFinding> findings, Set<String> unavailableReasons) {
    List<String> missed =
        findings.stream()
            .filter(found -> found.held().counts())
            .map(InspectionFinding::label)
            .toList();
    if (boundaries == 0) {
      return "Nothing was looked at yet, so nothing can be said about this application";
    }
    if (missed.isEmpty()) {
      String except =
          ", as far as the database tells: not of " + String.join(", ", unavailableReasons);
      return "Release-per-request would be safe for this application"
          + (unavailableReasons.isEmpty() ? "" : except);
    }
    return "Release-per-request would lose "
        + (missed.size() == 1 ? "this: " : "these " + missed.size() + " things: ")
        + String.join(", ", missed.subList(0, Math.min(MOST_NAMED, missed.size())))
        + (missed.size() > MOST_NAMED ? ", …" : "");
  }

  /** The columns of the matrix that the application needs to find again: what it keeps. */
  public Set<StateKind> keeps() {
    return findings.stream()
        .flatMap(found -> StateKind.at(found.stateKind()).stream())
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(StateKind.class)));
  }
}
