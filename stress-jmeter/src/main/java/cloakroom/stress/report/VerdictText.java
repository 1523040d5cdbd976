package cloakroom.stress.report;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.*;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.Significance;
import cloakroom.options.Option;
import cloakroom.platform.Resources;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.Audit;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.CapacitySearch;
import cloakroom.stress.judge.Comparison;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.FailureCondition.ConditionFinding;
import cloakroom.stress.judge.FailureConditions;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.TrialSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

public final class VerdictText {
  private static final Map<String, List<String>> PROSE =
      Resources.table("cloakroom/stress/report/prose.txt");
  static final String WITHIN = "all of the interval lies within " + Significance.MARGIN;
  static final String UNDECIDED =
      "undecided: the interval contains 1 and exceeds the margin of " + Significance.MARGIN;
  static final String SMALL = "less than the margin of " + Significance.MARGIN;
  private static final String FAILED = " (%d of %d requests failed under %s)";
  private static final int MAX_FAILED_CHECKS = 5;
  private static final List<Option<?>> CONDITIONS =
      List.of(
          DURATION,
          ARRIVALS,
          ONE_REQUEST,
          SHARED_ROWS,
          DB_RTT,
          COMMIT_DELAY,
          PAGE_WAIT,
          PAGE_CPU,
          STATE_SIZE);

  private VerdictText() {}

  static String noun(RunSummary run) {
    boolean plain =
        run.trials().stream().allMatch(t -> t.variant().name().equals(t.config().policy()));
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
    String started = startedAt.isEmpty() ? "" : ", started " + startedAt;
    return trials(run.trials().size()) + ", seed " + run.config().seed() + started;
  }

