package cloakroom.stress.judge;

import cloakroom.contract.Counter;
import cloakroom.contract.StateKind;
import cloakroom.contract.TierOptions;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.Audit.Check;
import cloakroom.stress.folder.Counters;
import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.folder.TrialSamples;
import cloakroom.stress.folder.TrialSamples.SampleCount;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lets the three who counted contradict each other: the generator's JTL, the tier's counters, the
 * database's statistics. A trial is consistent when no check failed. What a database does not tell
 * is not checked, and the check says so: an absent figure contradicts nobody.
 */
final class TrialAudit {
  private static final String CUT = "the trial was cut short, requests were in flight";
  private static final String KILLED =
      "not applicable: node %d was killed, its last counts are lost";
  private static final String NOOP = "noop does no work in the database, see check m";
  private static final String UNREAD = "the database's counters were not read";
  private static final String GOES_ON =
      "the tier goes on after the trial, and may hold connections for its sessions";

  private static final String NO_ANSWER = "requests that got no answer";

  /** What a node counts twice for itself can be asked of those that told their final counters. */
  private static final String SURVIVORS = " (on the nodes that were not killed)";

  private static final String OTHER_CLIENT = "another client sent requests to the tier";
  private static final String OTHER_WRITER = "another session wrote to departments or employees";
  private static final String OTHER_CONNECTION = "another client connected to the database";

  /** Likely cause if the database has counted less than the tier. */
  private static final String LOST =
      "%s, or the statistics of the database were reset during the trial";

  private static final String LOST_CHANGES = LOST.formatted("changes were lost");
  private static final String LOST_SNAPSHOTS = LOST.formatted("snapshots were lost");
  private static final String LOST_SESSIONS = LOST.formatted("the database counts sessions late");

  private static final Counter[] WRITE_CAUSES =
      EnumSet.range(Counter.SNAPSHOT_WRITES_FAILOVER, Counter.SNAPSHOT_WRITES_STOP)
          .toArray(Counter[]::new);

  private static final List<DatabaseCounter> PAGES =
      List.of(DatabaseCounter.DEPARTMENTS_UPDATES, DatabaseCounter.EMPLOYEES_UPDATES);

  private final Counters tier;
  private final TrialSamples samples;
  private final String ofSurvivors;

  /** Reasons to skip checks; empty where there is none. */
  private final String cut;

  private final String killed;
  private final String noop;
  private final String killedAtWork;
  private final String unread;

  private TrialAudit(String policy, Counters tier, TrialSamples samples, boolean cutShort) {
    this.tier = tier;
    this.samples = samples;
    cut = cutShort ? CUT : "";
    noop = policy.equals("noop") ? NOOP : "";
    killed = tier.file().killed() == null ? "" : KILLED.formatted(tier.file().killed().node());
    killedAtWork = noop.isEmpty() ? killed : "";
    unread = tier.hasDatabase() ? "" : UNREAD;
    ofSurvivors = killed.isEmpty() ? "" : SURVIVORS;
  }

  static Audit of(String policy, Counters tier, TrialSamples samples, boolean cutShort) {
    TrialAudit audit = new TrialAudit(policy, tier, samples, cutShort);
    List<Check> checks = new ArrayList<>();
    checks.addAll(audit.requests());
    checks.addAll(audit.writes());
    checks.addAll(audit.commits());
    checks.add(audit.sessions());
    checks.addAll(audit.sums());
    checks.add(audit.nothing());
    checks.addAll(audit.probes());
    return new Audit(List.copyOf(checks));
  }

  private List<Check> requests() {
    return List.of(
        rule("a", "every answered request was counted by the tier")
            .unless(cut, killed)
            .equalUpTo(
                new Count("JTL rows with an HTTP status", samples.rows(SampleCount.ANSWERED)),
                new Count("tier requests", total(Counter.REQUESTS), OTHER_CLIENT),
                samples.rows(SampleCount.UNANSWERED),
                NO_ANSWER),
        rule("b", "and so was every one of the measured phase")
            .unless(cut, killed)
            .equalUpTo(
                new Count("JTL rows of users", samples.rows(SampleCount.USERS_ANSWERED)),
                new Count(
                    "tier requests since the baseline",
                    tier.measured(Counter.REQUESTS),
                    OTHER_CLIENT),
                samples.rows(SampleCount.USERS_UNANSWERED),
                NO_ANSWER),
        rule("c", "what was checked out came back" + ofSurvivors)
            .equal(
                new Count("check-outs", surviving(Counter.CHECKOUTS)),
                new Count("check-ins + busy", surviving(Counter.CHECKINS, Counter.BUSY))),
        rule("d", "every snapshot write has one cause" + ofSurvivors)
            .equal(
                new Count("snapshot writes", surviving(Counter.SNAPSHOT_WRITES)),
                new Count("sum of their causes", surviving(WRITE_CAUSES))));
  }

