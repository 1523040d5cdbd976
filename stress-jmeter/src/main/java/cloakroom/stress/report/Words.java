package cloakroom.stress.report;

import cloakroom.stress.measure.AuditCheck;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The sentences that several printers share. */
final class Words {
  /** They frame the table and are no choice that anybody has. */
  private static final Set<String> BOUNDS = Set.of("unbounded", "noop");

  private static final String PRELIMINARY = " (preliminary: ";

  private Words() {}

  /** What the run compares: policies, or policies and more. */
  static String noun(RunSummary run) {
    boolean plain = run.trials().stream().allMatch(t -> t.variant().name().equals(t.policy()));
    return plain ? "policy" : "variant";
  }

  /** The same for several. */
  static String nouns(RunSummary run) {
    return noun(run).equals("policy") ? "policies" : "variants";
  }

  static String outcome(AuditCheck.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  /**
   * What the run says, one sentence a line: what probes found, or else the first variant's speed
   * against each other one's.
   */
  static List<String> headline(RunSummary run) {
    if (run.trials().isEmpty()) {
      return List.of("Nothing was measured");
    }
    List<String> lines = new ArrayList<>(Kills.lines(run));
    lines.addAll(run.probed() ? MatrixWords.headline(run) : speed(run));
    return lines;
  }

  private static List<String> speed(RunSummary run) {
    if (!run.valid()) {
      return List.of("No verdict: " + run.withheld());
    }
    List<String> variants = run.variants().stream().filter(v -> !bound(run, v)).toList();
    if (variants.size() < 2) {
      return List.of("Nothing to compare: " + String.join(", ", run.variants()));
    }
    List<String> lines = new ArrayList<>();
    for (String other : variants.subList(1, variants.size())) {
      lines.add(pair(run, variants.get(0), other));
    }
    preliminary(run).ifPresent(lines::add);
    return lines;
  }

  private static boolean bound(RunSummary run, String variant) {
    return BOUNDS.contains(run.trials(variant).get(0).policy());
  }

  private static String pair(RunSummary run, String a, String b) {
    String time = verdict(run, a, b, run.primary().key());
    String connections = verdict(run, a, b, "connections.meanInUse");
    String sentence = faster(plain(time), a, b);
    return sentence + joined(sentence, plain(connections)) + remark(time);
  }

  private static String faster(String verdict, String a, String b) {
    if (verdict.startsWith(a + " is ")) {
      return verdict + " than " + b;
    }
    return verdict.startsWith(b + " is ")
        ? verdict + " than " + a
        : "Between " + a + " and " + b + " " + verdict.replace("seen", "in speed seen");
  }

  /** "X is 2 x faster than Y and uses 3 x fewer connections", if both speak for the same one. */
  private static String joined(String sentence, String connections) {
    int verb = connections.indexOf(" uses ");
    if (verb < 0) {
      return "; connections in use: " + connections;
    }
    String subject = connections.substring(0, verb);
    return sentence.startsWith(subject + " is ")
        ? " and" + connections.substring(verb)
        : "; " + connections;
  }

  private static String plain(String verdict) {
    int remark = verdict.indexOf(" (");
    return remark < 0 ? verdict : verdict.substring(0, remark);
  }

  /** What the verdict adds about failed requests. */
  private static String remark(String verdict) {
    int from = verdict.indexOf(" (");
    int to = verdict.indexOf(PRELIMINARY);
    return from < 0 ? "" : verdict.substring(from, to < 0 ? verdict.length() : to);
  }

  /** Said once for all pairs. */
  private static Optional<String> preliminary(RunSummary run) {
    return run.comparisons().stream()
        .map(Comparison::verdict)
        .filter(verdict -> verdict.contains(PRELIMINARY))
        .map(verdict -> verdict.substring(verdict.indexOf(PRELIMINARY) + 2, verdict.length() - 1))
        .map(remark -> "P" + remark.substring(1))
        .findFirst();
  }

  private static String verdict(RunSummary run, String a, String b, String metric) {
    return run.comparison(a, b, metric).map(Comparison::verdict).orElse("not compared");
  }

  /** The line that heads every report. */
  static String audit(RunSummary run) {
    long failed = run.trials().stream().mapToLong(t -> t.audit().failed().size()).sum();
    long all =
        run.trials().stream()
            .flatMap(trial -> trial.audit().checks().stream())
            .filter(check -> check.outcome() != AuditCheck.Outcome.SKIPPED)
            .count();
    return "consistent: %s (%d of %d audit checks passed)"
        .formatted(run.consistent(), all - failed, all);
  }

  /** How many requests failed, and that verdicts of probes are no faults. */
  static String failures(RunSummary run) {
    long findings = run.errors() - run.failures();
    if (findings == 0) {
      return "failed";
    }
    return findings == run.errors()
        ? "failed, all of them verdicts of probes"
        : String.format(Locale.ROOT, "failed, %,d of them verdicts of probes", findings);
  }

  /** A ratio with its interval, or a dash when none may be shown. */
  static String interval(Comparison comparison) {
    if (comparison.withheld()) {
      return "withheld";
    }
    if (!Double.isFinite(comparison.ratio())) {
      return "–";
    }
    return String.format(
        Locale.ROOT, "%.2f [%.2f–%.2f]", comparison.ratio(), comparison.low(), comparison.high());
  }

  /** The same comparison, seen from the other side. */
  static Comparison turned(Comparison c) {
    return new Comparison(
        c.b(),
        c.a(),
        c.metric(),
        1 / c.ratio(),
        1 / c.high(),
        1 / c.low(),
        c.verdict(),
        c.withheld());
  }

  /** Why the ratio of this metric carries the headline. */
  static String primary(RunSummary run) {
    return run.primary().key().equals("tier.mean")
        ? "Mean service times are under 20 ms, too short for JMeter's clock of whole milliseconds,"
            + " so the ratio of the mean tier time carries the verdict."
        : "The ratio of the mean service time carries the verdict: it is 20 ms or more under some"
            + " policy, or the tier gave no times of its own.";
  }
}