  /** Returns a sentence on settings and machine properties that influence the response times. */
  public static String conditions(RunSummary run) {
    Map<String, String> all = run.config().all();
    List<Variant> variants = run.trials().stream().map(TrialSummary::variant).toList();
    List<Integer> nodes = variants.stream().map(Variant::nodes).distinct().toList();
    List<String> thresholds =
        VariantSummary.of(run).stream()
            .map(v -> v.settings().getOrDefault(RECYCLE_THRESHOLD, ""))
            .filter(t -> !t.isEmpty())
            .map(t -> t.equals("" + Integer.MAX_VALUE) ? "unlimited" : t)
            .distinct()
            .toList();
    String iterations = all.getOrDefault("iterations", "?");
    StringBuilder text = new StringBuilder("Measured with ");
    text.append(
            !CapacitySearch.of(run).isEmpty()
                ? "each step's users"
                : Differences.values(variants, run.config()::users) + " users")
        .append(nodes.size() == 1 && nodes.get(0) > 1 ? " on " + nodes.get(0) + " nodes" : "")
        .append(", " + iterations + (iterations.equals("1") ? " iteration" : " iterations"))
        .append(", think time " + Differences.values(variants, run.config()::think));
    CONDITIONS.forEach(key -> text.append(Differences.common(key, variants)));
    if (variants.stream().noneMatch(variant -> variant.has(DB_RTT))) {
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

  /**
   * Returns a sentence on how far the results can be used. Its first words and {@link #trustTone}
   * come from {@link RunSummary#reliability}.
   */
  static String trust(RunSummary run) {
    return switch (run.reliability()) {
      case UNRELIABLE -> "Unreliable: " + noVerdictReason(run);
      case COUNTS_ONLY -> "Counts are reliable, times are not: " + evidence(run);
      case RELIABLE -> (hasCaveats(run) ? "Reliable with caveats: " : "Reliable: ") + evidence(run);
    };
  }

  static Tone trustTone(RunSummary run) {
    return switch (run.reliability()) {
      case UNRELIABLE -> Tone.BAD;
      case COUNTS_ONLY -> run.config().counted() ? Tone.GOOD : Tone.FAIR;
      case RELIABLE -> hasCaveats(run) ? Tone.FAIR : Tone.GOOD;
    };
  }

  private static String evidence(RunSummary run) {
    DoubleStream loads = run.trials().stream().mapToDouble(TrialSummary::backgroundLoad);
    double most = loads.filter(Double::isFinite).max().orElse(Double.NaN);
    String load = "at most " + Cell.percent(most / 100).replace("<", "");
    String onTime =
        "the load generator was on time; background CPU load "
            + (Double.isNaN(most) ? "n/a" : load);
    String disturbed = noVerdictReason(run);
    List<String> parts = new ArrayList<>(List.of(audit(run)));
    parts.add(disturbed.isEmpty() ? onTime : disturbed);
    long failed = unexpectedFailures(run);
    if (failed > 0) {
      parts.add(Cell.counted(failed, "request") + " failed");
    }
    Map<String, String> repeated = run.config().repeated();
    if (!repeated.isEmpty()) {
      String reasons = repeated.values().stream().distinct().collect(joining(", "));
      String were = repeated.size() == 1 ? " was" : " were";
      parts.add(trials(repeated.size()) + were + " repeated because of noise (" + reasons + ")");
    }
    if (few(run)) {
      parts.add(Interval.MIN_BLOCKS + " trials of each are needed for a verdict");
    }
    return String.join("; ", parts);
  }

  private static boolean hasCaveats(RunSummary run) {
    return few(run)
        || unexpectedFailures(run) > 0
        || (!run.config().counted() && run.trials().stream().anyMatch(TrialSummary::noisy));
  }

  /** Returns the failed requests for which the run ends with an exit code other than 0. */
  private static long unexpectedFailures(RunSummary run) {
    return FailureConditions.of(run).failures(run);
  }

  /** Returns whether a speed comparison has too few trials of a variant for a verdict. */
  private static boolean few(RunSummary run) {
    return !run.comparisons().isEmpty() && !run.hasProbes() && hasFewTrials(run);
  }

  private static boolean hasFewTrials(RunSummary run) {
    return VariantSummary.of(run).stream()
        .anyMatch(variant -> variant.trials().size() < Interval.MIN_BLOCKS);
  }

  /** Returns what the bounds of the run's ratios are. */
  static String bounds(RunSummary run) {
    return hasFewTrials(run) ? "range of the blocks" : "95 % interval";
  }

  static String difference(RunSummary run, Comparison comparison) {
    return Differences.between(
        VariantSummary.of(run, comparison.a()), VariantSummary.of(run, comparison.b()));
  }

  static String verdict(RunSummary run, Comparison comparison) {
    return run.valid()
        ? plain(run, comparison) + failures(run, comparison)
        : "no verdict: " + noVerdictReason(run);
  }

  static String plain(RunSummary run, Comparison comparison) {
    if (Double.isNaN(comparison.interval().ratio())) {
      List<String> zero = new ArrayList<>(List.of(comparison.a(), comparison.b()));
      zero.removeIf(name -> !(VariantSummary.of(run, name).mean(comparison.metric()) <= 0));
      return "no ratio: " + (zero.size() == 1 ? "it is 0 under " + zero.get(0) : "both are 0");
    }
    if (comparison.difference().isEmpty()) {
      return "no verdict: %s, %d are needed"
          .formatted(trials(comparison.interval().blocks()), Interval.MIN_BLOCKS);
    }
    return switch (comparison.difference().get()) {
      case UNDECIDED -> UNDECIDED;
      case NONE -> "no difference: " + WITHIN;
      case SMALL -> comparison.better() + " " + better(comparison) + ", " + SMALL;
      case SEEN -> comparison.better() + " " + better(comparison);
    };
  }

  /**
   * Returns a ratio with its quantity, order and bounds: "mean of tier time, a / b 1.74 × [1.58,
   * 1.91]".
   */
  static String ratio(Comparison c) {
    return "%s, %s / %s %s"
        .formatted(c.metric().quantity(), c.a(), c.b(), c.interval().text(Interval.TIMES));
  }

  static String better(Comparison comparison) {
    String times = Interval.NONE.around(comparison.speedUp().ratio()).text(Interval.TIMES);
    return comparison.metric().equals(Metric.CONNECTIONS)
        ? "uses " + times + " fewer connections on average"
        : "is faster";
  }

  static String failures(RunSummary run, Comparison comparison) {
    return Stream.of(comparison.a(), comparison.b())
        .map(name -> VariantSummary.of(run, name))
        .filter(variant -> variant.errors() > 0)
        .map(v -> FAILED.formatted(v.errors(), v.requests(), v.name()))
        .collect(joining());
  }

  static String noVerdict(RunSummary run) {
    String counts = run.isReliable() ? "; all counts are valid" : "";
    return "No verdict on speed: " + noVerdictReason(run) + counts;
  }

  /** Returns why the run allows no verdict on speed; empty if the run allows a verdict. */
  public static String noVerdictReason(RunSummary run) {
    List<String> reasons = new ArrayList<>();
    if (run.trials().isEmpty()) {
      reasons.add("nothing was measured");
    }
    if (run.cutShort()) {
      String why = run.config().aborted();
      reasons.add("the run was cut short" + (why.isEmpty() ? "" : ": " + why));
    }
    if (!run.consistent()) {
      reasons.add(disagreement(run));
    }
    run.noise().ifPresent(reasons::add);
    if (run.faultsOnPurpose()) {
      String loss = "a node was killed, so the times include its loss";
      String effects = "faults were injected, so the times include their effects";
      reasons.add(run.trials().stream().anyMatch(t -> t.killed().isPresent()) ? loss : effects);
    }
    return String.join("; ", reasons);
  }

  static Blocks limits(RunSummary run) {
    Blocks blocks = new Blocks();
    if (!FailureConditions.of(run).all().isEmpty() && !run.isReliable()) {
      blocks.say(Tone.BAD, "No verdict on the failure conditions: " + noVerdictReason(run));
    }
    for (ConditionFinding f : FailureConditions.of(run).check(run)) {
      blocks.say(f.crossed() ? Tone.BAD : f.judged() ? Tone.GOOD : Tone.FAIR, f.text());
    }
    return blocks;
  }

  static String disagreement(RunSummary run) {
    long failed = run.failedChecks();
    return "the counters do not agree (%d audit %s failed)"
        .formatted(failed, failed == 1 ? "check" : "checks");
  }

  static String audit(RunSummary run) {
    String checks = checks(run);
    return checks.isEmpty()
        ? "no audit check was possible"
        : "the counters %s (%s audit checks passed)"
            .formatted(run.consistent() ? "agree" : "do not agree", checks);
  }

  static List<String> failedChecks(RunSummary run) {
    List<String> lines = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      for (Audit.Check check : trial.audit().failed()) {
        lines.add(
            "audit %s of %s failed: %s; %s"
                .formatted(check.id(), trial.config().folder(), check.numbers(), check.note()));
      }
    }
    return lines.subList(0, Math.min(MAX_FAILED_CHECKS, lines.size()));
  }

  /** Returns how many audit checks passed, such as "27 of 28"; empty if none was possible. */
  public static String checks(RunSummary run) {
    long passed =
        run.trials().stream()
            .flatMap(trial -> trial.audit().checks().stream())
            .filter(check -> check.outcome() == Audit.Outcome.PASSED)
            .count();
    long all = passed + run.failedChecks();
    return all == 0 ? "" : "%d of %d".formatted(passed, all);
  }

  /** Returns "failed", with the number of failures that are probes that found lost state. */
  static String failures(RunSummary run) {
    long findings = run.errors() - run.failures();
    if (findings == 0) {
      return "failed";
    }
    return findings == run.errors()
        ? "failed, all of them verdicts of probes"
        : "failed, %,d of them verdicts of probes".formatted(findings);
  }

  /**
   * Returns errors by class, such as "by database error: session dead 12, lock 3"; empty without
   * errors.
   */
  static Optional<String> errors(List<TrialSummary> trials) {
    String classes = counts(trials, ErrorClass.values(), ErrorClass::label, TrialSummary::errors);
    return Optional.of("by database error: " + classes).filter(line -> !classes.isEmpty());
  }

  static <K> String counts(
      List<TrialSummary> trials,
      K[] kinds,
      Function<K, String> label,
      ToLongBiFunction<TrialSummary, K> count) {
    List<String> some = new ArrayList<>();
    for (K kind : kinds) {
      long sum = trials.stream().mapToLong(trial -> count.applyAsLong(trial, kind)).sum();
      if (sum > 0) {
        some.add("%s %,d".formatted(label.apply(kind), sum));
      }
    }
    return String.join(", ", some);
  }

  static String method(RunSummary run) {
    int blocks = Interval.MIN_BLOCKS;
    String primary =
        run.primaryComparison()
            .map(
                c ->
                    prose("primary", c.a(), c.b(), c.metric().name(), run.comparisons().size() - 1))
            .orElse("");
    return primary + " " + prose("method", blocks, Significance.MARGIN);
  }

  public static String prose(String name, Object... values) {
    return PROSE.get(name).get(1).formatted(values);
  }
}
