package cloakroom.stress.report;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.Significance;
import cloakroom.options.NodeOptions;
import cloakroom.options.Option;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.Audit.Check;
import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Comparison.RatioInterval;
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
import java.util.stream.Collectors;
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

  static String trials(VariantSummary variant) {
    return trials(variant.trials().size());
  }

  private static String trials(int trials) {
    return trials == 1 ? "1 trial" : trials + " trials";
  }

  static String outcome(Audit.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  /** Returns how much was measured and when. */
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
    StringBuilder text = new StringBuilder("Measured with ");
    text.append(
            CapacitySearch.of(run).isEmpty()
                ? run.config().users() + " users"
                : "each step's users")
        .append(nodes.size() == 1 && nodes.get(0) > 1 ? " on " + nodes.get(0) + " nodes" : "")
        .append(", " + all.getOrDefault("iterations", "?") + " iterations")
        .append(", think time " + all.getOrDefault("thinkMs", "?") + " ms");
    String pauses = all.get(RunConfig.THINK_DISTRIBUTION);
    text.append(pauses == null ? "" : " (" + pauses + ")");
    CONDITIONS.forEach(key -> text.append(Differences.common(key, variants)));
    if (variants.stream().noneMatch(variant -> variant.has(NodeOptions.DB_RTT))) {
      text.append(", no distance to the database");
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
    String asked = first.config().settings().getOrDefault(VariantOptions.RECYCLE_THRESHOLD, "");
    return first.settings().getOrDefault(VariantOptions.RECYCLE_THRESHOLD, asked);
  }

  /** Returns whether the run is reliable, and why. */
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
      String reasons = repeated.values().stream().distinct().collect(Collectors.joining(", "));
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
            .mapToDouble(trial -> trial.figure("interference.percent"))
            .filter(Double::isFinite)
            .max();
    return "the load generator was on time; background CPU load "
        + (most.isEmpty()
            ? "n/a"
            : "at most " + Cell.percent(most.getAsDouble() / 100).replace("<", ""));
  }

  /** Returns whether a caveat applies to a run whose counts are reliable. */
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

  /** Returns what the first of the two variants has instead of what the second has. */
  static String difference(RunSummary run, Comparison comparison) {
    return Differences.between(
        VariantSummary.of(run, comparison.a()), VariantSummary.of(run, comparison.b()));
  }

  /** Returns the verdict of a comparison as a sentence. */
  static String verdict(RunSummary run, Comparison comparison) {
    return run.valid()
        ? plain(run, comparison)
            + failures(run, comparison)
            + (comparison.preliminary() ? " (" + preliminary(comparison) + ")" : "")
        : "withheld: " + noVerdictReason(run);
  }

  static String plain(RunSummary run, Comparison comparison) {
    if (Double.isNaN(comparison.interval().ratio())) {
      List<String> nothing =
          Stream.of(comparison.a(), comparison.b())
              .filter(name -> VariantSummary.of(run, name).mean(comparison.metric()) <= 0)
              .toList();
      return "no ratio: "
          + (nothing.size() == 1 ? "it is 0 under " + nothing.get(0) : "both are 0");
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
    RatioInterval interval = turned ? comparison.interval().turned() : comparison.interval();
    return "is %s x [%s, %s] faster"
        .formatted(
            factor(interval.ratio()),
            factor(Math.min(interval.low(), interval.high())),
            factor(Math.max(interval.low(), interval.high())));
  }

  /** Returns for instance " (a / b 1.02 [0.88, 1.17])"; empty if there is no interval. */
  static String ratio(Comparison comparison) {
    RatioInterval interval = comparison.interval();
    return Double.isFinite(interval.low())
        ? String.format(
            Locale.ROOT,
            " (%s / %s %.2f [%.2f, %.2f])",
            comparison.a(),
            comparison.b(),
            interval.ratio(),
            interval.low(),
            interval.high())
        : "";
  }

  static String better(Comparison comparison) {
    String number = factor(comparison.factor());
    return comparison.metric().equals(Metrics.CONNECTIONS)
        ? "uses " + number + " x fewer connections"
        : "is " + number + " x faster";
  }

  /** Returns the number of failed requests under each of the two, if there are any. */
  static String failures(RunSummary run, Comparison comparison) {
    return Stream.of(comparison.a(), comparison.b())
        .map(name -> VariantSummary.of(run, name))
        .filter(variant -> variant.errors() > 0)
        .map(
            variant ->
                " (%d of %d requests failed under %s)"
                    .formatted(variant.errors(), variant.requests(), variant.name()))
        .collect(Collectors.joining());
  }

  static String preliminary(Comparison comparison) {
    return "preliminary: %s; %d are needed for a published figure"
        .formatted(trials(comparison.trials()), Comparison.PUBLISHED);
  }

  /** Returns the sentence for a run that allows no verdict on speed. */
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
              ? "a node was killed, so speed was measured of a tier that lost one"
              : "faults were made on purpose, so speed was measured with them");
    }
    return String.join("; ", reasons);
  }

  /** What became of each limit of the run, or why nobody can tell; nothing without any. */
  static Blocks limits(RunSummary run) {
    FailureConditions limits = FailureConditions.of(run);
    Blocks blocks = new Blocks();
    if (!limits.all().isEmpty() && !run.isReliable()) {
      blocks.say(Tone.BAD, "No verdict on the limits: " + noVerdictReason(run));
    }
    limits
        .check(run)
        .forEach(
            l -> blocks.say(l.crossed() ? Tone.BAD : l.judged() ? Tone.GOOD : Tone.FAIR, l.text()));
    return blocks;
  }

  /** That those who counted do not agree, and how many checks say so. */
  static String disagreement(RunSummary run) {
    long failed = run.failedChecks();
    return "the counters do not agree (%d audit %s failed)"
        .formatted(failed, failed == 1 ? "check" : "checks");
  }

  /** The line that heads every report. */
  static String audit(RunSummary run) {
    return "the counters %s (%s)"
        .formatted(run.consistent() ? "agree" : "do not agree", checks(run));
  }

  /** Returns a line for each of the first failed checks: both numbers and the likely cause. */
  static List<String> failedChecks(RunSummary run) {
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      String of = trial.config().folder();
      for (Check check : trial.audit().failed()) {
        String line = "audit %s of %s failed: %s; %s";
        lines.add(line.formatted(check.id(), of, check.numbers(), check.note()));
      }
    }
    return lines.subList(0, Math.min(MAX_FAILED_CHECKS, lines.size()));
  }

  public static String checks(RunSummary run) {
    Map<Audit.Outcome, Long> checks =
        run.trials().stream()
            .flatMap(trial -> trial.audit().checks().stream())
            .collect(Collectors.groupingBy(Check::outcome, Collectors.counting()));
    long passed = checks.getOrDefault(Audit.Outcome.PASSED, 0L);
    return "%d of %d audit checks passed".formatted(passed, passed + run.failedChecks());
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

  /** For instance "by database error: session dead 12, lock 3"; empty if there is none. */
  static Optional<String> errors(List<TrialSummary> trials) {
    String classes = counts(trials, ErrorClass.values(), ErrorClass::label, TrialSummary::errors);
    return Optional.of("by database error: " + classes).filter(line -> !classes.isEmpty());
  }

  /** Such as "session dead 12, lock 3": the kinds of which there are some, added up. */
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

  /** Why the ratio of this metric carries the headline. */
  static String primary(RunSummary run) {
    return prose(run.primary().equals(Metrics.TIER_MEAN) ? "tier-carries" : "service-carries");
  }

  static String method(RunSummary run) {
    long seed = run.config().seed();
    return prose("method", Comparison.REPLICATES, run.blockSeconds(), seed, Significance.MARGIN);
  }

  /** A paragraph of prose.txt, with what the run fills in. */
  public static String prose(String name, Object... values) {
    return String.format(Locale.ROOT, PROSE.get(name).get(1), values);
  }
}