  private List<Check> writes() {
    List<DatabaseCounter> rowCounters = rowCounters();
    Rule stored =
        rule("e", "snapshots written are rows inserted into PS_TXN")
            .unless(inTable() ? "" : "the snapshot store is not PS_TXN")
            .unless(killedAtWork, noop, unread, unavailableReasons(rowCounters));
    Count inserted =
        new Count("PS_TXN rows", grown(rowCounters), "another session wrote to PS_TXN");
    Count written = new Count("snapshot writes", total(Counter.SNAPSHOT_WRITES), LOST_SNAPSHOTS);
    Rule posted =
        rule("f", "rows posted are rows updated in the database")
            .unless(killedAtWork, noop, unread, unavailableReasons(PAGES));
    Count rows = new Count("posted rows", total(Counter.POSTED_ROWS), LOST_CHANGES);
    Count updated = new Count("departments + employees updated", grown(PAGES), OTHER_WRITER);
    long doubtful = total(Counter.POSTED_ROWS_IN_DOUBT);
    return faults()
        ? List.of(stored.atLeast(inserted, written), posted.atLeast(updated, rows))
        : List.of(
            stored.equal(inserted, written),
            posted.equalUpTo(rows, updated, doubtful, "rows whose commit is in doubt"));
  }

  /** A fault leaves work behind that the database has counted and nobody was told of. */
  private boolean faults() {
    return tier.file().faults() != null;
  }

  private List<Check> commits() {
    String none =
        samples.rows(SampleCount.COMMITS) > 0
            ? ""
            : "the plan has no request whose name ends with \" commit\"";
    List<DatabaseCounter> durable = List.of(DatabaseCounter.COMMITS);
    return List.of(
        rule("g", "every commit that a user saw was one in the tier")
            .unless(cut, killedAtWork, noop, none)
            .equalUpTo(
                new Count("successful commit rows", samples.rows(SampleCount.COMMITS_OK)),
                new Count("tier commits", total(Counter.COMMITS), OTHER_CLIENT),
                samples.rows(SampleCount.COMMITS_DOUBTFUL),
                "commit requests that failed for the user"),
        rule("q", "and so was every commit of nothing")
            .unless(cut, killedAtWork, noop, none)
            .equalUpTo(
                new Count("commit rows of nothing", samples.rows(SampleCount.EMPTY_COMMITS)),
                new Count("tier commits of nothing", total(Counter.EMPTY_COMMITS), OTHER_CLIENT),
                samples.rows(SampleCount.UNANSWERED),
                NO_ANSWER),
        rule("j", "the database committed at least as often")
            .unless(noop, unread, unavailableReasons(durable))
            .atLeast(
                new Count("database commits", grown(durable)),
                new Count(
                    "commits + snapshot writes",
                    inTable()
                        ? total(Counter.COMMITS, Counter.SNAPSHOT_WRITES)
                        : total(Counter.COMMITS),
                    LOST_CHANGES)));
  }

  /** Sessions of other clients are counted too where the database may have some. */
  private Check sessions() {
    String name = "connections made are sessions the database saw";
    List<DatabaseCounter> sessions = List.of(DatabaseCounter.SESSIONS);
    Rule rule = rule("h", name).unless(killed, unread, unavailableReasons(sessions));
    Count seen = new Count("database sessions", grown(sessions), OTHER_CONNECTION);
    long created = tier.counted(Counter.CONNECTIONS_CREATED) + tier.file().monitorSessions();
    Count made = new Count("connections created + monitor", created, LOST_SESSIONS);
    boolean others =
        tier.hasDatabase()
            && tier.file().database().withOthers().contains(DatabaseCounter.SESSIONS);
    return rule.skipped().isEmpty() && (others || faults())
        ? rule("h", name + (others ? " (at least: other clients' count too)" : ""))
            .atLeast(seen, made)
        : rule.equal(seen, made);
  }

  private List<Check> sums() {
    Rule activated = rule("l", "every activation read a snapshot" + ofSurvivors);
    Count activations = new Count("activations", surviving(Counter.ACTIVATIONS));
    Count reads = new Count("snapshot reads", surviving(Counter.SNAPSHOT_READS));
    return List.of(
        rule("i", "every borrowed connection went back" + ofSurvivors)
            .unless(tier.file().externalTier() ? GOES_ON : "")
            .equal(
                new Count("borrowed", surviving(Counter.CONNECTIONS_BORROWED)),
                new Count("returned", surviving(Counter.CONNECTIONS_RETURNED))),
        rule("k", "failures by kind and successes add up")
            .equal(
                new Count("ok + failures", samples.rows(SampleCount.OK) + samples.failures()),
                new Count("requests", samples.rows(SampleCount.REQUESTS))),
        faults() ? activated.atLeast(reads, activations) : activated.equal(activations, reads),
        rule("n", "something was measured")
            .atLeast(
                new Count("requests in the measured phase", samples.rows(SampleCount.REQUESTS)),
                new Count("least", 1, "the measured phase was too short for a request")));
  }

