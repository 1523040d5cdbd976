package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.Significance;
import cloakroom.options.NodeOptions;
import cloakroom.options.Option;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;

/** Sentences that several reports share: conditions of a run, its reliability, its verdicts. */
public final class VerdictText {
  private static final Map<String, List<String>> PROSE =
      Resources.table("cloakroom/stress/report/prose.txt");
  static final String WITHIN = "all of the interval lies within " + Significance.MARGIN;
  static final String SMALL = "less than the margin of " + Significance.MARGIN;
  private static final int MAX_FAILED_CHECKS = 5;
  private static final List<Option<?>> CONDITIONS =
      List.of(
          VariantOptions.DURATION,
          VariantOptions.ARRIVALS,
          VariantOptions.ONE_REQUEST,
          VariantOptions.SHARED_ROWS,
          NodeOptions.DB_RTT,
          VariantOptions.COMMIT_DELAY,
          NodeOptions.PAGE_WAIT,
          NodeOptions.PAGE_CPU,
          NodeOptions.STATE_SIZE);

  private VerdictText() {}

  /** Returns what the run compares: policies, or policies with settings. */
  static String noun(RunSummary run) {
    boolean plain = run.trials().stream().allMatch(t -> t.variant().name().equals(t.policy()));
    return plain ? "policy" : "variant";
  }

  static String nouns(RunSummary run) {
    return noun(run).equals("policy") ? "policies" : "variants";
  }

  static String trials(int trials) {
    return trials == 1 ? "1 trial" : trials + " trials";
  }

  public static String length(RunSummary run) {
    String startedAt = run.config().startedAt().replaceAll("\\.\\d+", "");
    return "%s, seed %d%s"
        .formatted(
            trials(run.trials().size()),
            run.config().seed(),
            startedAt.isEmpty() ? "" : ", started " + startedAt);
  }

  /** Returns the conditions that decide the response times as much as the policy does. */
  public static String conditions(RunSummary run) {
    Map<String, String> all = run.config().all();
    List<Variant> variants = run.trials().stream().map(TrialSummary::variant).toList();
    List<Integer> nodes = variants.stream().map(Variant::nodes).distinct().toList();
    List<String> thresholds =
        VariantSummary.of(run).stream()
            .map(VerdictText::threshold)
            .filter(t -> !t.isEmpty())
            .distinct()
            .toList();
    boolean search = !CapacitySearch.of(run).isEmpty();
    StringBuilder text = new StringBuilder("Measured with ");
    text.append(search ? "each step's users" : run.config().users() + " users")
        .append(nodes.size() == 1 && nodes.get(0) > 1 ? " on " + nodes.get(0) + " nodes" : "")
        .append(", " + all.getOrDefault("iterations", "?") + " iterations")
        .append(", think time " + all.getOrDefault("thinkMs", "?") + " ms");
    String distribution = all.get(RunConfig.THINK_DISTRIBUTION);
    text.append(distribution == null ? "" : " (" + distribution + ")");
    CONDITIONS.forEach(key -> text.append(Differences.common(key, variants)));
    if (variants.stream().noneMatch(variant -> variant.has(NodeOptions.DB_RTT))) {
      text.append(", no added latency to the database");
    }
    if (!thresholds.isEmpty()) {
      text.append(", recycle threshold " + String.join(" or ", thresholds));
    }
    return run.config()
        .calibration()
        .map(why -> text + ". The think time comes from a calibration: " + why + ".")
        .orElse(text + ".");
  }

  private static String threshold(VariantSummary variant) {
    TrialSummary first = variant.trials().get(0);
    String chosen = first.config().settings().getOrDefault(VariantOptions.RECYCLE_THRESHOLD, "");
    return first.settings().getOrDefault(VariantOptions.RECYCLE_THRESHOLD, chosen);
  }

  static String trust(RunSummary run) {
    String start =
        !run.isReliable()
            ? "Unreliable: "
            : run.noise().isPresent()
                ? "Counts are reliable, times are not: "
                : hasCaveats(run) ? "Reliable with caveats: " : "Reliable: ";
    List<String> parts =
        new ArrayList<>(List.of(audit(run), run.noise().orElseGet(() -> onTime(run))));
    if (run.cutShort()) {
      parts.add(0, "the run was cut short");
    }
    Map<String, String> repeated = run.config().repeated();
    if (!repeated.isEmpty()) {
      String reasons = repeated.values().stream().distinct().collect(joining(", "));
      String were = repeated.size() == 1 ? " was" : " were";
      parts.add(trials(repeated.size()) + were + " repeated because of noise (" + reasons + ")");
    }
    if (few(run)) {
      parts.add(Comparison.PUBLISHED + " trials of each are needed to publish");
    }
    return start + String.join("; ", parts);
  }

