package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;

import cloakroom.contract.Significance;
import cloakroom.contract.StateKind;
import cloakroom.platform.MachineTime;
import cloakroom.stress.document.Cell;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.TrialSummary.FaultSummary;
import cloakroom.stress.judge.TrialSummary.KilledNode;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a run says in a few sentences; every printer begins with them. */
final class Headline {
  /** They frame the table and are no choice that anybody has. */
  private static final Set<String> BOUNDS = Set.of("unbounded", "noop");

  private static final String LATE = "the load was over before";
  private static final int NAMED = 6;

  /** Figures of the bill, and what they are called there. */
  private static final String BILL =
      """
      connections.meanInUse | Connections in use, mean
      connections.databaseMax | Connections open in the database, maximum
      perTransaction.roundTrips | Round trips of a transaction
      passivations.snapshotWrites | Snapshots written in a trial
      """;

  private static final List<ProbeOutcome> BAD =
      List.of(ProbeOutcome.FAILED, ProbeOutcome.LEAKED, ProbeOutcome.LOST, ProbeOutcome.REFUSED);

  private Headline() {}

  /**
   * What the run says, one sentence a line: what users of killed nodes lost, faults that were not
   * made, what probes found, or else the first variant's speed against each other one's.
   */
  static List<String> of(RunSummary run) {
    List<String> capacities = CapacitySection.of(run).lines();
    if (!capacities.isEmpty()) {
      return capacities;
    }
    if (run.trials().isEmpty()) {
      return List.of("Nothing was measured");
    }
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      trial
          .killed()
          .ifPresent(kill -> lines.add(trial.config().folder() + ": " + kill(trial, kill)));
      lines.addAll(missed(trial));
      if (!trial.failedSamples().isEmpty()) {
        lines.add(trial.config().folder() + ": series.csv: " + trial.failedSamples());
      }
    }
    lines.addAll(run.hasProbes() ? probes(run) : speed(run));
    lines.addAll(run.hasProbes() ? List.of() : disturbed(run));
    return lines;
  }

  /**
   * What each variant has cost and lost besides time, one sentence a line: connections, snapshots,
   * round trips as far as they are known, and sessions' state.
   */
  static List<String> bill(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    if (run.hasProbes() || run.config().searched() || variants.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    for (String row : BILL.lines().toList()) {
      String[] cells = row.split(" \\| ", 2);
      Metric metric = Metrics.get(cells[0]);
      if (MetricCells.known(metric, variants)) {
        lines.add(cells[1] + ": " + each(variants, v -> MetricCells.mean(v, metric).text()));
      }
    }
    boolean any = variants.stream().anyMatch(variant -> lost(variant) > 0);
    lines.add(
        any
            ? "Requests that found their session's state gone: "
                + each(variants, v -> String.format(Locale.ROOT, "%,d", lost(v)))
            : "No session's state was lost");
    return lines;
  }

  /** What of their state a variant's users missed: kinds where probes asked, else requests. */
  static List<String> gone(VariantSummary variant) {
    if (!variant.stateKinds().any()) {
      long requests = lost(variant);
      return requests == 0 ? List.of() : List.of("state of " + counted(requests, "request"));
    }
    return variant.stateKinds().byKind().entrySet().stream()
        .filter(kind -> kind.getValue().gone() > 0)
        .map(
            kind ->
                kind.getKey().label()
                    + (kind.getValue().of(ProbeOutcome.LEAKED) > 0 ? " (leaked)" : ""))
        .toList();
  }

  /** Whether a variant frames the others and competes with none. */
  static boolean bound(VariantSummary variant) {
    return BOUNDS.contains(variant.variant().policy());
  }

  /**
   * Returns how the two fastest of more than two variants compare; empty if the run states the
   * effects of single settings.
   */
  static Optional<String> best(RunSummary run) {
    List<VariantSummary> rivals =
        VariantSummary.of(run).stream().filter(variant -> !bound(variant)).toList();
    if (run.config().searched()
        || !run.valid()
        || run.hasProbes()
        || rivals.size() < 3
        || !effects(run).isEmpty()) {
      return Optional.empty();
    }
    Metric time = run.primary();
    List<VariantSummary> fastest =
        rivals.stream()
            .sorted(Comparator.comparingDouble(variant -> variant.mean(time)))
            .limit(2)
            .sorted(Comparator.comparingInt(rivals::indexOf))
            .toList();
    return Optional.of(
        "%s (the fastest two of %d %s)"
            .formatted(
                pair(run, fastest.get(0).name(), fastest.get(1).name()),
                rivals.size(),
                VerdictText.nouns(run)));
  }

  private static String each(
      List<VariantSummary> variants, Function<VariantSummary, String> figure) {
    return variants.stream().map(v -> v.name() + " " + figure.apply(v)).collect(joining(", "));
  }

  private static long lost(VariantSummary variant) {
    return variant.trials().stream()
        .mapToLong(t -> t.errors(FailureKind.STATE_LOST) + t.errors(FailureKind.ACTIVATION))
        .sum();
  }

  /** What was asked for and not made: nobody may think that it was survived. */
  private static List<String> missed(TrialSummary trial) {
    Map<String, String> made =
        trial.faults().stream()
            .collect(Collectors.toMap(FaultSummary::text, FaultSummary::failure));
    return Stream.of(trial.variant().choices().text(VariantOptions.FAULT).split(";", -1))
        .filter(asked -> !asked.equals(FaultSpec.NONE))
        .filter(asked -> !made.getOrDefault(asked, LATE).isEmpty())
        .map(asked -> asked + " did not go as asked: " + made.getOrDefault(asked, LATE))
        .map(line -> trial.config().folder() + ": " + line)
        .toList();
  }

  /** A node that misses the snapshot which a ticket names says so, instead of showing less. */
  private static String kill(TrialSummary trial, KilledNode kill) {
    long told = trial.errors(FailureKind.ACTIVATION);
    return "node %d was killed after %s s: %s lost (stateLost %d), %s unanswered"
            .formatted(
                kill.node(),
                seconds(kill.afterSeconds()),
                counted(kill.statesLost(), "acknowledged state"),
                kill.statesLost(),
                counted(kill.unanswered(), "request"))
        + (told == 0 ? "" : "; " + counted(told, "session") + " told that their state is gone");
  }

  private static String counted(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, seconds == Math.rint(seconds) ? "%.0f" : "%.1f", seconds);
  }

  private static List<String> speed(RunSummary run) {
    if (!run.valid()) {
      return List.of(VerdictText.noVerdict(run));
    }
    if (pairs(run).isEmpty()) {
      return List.of("Nothing to compare: " + String.join(", ", run.variants()));
    }
    Map<String, List<Comparison>> effects = effects(run);
    List<String> lines = new ArrayList<>();
    effects.forEach((what, pairs) -> lines.add(capital(what) + ": " + sentences(run, pairs)));
    if (effects.isEmpty()) {
      pairs(run)
          .forEach(
              pair -> lines.add(pair(run, pair.a(), pair.b()).replaceFirst("^between", "Between")));
    }
    run.comparisons().stream()
        .filter(Comparison::preliminary)
        .findFirst()
        .ifPresent(few -> lines.add("P" + VerdictText.preliminary(few).substring(1)));
    return lines;
  }

  /** Returns the pairs of variants whose speed the run compares. */
  private static List<Comparison> pairs(RunSummary run) {
    List<String> variants =
        VariantSummary.of(run).stream().filter(v -> !bound(v)).map(VariantSummary::name).toList();
    return run.shown().stream()
        .filter(c -> c.metric().equals(run.primary()))
        .filter(c -> variants.contains(c.a()) && variants.contains(c.b()))
        .toList();
  }

  /**
   * Returns the pairs that differ in one setting alone, by that setting, if several pairs share
   * one: pairs that differ in more would mix the effects. Else returns nothing.
   */
  private static Map<String, List<Comparison>> effects(RunSummary run) {
    Map<String, List<Comparison>> effects = new LinkedHashMap<>();
    for (Comparison pair : pairs(run)) {
      String what =
          Differences.between(VariantSummary.of(run, pair.b()), VariantSummary.of(run, pair.a()));
      effects.computeIfAbsent(what, w -> new ArrayList<>()).add(pair);
    }
    effects.keySet().removeIf(what -> what.contains(Differences.AND));
    return effects.values().stream().anyMatch(pairs -> pairs.size() > 1) ? effects : Map.of();
  }

  private static String sentences(RunSummary run, List<Comparison> pairs) {
    return pairs.stream().map(pair -> pair(run, pair.a(), pair.b())).collect(joining("; "));
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Returns trials with background CPU load that may be a database which the run did not start. */
  private static List<String> disturbed(RunSummary run) {
    List<TrialSummary> some =
        run.trials().stream().filter(t -> t.noisy() && t.noise().isEmpty()).toList();
    String line =
        "Background CPU load above %.0f %% in %s; this includes a local database that the run did not start"
            .formatted(MachineTime.DISTURBING, some(some.stream().map(Headline::others).toList()));
    return some.isEmpty() ? List.of() : List.of(line);
  }

  private static String others(TrialSummary trial) {
    return "%s (%.0f %%)".formatted(trial.config().folder(), trial.figure("interference.percent"));
  }

  /** "X is 2 x faster than Y and uses 3 x fewer connections", if both speak for the same one. */
  private static String pair(RunSummary run, String a, String b) {
    Comparison time = run.comparison(a, b, run.primary().name()).orElseThrow();
    Comparison connections = run.comparison(a, b, Metrics.CONNECTIONS.name()).orElseThrow();
    return speed(run, time) + inUse(run, connections, time) + VerdictText.failures(run, time);
  }

  private static String speed(RunSummary run, Comparison time) {
    String worse = time.better().equals(time.a()) ? time.b() : time.a();
    String faster = time.better() + " " + VerdictText.faster(time) + " than " + worse;
    String between = "between " + time.a() + " and " + time.b() + " ";
    if (time.difference().isEmpty()) {
      return between + VerdictText.plain(run, time);
    }
    return switch (time.difference().get()) {
      case SEEN -> faster;
      case SMALL -> faster + ", " + VerdictText.SMALL;
      case UNDECIDED ->
          between
              + "the difference in speed is "
              + VerdictText.undecided(time)
              + VerdictText.ratio(time);
      case NONE ->
          between + "no difference in speed: " + VerdictText.WITHIN + VerdictText.ratio(time);
    };
  }

  /** Mean in use, and the sessions that the database has to be sized for. */
  private static String inUse(RunSummary run, Comparison connections, Comparison time) {
    Metric metric = Metrics.get("connections.databaseMax");
    double a = VariantSummary.of(run, connections.a()).max(metric);
    double b = VariantSummary.of(run, connections.b()).max(metric);
    boolean known = Double.isFinite(a) && Double.isFinite(b);
    if (!connections.shows(Significance.SEEN)) {
      String open = " (at most %.0f open under %s, %.0f under %s)";
      return "; connections in use: "
          + VerdictText.plain(run, connections)
          + (known ? open.formatted(a, connections.a(), b, connections.b()) : "");
    }
    boolean same = time.shows(Significance.SEEN) && time.better().equals(connections.better());
    boolean first = connections.better().equals(connections.a());
    String open = " (at most %.0f open against %.0f)";
    return (same
            ? " and " + VerdictText.better(connections)
            : "; " + VerdictText.plain(run, connections))
        + (known ? open.formatted(first ? a : b, first ? b : a) : "");
  }

  /** What probes found, in a few sentences; why there is no matrix, when there is none. */
  private static List<String> probes(RunSummary run) {
    if (!run.consistent()) {
      return List.of("No matrix: " + VerdictText.disagreement(run));
    }
    List<String> lines = new ArrayList<>();
    if (run.cutShort()) {
      lines.add("The run was cut short: the matrix holds the probes that ended before that");
    }
    List<VariantSummary> variants = probed(run);
    lines.add(kept(run, variants));
    lines.add(leaked(run, variants));
    ProbeResults all = ProbeResults.sum(variants.stream().map(v -> v.stateKinds()).toList());
    if (all.total().of(ProbeOutcome.FAILED) > 0) {
      lines.add(
          "No verdict on %s: the database user lacks a right, or the database is read-only"
              .formatted(kinds(all, ProbeOutcome.FAILED, (kind, fates) -> kind.label())));
    }
    if (!run.valid()) {
      lines.add(VerdictText.noVerdict(run));
    }
    return lines;
  }

  private static List<VariantSummary> probed(RunSummary run) {
    return VariantSummary.of(run).stream().filter(v -> v.stateKinds().any()).toList();
  }

  private static String kept(RunSummary run, List<VariantSummary> variants) {
    List<String> all = variants.stream().filter(Headline::whole).map(v -> v.name()).toList();
    String kept =
        "%d of %d %s kept every probe"
            .formatted(all.size(), variants.size(), VerdictText.nouns(run));
    if (!all.isEmpty()) {
      return kept + ": " + some(all);
    }
    VariantSummary best = variants.stream().max(Comparator.comparing(Headline::share)).get();
    return kept + "; " + best.name() + " kept most, " + percent(best);
  }

  private static String leaked(RunSummary run, List<VariantSummary> variants) {
    List<VariantSummary> all =
        variants.stream().filter(v -> v.stateKinds().total().of(ProbeOutcome.LEAKED) > 0).toList();
    if (all.isEmpty()) {
      return "No probe saw another user's state";
    }
    ProbeResults together = ProbeResults.sum(all.stream().map(v -> v.stateKinds()).toList());
    return "Another user's state was seen in %s, under %d of %d %s: %s"
        .formatted(
            kinds(together, ProbeOutcome.LEAKED, (kind, fates) -> kind.label()),
            all.size(),
            variants.size(),
            VerdictText.nouns(run),
            some(all.stream().map(v -> v.name()).toList()));
  }

  private static String some(List<String> names) {
    int more = names.size() - NAMED;
    return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String kinds(
      ProbeResults kinds, ProbeOutcome fate, BiFunction<StateKind, OutcomeCounts, String> words) {
    return kinds.byKind().entrySet().stream()
        .filter(entry -> entry.getValue().of(fate) > 0)
        .map(entry -> words.apply(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** What probes found, a sentence for each variant; those that kept everything share one. */
  static List<String> matrix(RunSummary run) {
    if (!run.consistent()) {
      return probes(run);
    }
    List<String> lines = new ArrayList<>();
    List<VariantSummary> variants = probed(run);
    List<String> whole = variants.stream().filter(Headline::whole).map(v -> v.name()).toList();
    if (!whole.isEmpty()) {
      lines.add(String.join(", ", whole) + ": kept everything");
    }
    variants.stream().filter(v -> !whole(v)).map(Headline::line).forEach(lines::add);
    return lines;
  }

  private static String line(VariantSummary variant) {
    ProbeResults all = variant.stateKinds();
    String bad =
        BAD.stream()
            .filter(fate -> all.total().of(fate) > 0)
            .map(fate -> fate.key() + " " + kinds(all, fate, (kind, f) -> count(kind, f, fate)))
            .collect(Collectors.joining("; "));
    return variant.name() + ": kept " + percent(variant) + "; " + bad;
  }

  private static String count(StateKind kind, OutcomeCounts fates, ProbeOutcome fate) {
    return "%s %,d of %,d".formatted(kind.label(), fates.of(fate), fates.probes());
  }

  private static boolean whole(VariantSummary variant) {
    return variant.stateKinds().total().allKept();
  }

  private static double share(VariantSummary variant) {
    return variant.stateKinds().total().share(ProbeOutcome.KEPT);
  }

  private static String percent(VariantSummary variant) {
    return Cell.percent(share(variant));
  }
}
