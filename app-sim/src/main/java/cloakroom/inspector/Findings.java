package cloakroom.inspector;

import cloakroom.contract.InspectionResult.CallSite;
import cloakroom.contract.InspectionResult.InspectionFinding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters of state left by borrowers, by kind and name, with the statements that created or read
 * the state. Limits on findings and statements bound the memory.
 */
final class Findings {
  private static final int MAX_FINDINGS = 200;
  private static final int MAX_CALL_SITES = 5;

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

  synchronized void countLeft(HeldItem item, CallSite by, boolean inTransaction) {
    HeldItem common = item.common();
    if (!all.containsKey(common) && all.size() == MAX_FINDINGS) {
      more++;
      return;
    }
    FindingCounter finding = all.computeIfAbsent(common, name -> new FindingCounter());
    finding.last = finding.count++ == 0 ? finding.first : Instant.now();
    finding.inTransaction += inTransaction ? 1 : 0;
    count(finding.leftBy, by);
  }

  /** Counts a borrow whose database session contains state left by an earlier borrower. */
  synchronized void countLeak(HeldItem item) {
    FindingCounter finding = all.get(item.common());
    if (finding != null) {
      finding.leaksSeen++;
    }
  }

  /**
   * Counts a statement that reads state left by an earlier borrower, or runs in a transaction that
   * an earlier borrower left open.
   */
  synchronized void countRead(HeldItem item, CallSite by) {
    FindingCounter finding = all.get(item.common());
    if (finding != null) {
      count(finding.readBy, by);
    }
  }

  private static void count(Map<CallSite, Long> counts, CallSite by) {
    if (counts.containsKey(by) || counts.size() < MAX_CALL_SITES) {
      counts.merge(by, 1L, Long::sum);
    }
  }

  synchronized long more() {
    return more;
  }

  synchronized List<InspectionFinding> results() {
    return all.entrySet().stream().map(each -> result(each.getKey(), each.getValue())).toList();
  }

  private static InspectionFinding result(HeldItem item, FindingCounter found) {
    return new InspectionFinding(
        item.kind().key(),
        item.name(),
        item.kind().stateKind(),
        found.count,
        found.first.toString(),
        found.last.toString(),
        found.inTransaction,
        found.leaksSeen,
        callSites(found.leftBy),
        callSites(found.readBy));
  }

  private static List<CallSite> callSites(Map<CallSite, Long> counts) {
    List<CallSite> sites = new ArrayList<>();
    counts.forEach((by, count) -> sites.add(new CallSite(by.statement(), by.frames(), count, 0)));
    return sites;
  }
}
