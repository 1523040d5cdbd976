package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;

import cloakroom.contract.Significance;
import cloakroom.contract.StateKind;
import cloakroom.platform.MachineTime;
import cloakroom.stress.document.Cell;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences with the result of a run; every report begins with them. */
final class Headline {
  /** Policies that show the limits of what is possible and are no choice for an application. */
  private static final Set<String> BOUNDS = Set.of("unbounded", "noop");

  private static final int MAX_NAMES = 6;

  private Headline() {}

  /** Returns the result in sentences: lost state, failed faults, results of probes, or speed. */
  static List<String> of(RunSummary run) {
    List<String> capacities = CapacitySection.of(run).sentences();
    if (!capacities.isEmpty()) {
      return capacities;
    }
    if (run.trials().isEmpty()) {
      return List.of("Nothing was measured");
    }
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String prefix = trial.config().folder() + ": ";
      trial.killed().ifPresent(kill -> lines.add(prefix + killed(trial, kill)));
      notInjected(trial).forEach(line -> lines.add(prefix + line));
      if (!trial.failedSamples().isEmpty()) {
        lines.add(prefix + "series.csv: " + trial.failedSamples());
      }
    }
    lines.addAll(run.hasProbes() ? probes(run) : speed(run));
    lines.addAll(run.hasProbes() ? List.of() : backgroundLoad(run));
    return lines;
  }

  /** Returns the lost state of a variant: kinds of state if the plan has probes, else requests. */
  static List<String> lost(VariantSummary variant) {
    if (!variant.stateKinds().any()) {
      long requests =
          variant.sum(t -> t.errors(FailureKind.STATE_LOST) + t.errors(FailureKind.ACTIVATION));
      return requests == 0 ? List.of() : List.of("state of " + counted(requests, "request"));
    }
    List<String> kinds = new ArrayList<>();
    variant
        .stateKinds()
        .byKind()
        .forEach(
            (kind, outcomes) -> {
              if (outcomes.gone() > 0) {
                boolean leaked = outcomes.of(ProbeOutcome.LEAKED) > 0;
                kinds.add(kind.label() + (leaked ? " (leaked)" : ""));
              }
            });
    return kinds;
  }

  static boolean isBound(VariantSummary variant) {
    return BOUNDS.contains(variant.variant().policy());
  }

  /** Returns how the two fastest compare; empty if the run states effects of single settings. */
  static Optional<String> best(RunSummary run) {
    List<VariantSummary> rivals =
        VariantSummary.of(run).stream().filter(variant -> !isBound(variant)).toList();
    if (run.config().searched()
        || !run.valid()
        || run.hasProbes()
        || rivals.size() < 3
        || !effects(run).isEmpty()) {
      return Optional.empty();
    }
    List<String> fastest =
        rivals.stream()
            .sorted(Comparator.comparingDouble(variant -> variant.mean(run.primary())))
            .limit(2)
            .sorted(Comparator.comparingInt(rivals::indexOf))
            .map(VariantSummary::name)
            .toList();
    return Optional.of(
        "%s (the fastest two of %d %s)"
            .formatted(
                pair(run, fastest.get(0), fastest.get(1)), rivals.size(), VerdictText.nouns(run)));
  }

  private static List<String> notInjected(TrialSummary trial) {
    Map<String, String> failures =
        trial.faults().stream()
            .collect(
                Collectors.toMap(
                    TrialSummary.FaultSummary::text, TrialSummary.FaultSummary::failure));
    return Stream.of(trial.variant().choices().text(VariantOptions.FAULT).split(";", -1))
        .filter(fault -> !fault.equals(FaultSpec.NONE))
        .map(fault -> List.of(fault, failures.getOrDefault(fault, "the load ended before it")))
        .filter(fault -> !fault.get(1).isEmpty())
        .map(fault -> "fault " + fault.get(0) + " failed: " + fault.get(1))
        .toList();
  }

  /** A node without the snapshot of a failover cookie reports that, and shows no less data. */
  private static String killed(TrialSummary trial, TrialSummary.KilledNode kill) {
    long reported = trial.errors(FailureKind.ACTIVATION);
    double seconds = kill.afterSeconds();
    return String.format(
            Locale.ROOT,
            "node %d was killed after %s s: %s lost (stateLost %d), %s unanswered",
            kill.node(),
            String.format(Locale.ROOT, seconds == Math.rint(seconds) ? "%.0f" : "%.1f", seconds),
            counted(kill.statesLost(), "acknowledged state"),
            kill.statesLost(),
            counted(kill.unanswered(), "request"))
        + (reported == 0 ? "" : "; " + counted(reported, "session") + " reported as lost");
  }

  private static String counted(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
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
    effects.forEach(
        (what, pairs) ->
            lines.add(
                what.substring(0, 1).toUpperCase(Locale.ROOT)
                    + what.substring(1)
                    + ": "
                    + pairs.stream().map(c -> pair(run, c.a(), c.b())).collect(joining("; "))));
    if (effects.isEmpty()) {
      pairs(run)
          .forEach(c -> lines.add(pair(run, c.a(), c.b()).replaceFirst("^between", "Between")));
    }
    run.comparisons().stream()
        .filter(Comparison::preliminary)
        .findFirst()
        .ifPresent(few -> lines.add("P" + VerdictText.preliminary(few).substring(1)));
    return lines;
  }

  private static List<Comparison> pairs(RunSummary run) {
    List<String> variants =
        VariantSummary.of(run).stream().filter(v -> !isBound(v)).map(VariantSummary::name).toList();
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

  /** Returns trials with background CPU load that may be a database which the run did not start. */
  private static List<String> backgroundLoad(RunSummary run) {
    List<String> noisy =
        run.trials().stream()
            .filter(trial -> trial.noisy() && trial.noise().isEmpty())
            .map(t -> "%s (%.0f %%)".formatted(t.config().folder(), t.backgroundLoad()))
            .toList();
    String line =
        "Background CPU load above %.0f %% in %s; this includes a local database that the run did not start"
            .formatted(MachineTime.DISTURBING, some(noisy));
    return noisy.isEmpty() ? List.of() : List.of(line);
  }

  private static String pair(RunSummary run, String a, String b) {
    Comparison time = run.comparison(a, b, run.primary().name()).orElseThrow();
    Comparison connections = run.comparison(a, b, Metrics.CONNECTIONS.name()).orElseThrow();
    return speed(run, time) + inUse(run, connections, time) + VerdictText.failures(run, time);
  }

  private static String speed(RunSummary run, Comparison time) {
    String slower = time.better().equals(time.a()) ? time.b() : time.a();
    String faster = time.better() + " " + VerdictText.faster(time) + " than " + slower;
    String between = "between " + time.a() + " and " + time.b() + " ";
    if (time.difference().isEmpty()) {
      return between + VerdictText.plain(run, time);
    }
    String ratio = VerdictText.ratio(time);
    return switch (time.difference().get()) {
      case SEEN -> faster;
      case SMALL -> faster + ", " + VerdictText.SMALL;
      case UNDECIDED ->
          between + "the difference in speed is " + VerdictText.undecided(time) + ratio;
      case NONE -> between + "no difference in speed: " + VerdictText.WITHIN + ratio;
    };
  }

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

  private static List<String> probes(RunSummary run) {
    if (!run.consistent()) {
      return List.of("No matrix: " + VerdictText.disagreement(run));
    }
    List<String> lines = new ArrayList<>();
    if (run.cutShort()) {
      lines.add("The run was cut short: the matrix contains the probes that ended before");
    }
    List<VariantSummary> variants = probed(run);
    lines.add(kept(run, variants));
    lines.add(leaked(run, variants));
    String failed = kinds(variants, ProbeOutcome.FAILED);
    if (!failed.isEmpty()) {
      lines.add(
          "No verdict on %s: the database user lacks a right, or the database is read-only"
              .formatted(failed));
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
    List<String> all = variants.stream().filter(Headline::keptAll).map(v -> v.name()).toList();
    String kept =
        "%d of %d %s kept every probe"
            .formatted(all.size(), variants.size(), VerdictText.nouns(run));
    if (!all.isEmpty()) {
      return kept + ": " + some(all);
    }
    VariantSummary best = variants.stream().max(Comparator.comparing(Headline::share)).get();
    return kept + "; the best is " + best.name() + " with " + Cell.percent(share(best));
  }

  private static String leaked(RunSummary run, List<VariantSummary> variants) {
    List<VariantSummary> all =
        variants.stream().filter(v -> v.stateKinds().total().of(ProbeOutcome.LEAKED) > 0).toList();
    return all.isEmpty()
        ? "No probe saw another user's state"
        : "Another user's state was seen in %s, under %d of %d %s: %s"
            .formatted(
                kinds(all, ProbeOutcome.LEAKED),
                all.size(),
                variants.size(),
                VerdictText.nouns(run),
                some(all.stream().map(v -> v.name()).toList()));
  }

  private static String some(List<String> names) {
    int more = names.size() - MAX_NAMES;
    return String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String kinds(List<VariantSummary> variants, ProbeOutcome outcome) {
    return ProbeResults.sum(variants.stream().map(VariantSummary::stateKinds).toList())
        .byKind()
        .entrySet()
        .stream()
        .filter(kind -> kind.getValue().of(outcome) > 0)
        .map(kind -> kind.getKey().label())
        .collect(joining(", "));
  }

  /** Returns a sentence for each variant; those that kept every probe share one. */
  static List<String> matrix(RunSummary run) {
    if (!run.consistent()) {
      return probes(run);
    }
    List<String> lines = new ArrayList<>();
    List<VariantSummary> variants = probed(run);
    List<String> all = variants.stream().filter(Headline::keptAll).map(v -> v.name()).toList();
    if (!all.isEmpty()) {
      lines.add(String.join(", ", all) + ": kept everything");
    }
    variants.stream().filter(v -> !keptAll(v)).map(Headline::sentence).forEach(lines::add);
    return lines;
  }

  private static String sentence(VariantSummary variant) {
    StringBuilder text =
        new StringBuilder(variant.name() + ": kept " + Cell.percent(share(variant)));
    for (ProbeOutcome outcome :
        List.of(
            ProbeOutcome.FAILED, ProbeOutcome.LEAKED, ProbeOutcome.LOST, ProbeOutcome.REFUSED)) {
      String kinds =
          variant.stateKinds().byKind().entrySet().stream()
              .filter(kind -> kind.getValue().of(outcome) > 0)
              .map(kind -> count(kind.getKey(), kind.getValue(), outcome))
              .collect(joining(", "));
      text.append(kinds.isEmpty() ? "" : "; " + outcome.key() + " " + kinds);
    }
    return text.toString();
  }

  private static String count(
      StateKind kind, ProbeResults.OutcomeCounts counts, ProbeOutcome outcome) {
    return "%s %,d of %,d".formatted(kind.label(), counts.of(outcome), counts.probes());
  }

  private static boolean keptAll(VariantSummary variant) {
    return variant.stateKinds().total().allKept();
  }

  private static double share(VariantSummary variant) {
    return variant.stateKinds().total().share(ProbeOutcome.KEPT);
  }
}
