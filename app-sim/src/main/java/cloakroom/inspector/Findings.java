package cloakroom.inspector;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.CallSite;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was left at the boundaries, by kind and name: how often, by whom, and who came upon it
 * afterwards. Its size is bounded, however long the application runs.
 */
final class Findings {
  private static final int MOST = 200;
  private static final int MOST_CULPRITS = 5;

  private static final class FindingCounter {
    private final Instant first = Instant.now();
    private Instant last = first;
    private long count;
    private long inTransaction;
    private long leaksSeen;
    private final Map<CallSite, Long> leftBy = new LinkedHashMap<>();
    private final Map<CallSite, Long> readBy = new LinkedHashMap<>();
  }

  private final Map<HeldItem, FindingCounter> all = new LinkedHashMap<>();
  private long more;

  /** A session holds at a boundary what it did not hold when it was handed out. */
  synchronized void left(HeldItem item, CallSite by, boolean inTransaction) {
    HeldItem common = item.common();
    if (!all.containsKey(common) && all.size() == MOST) {
      more++;
      return;
    }
    FindingCounter finding = all.computeIfAbsent(common, name -> new FindingCounter());
    finding.last = finding.count++ == 0 ? finding.first : Instant.now();
    finding.inTransaction += inTransaction ? 1 : 0;
    add(finding.leftBy, by);
  }

  /** Another borrower was handed the session with it. */
  synchronized void leaked(HeldItem item) {
    FindingCounter finding = all.get(item.common());
    if (finding != null) {
      finding.leaksSeen++;
    }
  }

  /** That borrower's statement reads it, or runs inside of it. */
  synchronized void read(HeldItem item, CallSite by) {
    FindingCounter finding = all.get(item.common());
    if (finding != null) {
      add(finding.readBy, by);
    }
  }

  private static void add(Map<CallSite, Long> counts, CallSite by) {
    if (counts.containsKey(by) || counts.size() < MOST_CULPRITS) {
      counts.merge(by, 1L, Long::sum);
    }
  }

  /** Findings that there was no room for. */
  synchronized long more() {
    return more;
  }

  synchronized List<InspectionResult.InspectionFinding> told() {
    return all.entrySet().stream().map(each -> told(each.getKey(), each.getValue())).toList();
  }

  private static InspectionResult.InspectionFinding told(HeldItem item, FindingCounter found) {
    return new InspectionResult.InspectionFinding(
        item.kind().key(),
        item.name(),
        item.kind().stateKind(),
        found.count,
        found.first.toString(),
        found.last.toString(),
        found.inTransaction,
        found.leaksSeen,
        culprits(found.leftBy),
        culprits(found.readBy));
  }

  private static List<CallSite> culprits(Map<CallSite, Long> counts) {
    return counts.entrySet().stream()
        .map(
            each ->
                new CallSite(each.getKey().statement(), each.getKey().frames(), each.getValue(), 0))
        .toList();
  }
}