  private static String onTime(RunSummary run) {
    OptionalDouble most =
        run.trials().stream()
            .mapToDouble(TrialSummary::backgroundLoad)
            .filter(Double::isFinite)
            .max();
    return "the load generator was on time; background CPU load "
        + (most.isEmpty()
            ? "n/a"
            : "at most " + Cell.percent(most.getAsDouble() / 100).replace("<", ""));
  }

  static boolean hasCaveats(RunSummary run) {
    return few(run)
        || run.noise().isPresent()
        || run.trials().stream().anyMatch(TrialSummary::noisy);
  }

  /** Returns whether a difference in speed rests on too few trials; probes need no more. */
  private static boolean few(RunSummary run) {
    return !run.hasProbes()
        && VariantSummary.of(run).stream()
            .anyMatch(variant -> variant.trials().size() < Comparison.PUBLISHED);
  }

  static String difference(RunSummary run, Comparison comparison) {
    return Differences.between(
        VariantSummary.of(run, comparison.a()), VariantSummary.of(run, comparison.b()));
  }

  static String verdict(RunSummary run, Comparison comparison) {
    return run.valid()
        ? plain(run, comparison)
            + failures(run, comparison)
            + (comparison.preliminary() ? " (" + preliminary(comparison) + ")" : "")
        : "no verdict: " + noVerdictReason(run);
  }

  static String plain(RunSummary run, Comparison comparison) {
    if (Double.isNaN(comparison.interval().ratio())) {
      List<String> zero =
          Stream.of(comparison.a(), comparison.b())
              .filter(name -> VariantSummary.of(run, name).mean(comparison.metric()) <= 0)
              .toList();
      return "no ratio: " + (zero.size() == 1 ? "it is 0 under " + zero.get(0) : "both are 0");
    }
    if (comparison.difference().isEmpty()) {
      return "no verdict: too little was sampled for an interval";
    }
    return switch (comparison.difference().get()) {
      case UNDECIDED -> undecided(comparison);
      case NONE -> "no difference: " + WITHIN;
      case SMALL -> comparison.better() + " " + better(comparison) + ", " + SMALL;
      case SEEN -> comparison.better() + " " + better(comparison);
    };
  }

  static String undecided(Comparison comparison) {
    return Significance.undecided(comparison.trials(), comparison.more(), "trial", " of each");
  }

  /** Two significant digits or so: a factor of 1.04 must not read as 1.0. */
  private static String factor(double factor) {
    int decimals = factor < 1.1 ? 2 : factor < 9.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", factor);
  }

  /** Returns for instance "is 3.8 x [2.3, 6.1] faster": the factor with its interval. */
  static String faster(Comparison comparison) {
    boolean turned = comparison.better().equals(comparison.a());
    Comparison.RatioInterval interval =
        turned ? comparison.interval().turned() : comparison.interval();
    return "is %s x [%s, %s] faster"
        .formatted(
            factor(interval.ratio()),
            factor(Math.min(interval.low(), interval.high())),
            factor(Math.max(interval.low(), interval.high())));
  }

  /** Returns for instance " (a / b 1.02 [0.88, 1.17])"; empty if there is no interval. */
  static String ratio(Comparison comparison) {
    Comparison.RatioInterval interval = comparison.interval();
    String bounds =
        String.format(
            Locale.ROOT, "%.2f [%.2f, %.2f]", interval.ratio(), interval.low(), interval.high());
    return Double.isFinite(interval.low())
        ? " (%s / %s %s)".formatted(comparison.a(), comparison.b(), bounds)
        : "";
  }

  static String better(Comparison comparison) {
    String number = factor(comparison.factor());
    return comparison.metric().equals(Metrics.CONNECTIONS)
        ? "uses " + number + " x fewer connections"
        : "is " + number + " x faster";
  }

  static String failures(RunSummary run, Comparison comparison) {
    return Stream.of(comparison.a(), comparison.b())
        .map(name -> VariantSummary.of(run, name))
        .filter(variant -> variant.errors() > 0)
        .map(
            variant ->
                " (%d of %d requests failed under %s)"
                    .formatted(variant.errors(), variant.requests(), variant.name()))
        .collect(joining());
  }

