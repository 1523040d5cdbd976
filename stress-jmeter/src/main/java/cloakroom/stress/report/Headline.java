package cloakroom.stress.report;

import static cloakroom.stress.folder.ProbeResults.ProbeOutcome.*;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.Significance;
import cloakroom.platform.MachineTime;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.PageVerdict;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.FailureKind;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Main result of a run, from which every report takes its first sentences, and a page its edge.
 *
 * @param verdict edge and first sentences
 * @param exploratory comparisons other than the primary one
 * @param notes sentences on parts of the measurement that failed or were disturbed
 */
record Headline(PageVerdict verdict, List<String> exploratory, List<String> notes) {
  // Policies that only show performance limits. They are unranked: applications cannot use them.
  private static final Set<String> BOUNDS = Set.of("unbounded", "noop");
  private static final int MAX_NAMES = 6;
  private static final List<ProbeOutcome> NOT_KEPT = List.of(FAILED, LEAKED, LOST, REFUSED);

  static Headline of(RunSummary run) {
    List<String> capacities = CapacitySection.sentences(run);
    if (!capacities.isEmpty()) {
      return of(run, capacities, CapacitySection.tone(run), notes(run));
    }
    boolean timed = !run.trials().isEmpty() && !run.hasProbes();
    Tone tone = timed ? primary(run).map(Headline::tone).orElse(Tone.GOOD) : Tone.GOOD;
    return of(run, timed ? speed(run) : List.of(), tone, notes(run));
  }

  /** Returns the headline of a run without load; {@code sentence} is the result of its counts. */
  static Headline counted(RunSummary run, String sentence, String method) {
    String invalid = "No valid counts: " + VerdictText.noVerdictReason(run);
    List<String> sentences = List.of(run.isReliable() ? sentence : invalid);
    List<String> notes = run.isReliable() ? List.of(method) : List.of();
    return of(run, run.trials().isEmpty() ? List.of() : sentences, Tone.GOOD, notes);
  }

  /** Adds crossed failure conditions, faults and probes to the sentences and the edge. */
  private static Headline of(
      RunSummary run, List<String> results, Tone ofResults, List<String> notes) {
    List<String> crossed =
        FailureConditions.of(run).check(run).stream()
            .filter(ConditionFinding::crossed)
            .map(finding -> finding.limit().text())
            .distinct()
            .toList();
    List<String> sentences = new ArrayList<>();
    List<Tone> tones = new ArrayList<>(List.of(VerdictText.trustTone(run), ofResults));
    if (!crossed.isEmpty()) {
      String noun = crossed.size() == 1 ? "condition" : "conditions";
      sentences.add("Failure %s crossed: %s".formatted(noun, String.join("; ", crossed)));
      tones.add(Tone.BAD);
    }
    List<String> faults = faults(run);
    sentences.addAll(faults);
    tones.add(faults.isEmpty() ? Tone.GOOD : Tone.FAIR);
    sentences.addAll(results);
    if (run.hasProbes()) {
      sentences.addAll(probes(run));
      tones.add(probeTone(run));
    }
    if (sentences.isEmpty()) {
      String reason = VerdictText.noVerdictReason(run);
      sentences.add(reason.substring(0, 1).toUpperCase(Locale.ROOT) + reason.substring(1));
    }
    PageVerdict verdict = new PageVerdict(Tone.worst(tones), sentences);
    return new Headline(verdict, exploratory(run), notes);
  }

  List<String> all() {
    return Stream.of(verdict.sentences(), exploratory, notes).flatMap(List::stream).toList();
  }

