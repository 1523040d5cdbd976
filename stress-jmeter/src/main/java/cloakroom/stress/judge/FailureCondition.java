package cloakroom.stress.judge;

import cloakroom.contract.Significance;
import cloakroom.contract.StateKind;
import cloakroom.platform.OneLine;
import cloakroom.statistics.Interval;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.ProbeResults.ProbeOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Condition under which a run fails. For instance, {@code sticky: service.p95 > 50ms} fails a run
 * if the mean over the trials of variant sticky exceeds 50 ms. A missing value also fails the run.
 *
 * <p>Counts of failed requests ({@code errors}) and of state check results ({@code
 * stateKinds.temporaryRows.leaked}) are added up over the trials. A bound in % limits their share.
 *
 * <p>{@code A/B: service.mean > 1.2} limits the ratio of two variants. A run fails only if the
 * whole confidence interval of the ratio exceeds 1.2, because noise should not fail a run.
 *
 * @param text text of the condition as the user wrote it
 * @param who a variant, two variants separated by a slash, or empty for each variant
 * @param unit us, ms, s, % or empty
 */
public record FailureCondition(
    String text, String who, String name, String relation, double number, String unit) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*(?:(.+):\\s*)?([A-Za-z0-9.]+)\\s*(>=|<=|>|<)"
              + "\\s*(-?\\d+(?:\\.\\d+)?)\\s*(us|ms|s|%|)\\s*");
  private static final String ERRORS = "errors";
  private static final String PERCENT = "%";
  private static final Pattern LIVE =
      Pattern.compile("(?:response|service)\\..+|throughputPerSecond|" + ERRORS);
  private static final Map<String, Double> MICROS =
      Map.of("us", 1.0, "µs", 1.0, "ms", 1_000.0, "s", 1_000_000.0);

  /** Result of a condition; {@code judged} is false if unreliable times prevented a result. */
  public record ConditionFinding(
      FailureCondition limit, String variant, String text, boolean crossed, boolean judged) {}

  public static FailureCondition parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw rejected(
          text,
          "must be [VARIANT: ]METRIC > NUMBER[UNIT], with >, >=, < or <= and us, ms, s or %, such"
              + " as \"sticky: service.p95 > 50ms\"; metrics are those of summary.json");
    }
    String who = parts.group(1) == null ? "" : parts.group(1).strip();
    double number = Double.parseDouble(parts.group(4));
    FailureCondition limit =
        new FailureCondition(
            text.strip(), who, parts.group(2), parts.group(3), number, parts.group(5));
    limit.requireMetric();
    return limit;
  }

  /**
   * Parses goals such as {@code service.p95 < 200ms, errors < 1%}. Returns for each goal the
   * condition under which the goal is missed.
   */
  public static List<FailureCondition> objectives(String text) {
    try {
      return Stream.of(text.split(",", -1))
          .filter(each -> !text.isEmpty())
          .map(FailureCondition::objective)
          .toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage().replace("--fail-if", "--slo"), e);
    }
  }

  private static FailureCondition objective(String text) {
    FailureCondition limit = parse(text);
    String opposite = limit.relation.contains("=") ? "" : "=";
    if (!limit.who.isEmpty() || limit.verdicts()) {
      throw rejected(text, "an objective must be on a metric of every variant");
    }
    limit.requireUnit(List.of());
    String relation = (limit.relation.startsWith("<") ? ">" : "<") + opposite;
    return new FailureCondition(limit.text, "", limit.name, relation, limit.number, limit.unit);
  }

  public static String missed(List<FailureCondition> objectives, Map<String, Double> metrics) {
    return objectives.stream()
        .filter(o -> o.beyond(o.value(metrics)))
        .map(FailureCondition::text)
        .collect(Collectors.joining(", "));
  }

  public double milliseconds() {
    return number * MICROS.get(unit) / MICROS.get("ms");
  }

  /**
   * Returns a copy with a much looser bound. A capacity search stops a trial early if this bound is
   * crossed.
   */
  public FailureCondition abortCondition() {
    double factor = counted() ? 20 : 2;
    double beyond = relation.startsWith(">") ? number * factor : number / factor;
    return new FailureCondition(text, who, name, relation, beyond, unit);
  }

  /** Returns whether the bound is within the margin around a value, which one trial may miss. */
  boolean isClose(double value) {
    double plain = converted(value);
    return beyond(plain * Significance.LEAST) != beyond(plain * Significance.MOST);
  }

  private void requireMetric() {
    if (!name.equals(ERRORS) && !verdicts() && Metric.named(name).isEmpty()) {
      throw rejected(text, "there is no metric " + name + "; metrics are those of summary.json");
    }
    boolean share = counted() || unitOfMetric().startsWith(PERCENT);
    String units = time() ? "us, ms, s" : share ? PERCENT : "";
    if (!List.of((", " + units).split(", ", -1)).contains(unit)) {
      String rule = units.isEmpty() ? "" : " or one with " + units;
      throw rejected(text, name + " requires a plain number" + rule);
    }
    if (number < 0 || (share && unit.equals(PERCENT) && number > 100)) {
      String choices = share ? "a number from 0 up, or a share from 0% to 100%" : "0 or more";
      throw rejected(text, "the bound of %s must be %s".formatted(name, choices));
    }
  }

  public void requireVariants(List<String> variants) {
    boolean two = pair(variants).isPresent();
    if (two && (counted() || !unit.isEmpty())) {
      throw rejected(
          text, "the ratio of two variants must be a plain number, and not one of failures");
    }
    if (!two && !who.isEmpty() && !variants.contains(who)) {
      Stream<String> named = Stream.of(who.split("/", -1)).map(String::strip);
      String unknown = named.filter(part -> !variants.contains(part)).findFirst().orElse(who);
      String all = String.join(", ", variants);
      throw rejected(text, "there is no variant %s; variants are %s".formatted(unknown, all));
    }
  }

  /**
   * Throws IllegalArgumentException if a time bound has no unit. A ratio of two variants needs
   * none.
   */
  void requireUnit(List<String> variants) {
    if (time() && unit.isEmpty() && pair(variants).isEmpty()) {
      throw rejected(text, name + " is a time: write the number with us, ms or s, such as 50ms");
    }
  }

  void requireTrials(int trials, List<String> variants) {
    boolean compared = Metric.COMPARED.stream().anyMatch(metric -> metric.name().equals(name));
    if (trials < Interval.MIN_BLOCKS && compared && pair(variants).isPresent()) {
      String rule =
          "a ratio of two variants requires at least %d trials of each; use --trials %1$d";
      throw rejected(text, rule.formatted(Interval.MIN_BLOCKS));
    }
  }

  private static IllegalArgumentException rejected(String text, String why) {
    return new IllegalArgumentException("--fail-if \"%s\": %s".formatted(OneLine.of(text), why));
  }

  private Metric metric() {
    return Metric.get(name);
  }

  private String unitOfMetric() {
    return counted() ? "" : metric().unit();
  }

  private boolean time() {
    return MICROS.containsKey(unitOfMetric());
  }

  /** Returns whether the metric is a time or a rate, which an overloaded machine alters. */
  public boolean requiresReliableTimes() {
    boolean rate = name.startsWith("throughput") || name.startsWith("cpu");
    return !counted() && (time() || rate);
  }

  /** Returns whether the metric counts state check outcomes, which background load cannot alter. */
  public boolean verdicts() {
    return kind().isPresent() && outcome().isPresent();
  }

  private boolean counted() {
    return name.equals(ERRORS) || verdicts() || metric().failures();
  }

  private Optional<StateKind> kind() {
    String[] parts = name.split("\\.", -1);
    boolean three = parts.length == 3 && parts[0].equals("stateKinds");
    return three ? StateKind.at(parts[1]) : Optional.empty();
  }

  private Optional<ProbeOutcome> outcome() {
    return Stream.of(ProbeOutcome.values()).filter(o -> name.endsWith("." + o.key())).findFirst();
  }

  /**
   * Splits {@code who} into two variant names at a slash. Names may contain slashes, so each slash
   * is tried until both parts are known names.
   */
  private Optional<List<String>> pair(List<String> variants) {
    return IntStream.range(0, variants.contains(who) ? 0 : who.length())
        .filter(i -> who.charAt(i) == '/')
        .mapToObj(i -> List.of(who.substring(0, i).strip(), who.substring(i + 1).strip()))
        .filter(variants::containsAll)
        .findFirst();
  }

  boolean allowsFailures(String variant) {
    return name.equals(ERRORS) && relation.startsWith(">") && concerns(variant);
  }

  private boolean concerns(String variant) {
    return who.isEmpty() || who.equals(variant);
  }

  /**
   * Checks the condition for each variant of a run. Conditions on times or rates get no result if
   * the times are unreliable.
   */
  List<ConditionFinding> check(RunSummary run) {
    return each(run, run.variants(), run.noise(), "", variant -> value(run, variant));
  }

  /**
   * Checks the condition for variants that two runs share. A bound without unit limits the ratio of
   * the later run's value to the earlier run's value, which {@code order} names: "B / A".
   */
  public List<ConditionFinding> check(
      RunSummary later,
      List<String> shared,
      Optional<String> noise,
      String order,
      Function<String, Interval> changes) {
    return counted() || !unit.isEmpty()
        ? each(later, shared, noise, "", variant -> value(later, variant))
        : each(later, shared, noise, order + " ", changes);
  }

  private List<ConditionFinding> each(
      RunSummary run,
      List<String> variants,
      Optional<String> noise,
      String order,
      Function<String, Interval> value) {
    if (noise.isPresent() && requiresReliableTimes()) {
      return List.of(
          new ConditionFinding(this, who, text + ": not judged, " + noise.get(), false, false));
    }
    List<String> two = pair(variants).orElse(List.of());
    if (two.isEmpty()) {
      Stream<String> concerned = variants.stream().filter(this::concerns);
      return concerned
          .map(v -> unproven(run, v).orElseGet(() -> found(v, value.apply(v), order)))
          .toList();
    }
    double above = VariantSummary.of(run, two.get(0)).mean(metric());
    double below = VariantSummary.of(run, two.get(1)).mean(metric());
    Interval plain = Interval.NONE.around(above == below ? 1 : above / below); // 0 / 0 is NaN
    Optional<Interval> paired = run.ratio(two.get(0), two.get(1), name);
    Interval ratio = paired.filter(i -> Double.isFinite(i.ratio())).orElse(plain);
    String pair = String.join(" / ", two) + " ";
    return List.of(found(who, ratio, pair));
  }

  /**
   * Returns a met condition if its faults prove nothing; as with a missing value, the run fails.
   */
  private Optional<ConditionFinding> unproven(RunSummary run, String variant) {
    Stream<String> useless =
        run.trials(variant).stream().flatMap(trial -> trial.uselessFaults().stream());
    return useless
        .filter(fault -> name.startsWith("faults."))
        .findFirst()
        .map(f -> new ConditionFinding(this, variant, text + ": crossed, " + f, true, true));
  }

  /** Judges a value, or a ratio if {@code order} names its sides. */
  private ConditionFinding found(String variant, Interval of, String order) {
    boolean bounds = Double.isFinite(of.low()) && Double.isFinite(of.high());
    String known = Double.isNaN(of.ratio()) ? "n/a" : order + of.text(Interval.TIMES);
    String is = "it is " + (order.isEmpty() ? shown(of.ratio()) : known);
    if (bounds && !of.isConfidence()) {
      String rule = "%s: not judged, a ratio requires %d trials of each side; %s in %d";
      String few = rule.formatted(text, Interval.MIN_BLOCKS, is, of.blocks());
      return new ConditionFinding(this, variant, few, false, false);
    }
    double least = relation.startsWith(">") ? of.low() : of.high();
    boolean crossed = beyond(bounds ? least : of.ratio());
    String verdict = crossed ? "crossed" : beyond(of.ratio()) ? "held by its interval" : "held";
    String where = variant.equals(who) ? "" : " under " + variant;
    return new ConditionFinding(
        this, variant, text + ": " + verdict + ", " + is + where, crossed, true);
  }

  private Interval value(RunSummary run, String variant) {
    VariantSummary trials = VariantSummary.of(run, variant);
    double value;
    if (verdicts()) {
      ProbeResults.OutcomeCounts counts = trials.stateKinds().of(kind().orElseThrow());
      value = share((double) counts.of(outcome().orElseThrow()), (double) counts.probes());
    } else if (counted()) {
      boolean all = name.equals(ERRORS);
      long failed = trials.sum(one -> all ? one.errors() : (long) metric().of(one));
      value = share((double) failed, (double) trials.requests());
    } else {
      value = converted(trials.mean(metric()));
    }
    return Interval.NONE.around(value);
  }

  private double share(double number, double all) {
    return unit.equals(PERCENT) ? 100 * number / all : number;
  }

  private double converted(double value) {
    boolean plain = unit.isEmpty() || unit.equals(PERCENT);
    return plain ? value : value * MICROS.get(unitOfMetric()) / MICROS.get(unit);
  }

  /** Returns whether a run with this value fails. NaN, a missing value, also fails. */
  private boolean beyond(double value) {
    return switch (relation) {
      case ">" -> !(value <= number);
      case ">=" -> !(value < number);
      case "<" -> !(value >= number);
      default -> !(value > number);
    };
  }

  private String shown(double value) {
    String form = value == Math.rint(value) ? "%.0f%s" : "%.3f%s";
    return Double.isNaN(value) ? "n/a" : form.formatted(value, unit);
  }

  public boolean live(String variant) {
    return LIVE.matcher(name).matches() && concerns(variant);
  }

  public Optional<String> broken(Map<String, Double> metrics) {
    double value = value(metrics);
    return Double.isNaN(value) || !beyond(value) ? Optional.empty() : Optional.of(shown(value));
  }

  private double value(Map<String, Double> metrics) {
    double metric = metrics.getOrDefault(name, Double.NaN);
    return counted() ? share(metric, metrics.getOrDefault("requests", 0.0)) : converted(metric);
  }
}
