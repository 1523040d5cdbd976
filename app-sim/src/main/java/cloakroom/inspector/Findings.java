package cloakroom.inspector;

import cloakroom.inspector.Kind.Life;
import cloakroom.inspector.Recent.Culprit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was left at the boundaries, by kind and name: how often, by whom, and who came upon it
 * afterwards. Its size is bounded, however long the application runs.
 */
final class Findings {
  private static final int MOST = 200;
  private static final int MOST_CULPRITS = 5;

  private static final class Tally {
    private final Instant first = Instant.now();
    private Instant last = first;
    private long count;

    void add() {
      if (count > 0) {
        last = Instant.now();
      }
      count++;
    }

    void into(Map<String, Object> json) {
      json.put("count", count);
      json.put("first", first);
      json.put("last", last);
    }
  }

  private static final class Finding {
    private final Tally left = new Tally();
    private long inTransaction;
    private long leaksSeen;
    private final Map<Culprit, Tally> leftBy = new LinkedHashMap<>();
    private final Map<Culprit, Tally> readBy = new LinkedHashMap<>();
  }

  private final Map<Item, Finding> all = new LinkedHashMap<>();
  private long more;

  /** A session holds at a boundary what it did not hold when it was handed out. */
  synchronized void left(Item item, Culprit by, boolean inTransaction) {
    Item common = item.common();
    if (!all.containsKey(common) && all.size() == MOST) {
      more++;
      return;
    }
    Finding finding = all.computeIfAbsent(common, name -> new Finding());
    finding.left.add();
    finding.inTransaction += inTransaction ? 1 : 0;
    add(finding.leftBy, by);
  }

  /** Another borrower was handed the session with it. */
  synchronized void leaked(Item item) {
    Finding finding = all.get(item.common());
    if (finding != null) {
      finding.leaksSeen++;
    }
  }

  /** That borrower's statement reads it, or runs inside of it. */
  synchronized void read(Item item, Culprit by) {
    Finding finding = all.get(item.common());
    if (finding != null) {
      add(finding.readBy, by);
    }
  }

  private static void add(Map<Culprit, Tally> tallies, Culprit by) {
    if (tallies.containsKey(by) || tallies.size() < MOST_CULPRITS) {
      tallies.computeIfAbsent(by, culprit -> new Tally()).add();
    }
  }

  synchronized Set<Item> items() {
    return new LinkedHashSet<>(all.keySet());
  }

  /** Findings that there was no room for. */
  synchronized long more() {
    return more;
  }

  synchronized List<Map<String, Object>> asJson() {
    List<Map<String, Object>> findings = new ArrayList<>();
    all.forEach(
        (item, finding) -> {
          Map<String, Object> json = new LinkedHashMap<>();
          json.put("kind", item.kind().key);
          json.put("name", item.name());
          json.put("stateKind", item.kind().stateKind);
          json.put("counts", item.kind().counts());
          json.put("transactional", item.kind().life == Life.TRANSACTION);
          finding.left.into(json);
          json.put("inTransaction", finding.inTransaction);
          json.put("leaksSeen", finding.leaksSeen);
          json.put("leftBy", culprits(finding.leftBy));
          json.put("readBy", culprits(finding.readBy));
          findings.add(json);
        });
    return findings;
  }

  private static List<Map<String, Object>> culprits(Map<Culprit, Tally> tallies) {
    List<Map<String, Object>> culprits = new ArrayList<>();
    tallies.forEach(
        (by, tally) -> {
          Map<String, Object> json = new LinkedHashMap<>();
          json.put("statement", by.statement());
          json.put("frames", by.frames());
          tally.into(json);
          culprits.add(json);
        });
    return culprits;
  }
}