  /** Returns sentences on nodes that were killed, and on faults that could not be injected. */
  private static List<String> faults(RunSummary run) {
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String prefix = trial.config().folder() + ": ";
      trial.killed().ifPresent(kill -> lines.add(prefix + killed(trial, kill)));
      lines.addAll(trial.uselessFaults());
    }
    return lines;
  }

  private static List<String> notes(RunSummary run) {
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      if (!trial.failedSamples().isEmpty()) {
        lines.add(trial.config().folder() + ": series.csv: " + trial.failedSamples());
      }
    }
    Stream<TrialSummary> trials =
        run.trials().stream().filter(t -> t.noisy() && t.noise().isEmpty());
    List<String> noisy =
        trials.map(t -> "%s (%.0f %%)".formatted(t.config().folder(), t.backgroundLoad())).toList();
    if (!run.hasProbes() && !noisy.isEmpty()) {
      lines.add(
          "Background CPU load above %.0f %% in %s; this includes a local database that the run did not start"
              .formatted(MachineTime.DISTURBING, some(noisy)));
    }
    return lines;
  }

  static List<String> lost(VariantSummary variant) {
    if (!variant.stateKinds().any()) {
      long requests =
          variant.sum(t -> t.errors(FailureKind.STATE_LOST) + t.errors(FailureKind.ACTIVATION));
      return requests == 0 ? List.of() : List.of("state of " + Cell.counted(requests, "request"));
    }
    return kinds(variant.stateKinds(), n -> n.gone() > 0, n -> n.of(LEAKED) > 0 ? " (leaked)" : "");
  }

  /** Returns the labels of the kinds of state whose counts are wanted, each with its suffix. */
  private static List<String> kinds(
      ProbeResults results,
      Predicate<OutcomeCounts> wanted,
      Function<OutcomeCounts, String> suffix) {
    return results.byKind().entrySet().stream()
        .filter(kind -> wanted.test(kind.getValue()))
        .map(kind -> kind.getKey().label() + suffix.apply(kind.getValue()))
        .toList();
  }

  static boolean isBound(VariantSummary variant) {
    return BOUNDS.contains(variant.variant().policy());
  }

  /**
   * Returns a sentence on the session states and requests that were lost when a node was killed. A
   * lost session that another node reported is counted separately.
   */
  private static String killed(TrialSummary trial, TrialSummary.KilledNode kill) {
    long reported = trial.errors(FailureKind.ACTIVATION);
    double seconds = kill.afterSeconds();
    return "node %d was killed after %s s: %s lost (stateLost %d), %s unanswered"
            .formatted(
                kill.node(),
                (seconds == Math.rint(seconds) ? "%.0f" : "%.1f").formatted(seconds),
                Cell.counted(kill.statesLost(), "acknowledged state"),
                kill.statesLost(),
                Cell.counted(kill.unanswered(), "request"))
        + (reported == 0 ? "" : "; " + Cell.counted(reported, "session") + " reported as lost");
  }

  private static List<String> speed(RunSummary run) {
    if (!run.valid()) {
      return List.of(VerdictText.noVerdict(run));
    }
    if (pairs(run).isEmpty()) {
      return List.of("Nothing to compare: " + String.join(", ", run.variants()));
    }
    return List.of(
        "Primary comparison: "
            + primary(run)
                .map(c -> pair(run, c.a(), c.b()))
                .orElse("none, because unbounded and noop are bounds, which are not ranked"));
  }

  private static Optional<Comparison> primary(RunSummary run) {
    List<String> ranked = ranked(run);
    return run.primaryComparison()
        .filter(c -> run.valid() && ranked.contains(c.a()) && ranked.contains(c.b()));
  }

  private static Tone tone(Comparison primary) {
    return primary.difference().filter(d -> d != Significance.UNDECIDED).isPresent()
        ? Tone.GOOD
        : Tone.OPEN;
  }

  private static List<String> exploratory(RunSummary run) {
    if (!run.valid() || run.hasProbes()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    Optional<Comparison> primary = primary(run);
    Map<String, List<Comparison>> effects = effects(run);
    for (String what : effects.keySet()) {
      Stream<String> all =
          effects.get(what).stream()
              .filter(c -> primary.filter(c::equals).isEmpty())
              .map(c -> pair(run, c.a(), c.b()));
      lines.add("Exploratory, " + what + ": " + all.collect(joining("; ")));
    }
    for (Comparison c : effects.isEmpty() ? pairs(run) : List.<Comparison>of()) {
      if (primary.filter(c::equals).isEmpty()) {
        lines.add("Exploratory: " + pair(run, c.a(), c.b()));
      }
    }
    return lines;
  }

  private static List<Comparison> pairs(RunSummary run) {
    return run.shown(ranked(run)).stream().filter(c -> c.metric().equals(run.primary())).toList();
  }

  private static List<String> ranked(RunSummary run) {
    return VariantSummary.of(run).stream()
        .filter(v -> !isBound(v))
        .map(VariantSummary::name)
        .toList();
  }

  /** Groups pairs of variants by the only setting that differs; empty if no group has two pairs. */
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

  private static String pair(RunSummary run, String a, String b) {
    Comparison time = run.comparison(a, b, run.primary().name()).orElseThrow();
    Comparison connections = run.comparison(a, b, Metric.CONNECTIONS.name()).orElseThrow();
    return speed(run, time) + inUse(run, connections, time) + VerdictText.failures(run, time);
  }

  private static String speed(RunSummary run, Comparison time) {
    String between = "between " + time.a() + " and " + time.b() + " ";
    if (time.difference().isEmpty()) {
      return between + VerdictText.plain(run, time);
    }
    String slower = time.better().equals(time.a()) ? time.b() : time.a();
    String faster = time.better() + " is faster than " + slower;
    String ratio = " (" + VerdictText.ratio(time) + ")";
    return switch (time.difference().get()) {
      case SEEN -> faster + ratio;
      case SMALL -> faster + ", " + VerdictText.SMALL + ratio;
      case UNDECIDED -> between + "the difference in speed is " + VerdictText.UNDECIDED + ratio;
      case NONE -> between + "no difference in speed: " + VerdictText.WITHIN + ratio;
    };
  }

  private static String inUse(RunSummary run, Comparison connections, Comparison time) {
    Metric metric = Metric.get("connections.databaseMax");
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

  /** Returns the results of the probes, the worst first. */
  private static List<String> probes(RunSummary run) {
    if (!run.consistent()) {
      return List.of("No matrix: " + VerdictText.disagreement(run));
    }
    List<String> lines = new ArrayList<>();
    List<VariantSummary> variants = probed(run);
    List<String> leaked = leaked(run, variants);
    lines.addAll(leaked);
    lines.add(kept(run, variants));
    if (leaked.isEmpty()) {
      lines.add("No probe saw another user's state");
    }
    String failed = kinds(variants, FAILED);
    String why = "No verdict on %s: the database user lacks a right, or the database is read-only";
    lines.addAll(failed.isEmpty() ? List.of() : List.of(why.formatted(failed)));
    if (run.cutShort()) {
      lines.add("The run was cut short: the matrix contains the probes that ended before");
    }
    if (!run.valid() && !run.config().counted()) {
      lines.add(VerdictText.noVerdict(run));
    }
    return lines;
  }

  /** Returns the edge of a page with probes, which follows the worst outcome of any probe. */
  private static Tone probeTone(RunSummary run) {
    if (!run.consistent()) {
      return Tone.BAD;
    }
    List<ProbeResults> all = probed(run).stream().map(v -> v.stateKinds()).toList();
    return switch (ProbeResults.sum(all).total().worst()) {
      case KEPT -> Tone.GOOD;
      case LOST, REFUSED, FAILED -> Tone.FAIR;
      case LEAKED -> Tone.BAD;
    };
  }

  private static List<VariantSummary> probed(RunSummary run) {
    return VariantSummary.of(run).stream().filter(v -> v.stateKinds().any()).toList();
  }

  private static String kept(RunSummary run, List<VariantSummary> variants) {
    List<String> all = variants.stream().filter(Headline::keptAll).map(v -> v.name()).toList();
    String of = all.size() + " of " + variants.size() + " " + VerdictText.nouns(run);
    VariantSummary best = variants.stream().max(Comparator.comparing(Headline::share)).get();
    return of
        + " kept every probe"
        + (all.isEmpty()
            ? "; the best is " + best.name() + " with " + Cell.percent(share(best))
            : ": " + some(all));
  }

  private static List<String> leaked(RunSummary run, List<VariantSummary> variants) {
    List<VariantSummary> all =
        variants.stream().filter(v -> v.stateKinds().total().worst() == LEAKED).toList();
    return all.isEmpty()
        ? List.of()
        : List.of(
            "Another user's state was seen in %s, under %d of %d %s: %s"
                .formatted(
                    kinds(all, LEAKED),
                    all.size(),
                    variants.size(),
                    VerdictText.nouns(run),
                    some(all.stream().map(v -> v.name()).toList())));
  }

  private static String some(List<String> names) {
    int more = names.size() - MAX_NAMES;
    String first = names.stream().limit(MAX_NAMES).collect(joining(", "));
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private static String kinds(List<VariantSummary> variants, ProbeOutcome outcome) {
    ProbeResults all = ProbeResults.sum(variants.stream().map(v -> v.stateKinds()).toList());
    return String.join(", ", kinds(all, counts -> counts.of(outcome) > 0, counts -> ""));
  }

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
    for (ProbeOutcome outcome : NOT_KEPT) {
      List<String> kinds =
          kinds(
              variant.stateKinds(),
              n -> n.of(outcome) > 0,
              n -> " %,d of %,d".formatted(n.of(outcome), n.probes()));
      text.append(kinds.isEmpty() ? "" : "; " + outcome.key() + " " + String.join(", ", kinds));
    }
    return text.toString();
  }

  private static boolean keptAll(VariantSummary variant) {
    return variant.stateKinds().total().allKept();
  }

  private static double share(VariantSummary variant) {
    return variant.stateKinds().total().share(KEPT);
  }
}
