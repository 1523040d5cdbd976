package cloakroom.stress.judge;

import static cloakroom.contract.Counter.*;

import cloakroom.contract.Counter;
import cloakroom.contract.StateKind;
import cloakroom.contract.TierOptions;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.Audit.Check;
import cloakroom.stress.folder.Counters;
import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.TrialSamples;
import cloakroom.stress.folder.TrialSamples.SampleCount;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Audit of a trial: compares the counts of the load generator (JTL file), the tier and the
 * database. The trial is consistent if no comparison fails. A comparison is skipped if one of its
 * counts is not available.
 */
final class TrialAudit {
  private static final String NO_RESPONSE = "requests without a response";
  private static final String OTHER_CLIENT = "another client sent requests to the tier";
  private static final String LOST_CHANGES = lost("changes were lost");
  private static final Counter[] WRITE_CAUSES =
      EnumSet.range(SNAPSHOT_WRITES_FAILOVER, SNAPSHOT_WRITES_STOP).toArray(Counter[]::new);
  private static final List<DatabaseCounter> CHANGED_ROWS = List.of(DatabaseCounter.CHANGED_ROWS);
  private final Counters tier;
  private final TrialSamples samples;
  private final String ofSurvivors;
  // True if faults were injected. A lost response leaves work that only the database counted.
  private final boolean faults;
  private final String otherWriter;
  // each of these five texts is the reason to skip the checks that use it; "" to make them
  private final String cut;
  private final String killed;
  private final String noop;
  private final String killedAtWork;
  private final String unread;

  private TrialAudit(String policy, Counters tier, TrialSamples samples, boolean cutShort) {
    this.tier = tier;
    this.samples = samples;
    cut = cutShort ? "the trial was cut short, requests were in flight" : "";
    noop = policy.equals("noop") ? "noop does no work in the database, see check m" : "";
    String lost = "not applicable: node %d was killed, its last counts are lost";
    killed = tier.file().killed() == null ? "" : lost.formatted(tier.file().killed().node());
    killedAtWork = noop.isEmpty() ? killed : "";
    unread = tier.hasDatabase() ? "" : "the database's counters were not read";
    ofSurvivors = killed.isEmpty() ? "" : " (on the nodes that were not killed)";
    faults = tier.file().faults() != null;
    List<String> tables = tier.changedTables();
    otherWriter =
        "another session wrote to "
            + (tables.isEmpty() ? "the application's tables" : String.join(" or ", tables));
  }

  static Audit of(String policy, Counters tier, TrialSamples samples, boolean cutShort) {
    TrialAudit audit = new TrialAudit(policy, tier, samples, cutShort);
    List<Check> checks = new ArrayList<>(audit.requests());
    checks.addAll(audit.writes());
    checks.addAll(audit.commits());
    checks.add(audit.sessions());
    checks.addAll(audit.sums());
    checks.add(audit.noWork());
    checks.addAll(audit.probes());
    return new Audit(List.copyOf(checks));
  }

  private static String lost(String what) {
    return what + ", or the statistics of the database were reset during the trial";
  }

  private Count rows(String name, SampleCount count) {
    return new Count(name, samples.rows(count));
  }

  private Count total(String name, String surplus, Counter... counters) {
    return new Count(name, Stream.of(counters).mapToLong(tier::counted).sum(), surplus);
  }

  private Count surviving(String name, Counter... counters) {
    return new Count(name, Stream.of(counters).mapToLong(tier::surviving).sum());
  }

  private Count grown(String name, String surplus, List<DatabaseCounter> counters) {
    return new Count(name, counters.stream().mapToLong(tier::database).sum(), surplus);
  }

  private List<Check> requests() {
    Count answered = rows("JTL rows with an HTTP status", SampleCount.ANSWERED);
    Count measured = rows("JTL rows of users", SampleCount.USERS_ANSWERED);
    Count all = total("tier requests", OTHER_CLIENT, REQUESTS);
    long baseline = tier.measured(REQUESTS);
    Count since = new Count("tier requests since the baseline", baseline, OTHER_CLIENT);
    return List.of(
        rule("a", "every answered request was counted by the tier", cut, killed)
            .equalUpTo(answered, all, samples.rows(SampleCount.UNANSWERED), NO_RESPONSE),
        rule("b", "every measured request was counted by the tier", cut, killed)
            .equalUpTo(measured, since, samples.rows(SampleCount.USERS_UNANSWERED), NO_RESPONSE),
        rule("c", "every check-out has a check-in" + ofSurvivors)
            .equal(
                surviving("check-outs", CHECKOUTS), surviving("check-ins + busy", CHECKINS, BUSY)),
        rule("d", "every snapshot write has one cause" + ofSurvivors)
            .equal(
                surviving("snapshot writes", SNAPSHOT_WRITES),
                surviving("sum of their causes", WRITE_CAUSES)));
  }

