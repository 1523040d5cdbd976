package cloakroom.stress.measure.audit;

import static cloakroom.stress.measure.audit.AuditChecks.count;

import cloakroom.stress.measure.audit.AuditChecks.Count;
import cloakroom.stress.measure.files.Counters;
import java.util.List;

/**
 * The checks that hold the tier's counters against the database's. What a database does not tell is
 * not checked, and the check says so: an absent figure contradicts nobody.
 */
final class DatabaseAudit {
  static final String NOOP = "noop does no work in the database, see check m";
  private static final String UNREAD = "the database's counters were not read";
  private static final List<String> CHANGES =
      List.of("psTxnInserts", "departmentsUpdates", "employeesUpdates");

  private final Counters tier;
  private final boolean noop;
  private final String killed;
  private final AuditChecks checks;

  /**
   * Compares one trial's counters.
   *
   * @param killed why nothing exact can be said after a kill
   */
  DatabaseAudit(Counters tier, boolean noop, String killed, AuditChecks checks) {
    this.tier = tier;
    this.noop = noop;
    this.killed = killed;
    this.checks = checks;
  }

  void writes() {
    String snapshots = "snapshots written are rows inserted into PS_TXN";
    if (!inTable()) {
      checks.skip("e", snapshots, "the snapshot store is not PS_TXN");
    } else if (exact("e", snapshots) && told("e", snapshots, rowCounters())) {
      checks.equal(
          "e",
          snapshots,
          count("PS_TXN rows", grown(rowCounters())),
          count("snapshot writes", tier.total("snapshotWrites")));
    }
    String posted = "rows posted are rows updated in the database";
    List<String> pages = List.of("departmentsUpdates", "employeesUpdates");
    if (exact("f", posted) && told("f", posted, pages)) {
      checks.equalUpTo(
          "f",
          posted,
          count("posted rows", tier.total("postedRows")),
          count("departments + employees updated", grown(pages)),
          tier.total("postedRowsInDoubt"),
          "rows whose commit is in doubt");
    }
  }

  /** The single-statement store replaces its row, the classic one inserts a new one each time. */
  private List<String> rowCounters() {
    return tier.store().equals("ps-txn")
        ? List.of("psTxnInserts", "psTxnUpdates")
        : List.of("psTxnInserts");
  }

  private boolean inTable() {
    return tier.store().startsWith("ps-txn");
  }

  private long grown(List<String> counters) {
    return counters.stream().mapToLong(tier::database).sum();
  }

  void commits() {
    String durable = "the database committed at least as often";
    if (compared("j", durable) && told("j", durable, List.of("commits"))) {
      long snapshots = inTable() ? tier.total("snapshotWrites") : 0;
      checks.atLeast(
          "j",
          durable,
          count("database commits", tier.database("commits")),
          count("commits + snapshot writes", tier.total("commits") + snapshots));
    }
  }

  void sessions() {
    String name = "connections made are sessions the database saw";
    if (tier.hasKilled()) {
      checks.skip("h", name, killed);
    } else if (!tier.hasDatabase()) {
      checks.skip("h", name, UNREAD);
    } else if (told("h", name, List.of("sessions"))) {
      sessions(name);
    }
  }

  /** Where others begin sessions too, ours can only be the smaller part. */
  private void sessions(String name) {
    Count seen = count("database sessions", tier.database("sessions"));
    Count made =
        count(
            "connections created + monitor",
            tier.total("connectionsCreated") + tier.monitorSessions());
    if (tier.countsOthers("sessions")) {
      checks.atLeast("h", name + " (others' too)", seen, made);
    } else {
      checks.equal("h", name, seen, made);
    }
  }

  /** Rows changed, as far as the database tells. */
  long changes() {
    return tier.hasDatabase() ? grown(CHANGES.stream().filter(tier::told).toList()) : 0;
  }

  /** Whether the database tells all counters of a check. */
  private boolean told(String id, String name, List<String> counters) {
    for (String counter : counters) {
      if (!tier.told(counter)) {
        checks.skip(id, name, "not told: " + tier.whyNotTold(counter));
        return false;
      }
    }
    return true;
  }

  /** Whether tier and database can be compared to the last one. */
  private boolean exact(String id, String name) {
    if (tier.hasKilled() && !noop) {
      checks.skip(id, name, killed);
      return false;
    }
    return compared(id, name);
  }

  private boolean compared(String id, String name) {
    if (noop || !tier.hasDatabase()) {
      checks.skip(id, name, noop ? NOOP : UNREAD);
      return false;
    }
    return true;
  }
}
