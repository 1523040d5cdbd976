package cloakroom.stress.report;

import cloakroom.stress.measure.ComparedMetric;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Comparison.Outcome;
import cloakroom.stress.measure.Comparison.Verdict;
import cloakroom.stress.measure.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a run says in a few sentences; every printer begins with them. */
final class Headline {
  /** They frame the table and are no choice that anybody has. */
  private static final Set<String> BOUNDS = Set.of("unbounded", "noop");

  private Headline() {}

  /**
   * What the run says, one sentence a line: what probes found, or else the first variant's speed
   * against each other one's.
   */
  static List<String> of(RunSummary run) {
    if (run.trials().isEmpty()) {
      return List.of("Nothing was measured");
    }
    List<String> lines = new ArrayList<>(Kills.lines(run));
    lines.addAll(run.probed() ? MatrixWords.headline(run) : speed(run));
    return lines;
  }

  private static List<String> speed(RunSummary run) {
    if (!run.valid()) {
      return List.of("No verdict: " + Words.withheld(run));
    }
    List<String> variants = run.variants().stream().filter(v -> !bound(run, v)).toList();
    if (variants.size() < 2) {
      return List.of("Nothing to compare: " + String.join(", ", run.variants()));
    }
    List<String> lines = new ArrayList<>();
    for (String other : variants.subList(1, variants.size())) {
      lines.add(pair(run, variants.get(0), other));
    }
    run.comparisons().stream()
        .map(Comparison::verdict)
        .filter(Verdict::preliminary)
        .findFirst()
        .ifPresent(verdict -> lines.add("P" + Words.preliminary(verdict).substring(1)));
    return lines;
  }

  private static boolean bound(RunSummary run, String variant) {
    return BOUNDS.contains(run.trials(variant).get(0).policy());
  }

  /** "X is 2 x faster than Y and uses 3 x fewer connections", if both speak for the same one. */
  private static String pair(RunSummary run, String a, String b) {
    Comparison time = comparison(run, a, b, run.primary());
    Comparison connections = comparison(run, a, b, ComparedMetric.CONNECTIONS);
    return speed(time) + inUse(connections, time) + Words.failures(time.verdict());
  }

  private static String speed(Comparison time) {
    String worse = time.verdict().variant().equals(time.a()) ? time.b() : time.a();
    return switch (time.verdict().outcome()) {
      case BETTER -> time.verdict().variant() + " " + Words.better(time) + " than " + worse;
      case NO_DIFFERENCE ->
          "Between " + time.a() + " and " + time.b() + " no difference in speed seen";
      default -> "Between " + time.a() + " and " + time.b() + " " + Words.plain(time);
    };
  }

  private static String inUse(Comparison connections, Comparison time) {
    Verdict verdict = connections.verdict();
    if (verdict.outcome() != Outcome.BETTER) {
      return "; connections in use: " + Words.plain(connections);
    }
    boolean same =
        time.verdict().outcome() == Outcome.BETTER
            && time.verdict().variant().equals(verdict.variant());
    return same ? " and " + Words.better(connections) : "; " + Words.plain(connections);
  }

  private static Comparison comparison(RunSummary run, String a, String b, ComparedMetric metric) {
    return run.comparison(a, b, metric.key()).orElseThrow();
  }
}