  private List<Check> writes() {
    // Store PS_TXN overwrites snapshot rows, so updates count too. Other stores only insert rows.
    List<DatabaseCounter> rowCounters =
        tier.store().equals(TierOptions.PS_TXN)
            ? List.of(DatabaseCounter.PS_TXN_INSERTS, DatabaseCounter.PS_TXN_UPDATES)
            : List.of(DatabaseCounter.PS_TXN_INSERTS);
    String reason = notAvailable(rowCounters);
    String elsewhere = inTable() ? "" : "the snapshot store is not PS_TXN";
    String rule = "snapshots written are rows inserted into PS_TXN";
    Rule stored = rule("e", rule, elsewhere, killedAtWork, noop, unread, reason);
    Count inserted = grown("PS_TXN rows", "another session wrote to PS_TXN", rowCounters);
    Count written = total("snapshot writes", lost("snapshots were lost"), SNAPSHOT_WRITES);
    rule = "rows posted are rows changed in the database";
    Rule posted = rule("f", rule, killedAtWork, noop, unread, notAvailable(CHANGED_ROWS));
    Count rows = total("posted rows", LOST_CHANGES, POSTED_ROWS);
    String tables = String.join(" + ", tier.changedTables());
    Count changed = grown(tables + " changed", otherWriter, CHANGED_ROWS);
    long doubtful = tier.counted(POSTED_ROWS_IN_DOUBT);
    return faults
        ? List.of(stored.atLeast(inserted, written), posted.atLeast(changed, rows))
        : List.of(
            stored.equal(inserted, written),
            posted.equalUpTo(rows, changed, doubtful, "rows whose commit is in doubt"));
  }

  private List<Check> commits() {
    boolean some = samples.rows(SampleCount.COMMITS) > 0;
    String none = some ? "" : "the plan has no request whose name ends with \" commit\"";
    List<DatabaseCounter> durable = List.of(DatabaseCounter.COMMITS);
    List<Counter> writing = new ArrayList<>(List.of(COMMITS));
    writing.addAll(inTable() ? List.of(SNAPSHOT_WRITES) : List.of());
    String seen = "every %s that a user saw was one in the tier";
    return List.of(
        rule("g", seen.formatted("commit"), cut, killedAtWork, noop, none)
            .equalUpTo(
                rows("successful commit rows", SampleCount.COMMITS_OK),
                total("tier commits", OTHER_CLIENT, COMMITS),
                samples.rows(SampleCount.COMMITS_DOUBTFUL),
                "commit requests that failed for the user"),
        rule("q", seen.formatted("empty commit"), cut, killedAtWork, noop, none)
            .equalUpTo(
                rows("empty commit rows", SampleCount.EMPTY_COMMITS),
                total("tier empty commits", OTHER_CLIENT, EMPTY_COMMITS),
                samples.rows(SampleCount.UNANSWERED),
                NO_RESPONSE),
        rule("j", "the database committed at least as often", noop, unread, notAvailable(durable))
            .atLeast(
                grown("database commits", "", durable),
                total("commits + snapshot writes", LOST_CHANGES, writing.toArray(Counter[]::new))));
  }

  /**
   * Compares connections that the tier opened with sessions that the database counted. The database
   * may count more if it includes sessions of other clients.
   */
  private Check sessions() {
    String name = "connections made are sessions the database saw";
    List<DatabaseCounter> sessions = List.of(DatabaseCounter.SESSIONS);
    Rule rule = rule("h", name, killed, unread, notAvailable(sessions));
    Count seen = grown("database sessions", "another client connected to the database", sessions);
    long created = tier.counted(CONNECTIONS_CREATED) + tier.file().monitorSessions();
    String late = lost("the database counts sessions late");
    Count made = new Count("connections created + monitor", created, late);
    boolean others =
        tier.hasDatabase()
            && tier.file().database().withOthers().contains(DatabaseCounter.SESSIONS);
    return rule.skipped().isEmpty() && (others || faults)
        ? rule("h", name + (others ? " (at least: other clients' count too)" : ""))
            .atLeast(seen, made)
        : rule.equal(seen, made);
  }

