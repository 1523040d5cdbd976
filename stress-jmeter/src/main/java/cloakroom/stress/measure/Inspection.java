package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;

/** What the inspector has written of an application, as docs/inspector.md explains it. */
public record Inspection(
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
    Map<String, Long> notAsked,
    Map<String, String> notTold,
    List<Finding> findings,
    long moreFindings,
    List<Outcome> policies) {
  /** What the questions took. */
  public record Cost(long questions, long microseconds, long slowestMicroseconds) {}

  /** Something that was left, how often, by whom, and who met it. */
  public record Finding(
      String kind,
      String name,
      String stateKind,
      boolean counts,
      long count,
      String first,
      String last,
      long inTransaction,
      long leaksSeen,
      List<Culprit> leftBy,
      List<Culprit> readBy) {}

  /** A statement without its values, and where the application called it. */
  public record Culprit(String statement, List<String> frames, long count) {}

  /** What becomes of each kind under a policy. */
  public record Outcome(
      String policy, String hygiene, String connectionIsOwn, Map<String, String> outcomes) {}
}