  private Check nothing() {
    return rule("m", "noop left the database alone")
        .unless(noop.isEmpty() ? "only for the policy noop" : "")
        .equal(
            new Count("work in the database", work(), OTHER_WRITER + ", or to PS_TXN"),
            new Count("allowed", 0));
  }

  /** Rows changed count as far as the database tells them. */
  private long work() {
    return grown(PAGES)
        + tier.database(DatabaseCounter.PS_TXN_INSERTS)
        + total(
            Counter.CONNECTIONS_BORROWED,
            Counter.POSTED_ROWS,
            Counter.SNAPSHOT_WRITES,
            Counter.SNAPSHOT_READS);
  }

  /** Only plans with probes have verdicts to check. */
  private List<Check> probes() {
    if (samples.probes().isEmpty()) {
      return List.of();
    }
    OutcomeCounts all = samples.verdicts().total();
    return List.of(
        verdicts(all),
        rule("p", "probes not kept are the requests of probes that failed")
            .unless(cut)
            .equal(
                new Count(
                    "lost + leaked + refused + failed", all.probes() - all.of(ProbeOutcome.KEPT)),
                new Count("failed reads and writes", samples.rows(SampleCount.PROBES_FAILED))));
  }

  /** Adds up kind by kind: what one kind lacks, another one must not make up for. */
  private Check verdicts(OutcomeCounts all) {
    Map<StateKind, Long> written = samples.probes();
    Rule rule = rule("o", "every probe has one verdict").unless(cut);
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
        new Count("probes written", written.values().stream().mapToLong(Long::longValue).sum()));
  }

  /** The single-statement store replaces its row, the classic one inserts a new one each time. */
  private List<DatabaseCounter> rowCounters() {
    return tier.store().equals(TierOptions.PS_TXN)
        ? List.of(DatabaseCounter.PS_TXN_INSERTS, DatabaseCounter.PS_TXN_UPDATES)
        : List.of(DatabaseCounter.PS_TXN_INSERTS);
  }

  private boolean inTable() {
    return tier.store().startsWith(TierOptions.PS_TXN);
  }

  /** Why the database does not tell one of the counters; empty if it tells all. */
  private String unavailableReasons(List<DatabaseCounter> counters) {
    return counters.stream()
        .filter(counter -> tier.hasDatabase())
        .map(tier::whyNotTold)
        .filter(why -> !why.isEmpty())
        .findFirst()
        .map("not told: "::concat)
        .orElse("");
  }

  private long total(Counter... counters) {
    return Stream.of(counters).mapToLong(tier::counted).sum();
  }

  private long surviving(Counter... counters) {
    return Stream.of(counters).mapToLong(tier::surviving).sum();
  }

  private long grown(List<DatabaseCounter> counters) {
    return counters.stream().mapToLong(tier::database).sum();
  }

  private static Rule rule(String id, String name) {
    return new Rule(id, name, "");
  }

  /**
   * One side of a check.
   *
   * @param surplus likely cause if this side is greater than it may be
   */
  private record Count(String name, long value, String surplus) {
    Count(String name, long value) {
      this(name, value, "a defect of Cloakroom");
    }
  }

  /**
   * One check, said before it is made: its letter and name, and why it cannot be made, empty if it
   * can.
   */
  private record Rule(String id, String name, String skipped) {
    /** The first of the reasons that is one keeps the check from being made. */
    Rule unless(String... reasons) {
      return new Rule(
          id,
          name,
          Stream.concat(Stream.of(skipped), Stream.of(reasons))
              .filter(reason -> !reason.isEmpty())
              .findFirst()
              .orElse(""));
    }

    Check equal(Count left, Count right) {
      return equalUpTo(left, right, 0, "");
    }

    /**
     * Left must equal right; up to {@code unknown} more on the right are accepted, since nobody can
     * tell what became of those. Without any unknown the check is exact.
     */
    Check equalUpTo(Count left, Count right, long unknown, String why) {
      if (!skipped.isEmpty()) {
        return skip();
      }
      long missing = right.value - left.value;
      boolean passed = missing >= 0 && missing <= unknown;
      boolean noted = passed && missing > 0;
      String note = noted ? missing + " more: of " + unknown + " " + why : "";
      return made(left, "=", right, passed, note);
    }

    Check atLeast(Count left, Count right) {
      return skipped.isEmpty() ? made(left, ">=", right, left.value >= right.value, "") : skip();
    }

    private Check skip() {
      return new Check(id, name, "", 0, "", "", 0, Audit.Outcome.SKIPPED, skipped);
    }

    private Check made(Count left, String relation, Count right, boolean passed, String note) {
      return new Check(
          id,
          name,
          left.name,
          left.value,
          relation,
          right.name,
          right.value,
          passed ? Audit.Outcome.PASSED : Audit.Outcome.FAILED,
          passed ? note : "likely cause: " + (left.value > right.value ? left : right).surplus);
    }
  }
}