  private List<Check> sums() {
    Rule activated = rule("l", "every activation read a snapshot" + ofSurvivors);
    Count activations = surviving("activations", ACTIVATIONS);
    Count reads = surviving("snapshot reads", SNAPSHOT_READS);
    Count requests = rows("requests", SampleCount.REQUESTS);
    String runs =
        "the tier keeps running after the trial, and may hold connections for its sessions";
    String external = tier.file().externalTier() ? runs : "";
    Count outcomes = new Count("ok + failures", samples.rows(SampleCount.OK) + samples.failures());
    return List.of(
        rule("i", "every borrowed connection was returned" + ofSurvivors, external)
            .equal(
                surviving("borrowed", CONNECTIONS_BORROWED),
                surviving("returned", CONNECTIONS_RETURNED)),
        rule("k", "failures by kind and successes add up").equal(outcomes, requests),
        faults ? activated.atLeast(reads, activations) : activated.equal(activations, reads),
        rule("n", "something was measured")
            .atLeast(
                rows("requests in the measured phase", SampleCount.REQUESTS),
                new Count("minimum", 1, "the measured phase was too short for a request")));
  }

  private Check noWork() {
    long rows =
        tier.database(DatabaseCounter.CHANGED_ROWS) + tier.database(DatabaseCounter.PS_TXN_INSERTS);
    Stream<Counter> counted =
        Stream.of(CONNECTIONS_BORROWED, POSTED_ROWS, SNAPSHOT_WRITES, SNAPSHOT_READS);
    long work = rows + counted.mapToLong(tier::counted).sum();
    String other = noop.isEmpty() ? "only for the policy noop" : "";
    return rule("m", "noop does no work in the database", other)
        .equal(
            new Count("work in the database", work, otherWriter + ", or to PS_TXN"),
            new Count("allowed", 0));
  }

  private List<Check> probes() {
    if (samples.probes().isEmpty()) {
      return List.of();
    }
    ProbeResults.OutcomeCounts all = samples.verdicts().total();
    long notKept = all.probes() - all.of(ProbeResults.ProbeOutcome.KEPT);
    Count failed = rows("failed reads and writes", SampleCount.PROBES_FAILED);
    Rule rule = rule("p", "probes not kept are the requests of probes that failed", cut);
    return List.of(
        verdicts(all), rule.equal(new Count("lost + leaked + refused + failed", notKept), failed));
  }

  private Check verdicts(ProbeResults.OutcomeCounts all) {
    Map<StateKind, Long> written = samples.probes();
    Rule rule = rule("o", "every probe has one verdict", cut);
    // Compares each kind of state: in a total, a surplus of one kind could hide a gap in another.
    for (StateKind kind : written.keySet()) {
      long judged = samples.verdicts().of(kind).probes();
      if (judged != written.get(kind)) {
        return rule.equal(
            new Count("verdicts on " + kind.key(), judged),
            new Count("probes written", written.get(kind)));
      }
    }
    return rule.equal(
        new Count("kept + lost + leaked + refused + failed", all.probes()),
        new Count("probes written", written.values().stream().mapToLong(n -> n).sum()));
  }

  private boolean inTable() {
    return tier.store().startsWith(TierOptions.PS_TXN);
  }

  private String notAvailable(List<DatabaseCounter> counters) {
    return counters.stream()
        .map(counter -> tier.hasDatabase() ? tier.whyUnavailable(counter) : "")
        .filter(why -> !why.isEmpty())
        .findFirst()
        .map("not available: "::concat)
        .orElse("");
  }

  private static Rule rule(String id, String name, String... reasons) {
    return new Rule(id, name, Stream.of(reasons).filter(r -> !r.isEmpty()).findFirst().orElse(""));
  }

  private record Count(String name, long value, String surplus) {
    Count(String name, long value) {
      this(name, value, "a defect of Cloakroom");
    }
  }

  private record Rule(String id, String name, String skipped) {
    Check equal(Count left, Count right) {
      return equalUpTo(left, right, 0, "");
    }

    /**
     * Checks that {@code right - left} is from 0 to {@code unknown}, the number of unclear cases.
     */
    Check equalUpTo(Count left, Count right, long unknown, String why) {
      long missing = right.value - left.value;
      String note = missing > 0 ? missing + " more: of " + unknown + " " + why : "";
      return check(left, "=", right, missing >= 0 && missing <= unknown, note);
    }

    Check atLeast(Count left, Count right) {
      return check(left, ">=", right, left.value >= right.value, "");
    }

    private Check check(Count left, String relation, Count right, boolean passed, String note) {
      if (!skipped.isEmpty()) {
        return new Check(id, name, Audit.Outcome.SKIPPED, null, null, null, null, null, skipped);
      }
      Audit.Outcome outcome = passed ? Audit.Outcome.PASSED : Audit.Outcome.FAILED;
      String cause = "likely cause: " + (left.value > right.value ? left : right).surplus;
      String last = passed ? note : cause;
      return new Check(
          id, name, outcome, left.name, left.value, relation, right.name, right.value, last);
    }
  }
}
