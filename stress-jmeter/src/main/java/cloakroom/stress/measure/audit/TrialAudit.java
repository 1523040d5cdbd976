package cloakroom.stress.measure.audit;

import static cloakroom.stress.measure.audit.AuditChecks.count;

import cloakroom.stress.measure.Audit;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.StateKinds.Fates;
import cloakroom.stress.measure.audit.AuditChecks.Count;
import cloakroom.stress.measure.files.Counters;
import cloakroom.stress.measure.files.ProbeSamples;
import cloakroom.stress.measure.files.TrialSamples;
import cloakroom.stress.measure.files.TrialSamples.Rows;
import java.util.stream.Stream;

/**
 * Lets the three who counted contradict each other: the generator's JTL, the tier's counters, the
 * database's statistics. A trial is consistent when no check failed.
 */
public final class TrialAudit {
  private static final String CUT = "the trial was cut short, requests were in flight";
  private static final String KILLED =
      "not applicable: node %d was killed, its last counts are lost";

  private final Counters tier;
  private final TrialSamples samples;
  private final boolean cutShort;
  private final boolean noop;
  private final AuditChecks checks = new AuditChecks();
  private final DatabaseAudit database;

  private TrialAudit(String policy, Counters tier, TrialSamples samples, boolean cutShort) {
    this.tier = tier;
    this.samples = samples;
    this.cutShort = cutShort;
    this.noop = policy.equals("noop");
    this.database = new DatabaseAudit(tier, noop, tier.hasKilled() ? killed() : "", checks);
  }

  /** Makes all checks of one trial. */
  public static Audit of(String policy, Counters tier, TrialSamples samples, boolean cutShort) {
    TrialAudit audit = new TrialAudit(policy, tier, samples, cutShort);
    audit.requests();
    audit.pool();
    audit.database.writes();
    audit.commits();
    audit.database.commits();
    audit.database.sessions();
    audit.connections();
    audit.kinds();
    audit.nothing();
    audit.probes();
    return new Audit(audit.checks.list());
  }

  private void requests() {
    requests(
        "a",
        "every answered request was counted by the tier",
        count("JTL rows with an HTTP status", samples.rows(Rows.ANSWERED)),
        count("tier requests", tier.total("requests")),
        samples.rows(Rows.UNANSWERED));
    requests(
        "b",
        "and so was every one of the measured phase",
        count("JTL rows of users", samples.rows(Rows.USERS_ANSWERED)),
        count("tier requests since the baseline", tier.measured("requests")),
        samples.rows(Rows.USERS_UNANSWERED));
  }

  private void requests(String id, String name, Count jtl, Count counted, long unanswered) {
    if (cutShort || tier.hasKilled()) {
      checks.skip(id, name, cutShort ? CUT : killed());
    } else {
      checks.equalUpTo(id, name, jtl, counted, unanswered, "requests that got no answer");
    }
  }

  private String killed() {
    return KILLED.formatted(tier.killedNode());
  }

  /** What a node counts twice for itself can be asked of those that told their final counters. */
  private String ofSurvivors(String name) {
    return tier.hasKilled() ? name + " (on the nodes that were not killed)" : name;
  }

  private void pool() {
    checks.equal(
        "c",
        ofSurvivors("what was checked out came back"),
        count("check-outs", tier.surviving("checkouts")),
        count("check-ins + busy", tier.surviving("checkins") + tier.survivingGauge("busy")));
    checks.equal(
        "d",
        ofSurvivors("every snapshot write has one cause"),
        count("snapshot writes", tier.surviving("snapshotWrites")),
        count("sum of their causes", writeCauses()));
  }

  private long writeCauses() {
    return Stream.of("Failover", "LevelZero", "Recycle", "Monitor", "Unpooled", "Stop")
        .mapToLong(cause -> tier.surviving("snapshotWrites" + cause))
        .sum();
  }

  private void commits() {
    String users = "every commit that a user saw was one in the tier";
    String nothing = "and so was every commit of nothing";
    if (cutShort || noop || tier.hasKilled() || samples.rows(Rows.COMMITS) == 0) {
      checks.skip("g", users, noCommits());
      checks.skip("q", nothing, noCommits());
    } else {
      checks.equalUpTo(
          "g",
          users,
          count("successful commit rows", samples.rows(Rows.COMMITS_OK)),
          count("tier commits", tier.total("commits")),
          samples.rows(Rows.COMMITS_DOUBTFUL),
          "commit requests that failed for the user");
      checks.equalUpTo(
          "q",
          nothing,
          count("commit rows of nothing", samples.rows(Rows.COMMITS_OF_NOTHING)),
          count("tier commits of nothing", tier.total("commitsOfNothing")),
          samples.rows(Rows.UNANSWERED),
          "requests that got no answer");
    }
  }

  private String noCommits() {
    if (cutShort) {
      return CUT;
    }
    if (tier.hasKilled() && !noop) {
      return killed();
    }
    return noop ? DatabaseAudit.NOOP : "the plan has no request whose name ends with \" commit\"";
  }

  private void connections() {
    checks.equal(
        "i",
        ofSurvivors("every borrowed connection went back"),
        count("borrowed", tier.surviving("connectionsBorrowed")),
        count("returned", tier.surviving("connectionsReturned")));
  }

  private void kinds() {
    checks.equal(
        "k",
        "failures by kind and successes add up",
        count("ok + failures", samples.ok() + samples.errors().total()),
        count("requests", samples.requests()));
    checks.equal(
        "l",
        ofSurvivors("every activation read a snapshot"),
        count("activations", tier.surviving("activations")),
        count("snapshot reads", tier.surviving("snapshotReads")));
    checks.atLeast(
        "n",
        "something was measured",
        count("requests in the measured phase", samples.requests()),
        count("least", 1));
  }

  private void nothing() {
    String name = "noop left the database alone";
    if (!noop) {
      checks.skip("m", name, "only for the policy noop");
    } else {
      checks.equal("m", name, count("work in the database", work()), count("allowed", 0));
    }
  }

  /** Only plans with probes have verdicts to check. */
  private void probes() {
    if (!samples.probes().any()) {
      return;
    }
    String verdicts = "every probe has one verdict";
    String failures = "probes not kept are the requests of probes that failed";
    if (cutShort) {
      checks.skip("o", verdicts, CUT);
      checks.skip("p", failures, CUT);
    } else {
      verdicts(verdicts);
      Fates all = samples.probes().kinds().total();
      checks.equal(
          "p",
          failures,
          count("lost + leaked + refused", all.probes() - all.kept()),
          count("failed reads and writes", samples.probes().failed()));
    }
  }

  /** Adds up kind by kind: what one kind lacks, another one must not make up for. */
  private void verdicts(String name) {
    ProbeSamples probes = samples.probes();
    StateKind odd = probes.unbalanced();
    if (odd == null) {
      checks.equal(
          "o",
          name,
          count("kept + lost + leaked + refused", probes.kinds().total().probes()),
          count("probes written", probes.written()));
    } else {
      checks.equal(
          "o",
          name,
          count("verdicts on " + odd.key(), probes.kinds().of(odd).probes()),
          count("probes written", probes.written(odd)));
    }
  }

  private long work() {
    long counted =
        Stream.of("connectionsBorrowed", "postedRows", "snapshotWrites", "snapshotReads")
            .mapToLong(tier::total)
            .sum();
    return counted + database.changes();
  }
}