  static String preliminary(Comparison comparison) {
    return "preliminary: %s; %d are needed for a published result"
        .formatted(trials(comparison.trials()), Comparison.PUBLISHED);
  }

  static String noVerdict(RunSummary run) {
    return "No verdict on speed: "
        + noVerdictReason(run)
        + (run.isReliable() ? "; all counts are valid" : "");
  }

  /** Returns why no verdict is given; empty if one is. */
  public static String noVerdictReason(RunSummary run) {
    List<String> reasons = new ArrayList<>();
    if (run.cutShort()) {
      String why = run.config().aborted();
      reasons.add("the run was cut short" + (why.isEmpty() ? "" : ": " + why));
    }
    if (!run.consistent()) {
      reasons.add(disagreement(run));
    }
    run.noise().ifPresent(reasons::add);
    if (run.faultsOnPurpose()) {
      boolean killed = run.trials().stream().anyMatch(trial -> trial.killed().isPresent());
      reasons.add(
          killed
              ? "a node was killed, so the times include its loss"
              : "faults were injected, so the times include their effects");
    }
    return String.join("; ", reasons);
  }

  static Blocks limits(RunSummary run) {
    Blocks blocks = new Blocks();
    if (!FailureConditions.of(run).all().isEmpty() && !run.isReliable()) {
      blocks.say(Tone.BAD, "No verdict on the failure conditions: " + noVerdictReason(run));
    }
    FailureConditions.of(run)
        .check(run)
        .forEach(
            l -> blocks.say(l.crossed() ? Tone.BAD : l.judged() ? Tone.GOOD : Tone.FAIR, l.text()));
    return blocks;
  }

  static String disagreement(RunSummary run) {
    long failed = run.failedChecks();
    return "the counters do not agree (%d audit %s failed)"
        .formatted(failed, failed == 1 ? "check" : "checks");
  }

  static String audit(RunSummary run) {
    return "the counters %s (%s)"
        .formatted(run.consistent() ? "agree" : "do not agree", checks(run));
  }

  /** Returns a line for each of the first failed checks: both numbers and the likely cause. */
  static List<String> failedChecks(RunSummary run) {
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String folder = trial.config().folder();
      for (Audit.Check check : trial.audit().failed()) {
        String line = "audit %s of %s failed: %s; %s";
        lines.add(line.formatted(check.id(), folder, check.numbers(), check.note()));
      }
    }
    return lines.subList(0, Math.min(MAX_FAILED_CHECKS, lines.size()));
  }

  public static String checks(RunSummary run) {
    long passed =
        run.trials().stream()
            .flatMap(trial -> trial.audit().checks().stream())
            .filter(check -> check.outcome() == Audit.Outcome.PASSED)
            .count();
    return "%d of %d audit checks passed".formatted(passed, passed + run.failedChecks());
  }

  /** Returns "failed", with the number of results of probes: those are no faults. */
  static String failures(RunSummary run) {
    long findings = run.errors() - run.failures();
    if (findings == 0) {
      return "failed";
    }
    return findings == run.errors()
        ? "failed, all of them verdicts of probes"
        : String.format(Locale.ROOT, "failed, %,d of them verdicts of probes", findings);
  }

  /** Returns for instance "by database error: session dead 12, lock 3"; empty if there is none. */
  static Optional<String> errors(List<TrialSummary> trials) {
    String classes = counts(trials, ErrorClass.values(), ErrorClass::label, TrialSummary::errors);
    return Optional.of("by database error: " + classes).filter(line -> !classes.isEmpty());
  }

  /** Returns for instance "session dead 12, lock 3": the sums that are not 0. */
  static <K> String counts(
      List<TrialSummary> trials,
      K[] kinds,
      Function<K, String> label,
      ToLongBiFunction<TrialSummary, K> count) {
    List<String> some = new ArrayList<>();
    for (K kind : kinds) {
      long sum = trials.stream().mapToLong(trial -> count.applyAsLong(trial, kind)).sum();
      if (sum > 0) {
        some.add(String.format(Locale.ROOT, "%s %,d", label.apply(kind), sum));
      }
    }
    return String.join(", ", some);
  }

  static String method(RunSummary run) {
    long seed = run.config().seed();
    return prose("method", Comparison.REPLICATES, run.blockSeconds(), seed, Significance.MARGIN);
  }

  /** Returns a paragraph of prose.txt with its values filled in. */
  public static String prose(String name, Object... values) {
    return String.format(Locale.ROOT, PROSE.get(name).get(1), values);
  }
}
