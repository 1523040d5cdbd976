package cloakroom.stress.judge;

import cloakroom.contract.StateKind;
import cloakroom.platform.OneLine;
import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.judge.Comparison.RatioInterval;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Failure condition such as {@code sticky: service.p95 > 50ms}. The value of a metric is the mean
 * of a variant's trials; failed requests ({@code errors}, {@code errors.stateLost}) and probes
 * ({@code stateKinds.temporaryRows.leaked}) are added up, or with {@code %} a share of all. A value
 * that is not available fails the condition.
 *
 * <p>{@code A/B: service.mean > 1.2} is about the ratio of A's value to B's. If a ratio has an
 * interval, all of it must be beyond the bound: the next run of the same build would not fail
 * otherwise.
 *
 * @param text as given
 * @param who the variant, two of them with a slash between, or empty for each variant
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

  /** Metrics that the load engine reports during a trial. */
  private static final Pattern LIVE =
      Pattern.compile("(?:response|service)\\..+|throughputPerSecond|" + ERRORS);

  /** Microseconds in the units of conditions and of metrics. */
  private static final Map<String, Double> MICROS =
      Map.of("us", 1.0, "µs", 1.0, "ms", 1_000.0, "s", 1_000_000.0);

  /** Result of a check; it is not judged if the measurement allows no result. */
  public record ConditionFinding(
      FailureCondition limit, String variant, String text, boolean crossed, boolean judged) {}

  /** Parses a condition; an error names the choices. */
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

  /** Parses objectives such as {@code service.p95 < 200ms, errors < 1%} as their opposites. */
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
    return limit.with((limit.relation.startsWith("<") ? ">" : "<") + opposite, limit.number);
  }

  private FailureCondition with(String newRelation, double newNumber) {
    return new FailureCondition(text, who, name, newRelation, newNumber, unit);
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

  /** Returns the condition that ends a step early: its bound is far beyond this one. */
  public FailureCondition abortCondition() {
    double factor = counted() ? 20 : 2;
    return with(relation, relation.startsWith(">") ? number * factor : number / factor);
  }

  public boolean within(RatioInterval own) {
    return beyond(converted(own.low())) != beyond(converted(own.high()));
  }

  private void requireMetric() {
    if (!name.equals(ERRORS) && !verdicts() && Metrics.named(name).isEmpty()) {
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

  /** Rejects a time without a unit: in {@code compare} a plain number is a ratio. */
  void requireUnit(List<String> variants) {
    if (time() && unit.isEmpty() && pair(variants).isEmpty()) {
      throw rejected(text, name + " is a time: write the number with us, ms or s, such as 50ms");
    }
  }

  private static IllegalArgumentException rejected(String text, String why) {
    return new IllegalArgumentException("--fail-if \"%s\": %s".formatted(OneLine.of(text), why));
  }

  private Metric metric() {
    return Metrics.get(name);
  }

  private String unitOfMetric() {
    return counted() ? "" : metric().unit();
  }

  private boolean time() {
    return MICROS.containsKey(unitOfMetric());
  }

  /** Returns whether it is on results of probes, which are valid on a noisy machine, too. */
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

  private Optional<ProbeResults.ProbeOutcome> outcome() {
    return Arrays.stream(ProbeResults.ProbeOutcome.values())
        .filter(f -> name.endsWith("." + f.key()))
        .findFirst();
  }

  /** Returns the names of two variants with a slash between; a variant's name may contain one. */
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

  /** Checks each variant of a run. A condition on speed is not judged if the run is noisy. */
  List<ConditionFinding> check(RunSummary run) {
    return each(run, run.variants(), run.noise(), variant -> value(run, variant));
  }

  /** Checks the variants of two runs; a plain number is a bound on the ratio later to earlier. */
  public List<ConditionFinding> check(
      RunSummary later,
      List<String> shared,
      Optional<String> noise,
      Function<String, RatioInterval> changes) {
    boolean change = !counted() && unit.isEmpty();
    return each(later, shared, noise, change ? changes : variant -> value(later, variant));
  }

  private List<ConditionFinding> each(
      RunSummary run,
      List<String> variants,
      Optional<String> noise,
      Function<String, RatioInterval> value) {
    boolean speed =
        !counted() && (time() || name.startsWith("throughput") || name.startsWith("cpu"));
    if (noise.isPresent() && speed) {
      return List.of(
          new ConditionFinding(this, who, text + ": not judged, " + noise.get(), false, false));
    }
    return pair(variants)
        .map(two -> List.of(found(who, ratio(run, two.get(0), two.get(1)))))
        .orElseGet(
            () ->
                variants.stream()
                    .filter(this::concerns)
                    .map(variant -> found(variant, value.apply(variant)))
                    .toList());
  }

  private ConditionFinding found(String variant, RatioInterval of) {
    boolean bounds = Double.isFinite(of.low()) && Double.isFinite(of.high());
    double least = relation.startsWith(">") ? of.low() : of.high();
    boolean crossed = beyond(bounds ? least : of.ratio());
    String verdict = crossed ? "crossed" : beyond(of.ratio()) ? "held by its interval" : "held";
    String interval =
        bounds ? String.format(Locale.ROOT, " (%.3f to %.3f)", of.low(), of.high()) : "";
    String where = variant.equals(who) ? "" : " under " + variant;
    String line = text + ": " + verdict + ", it is " + shown(of.ratio()) + interval + where;
    return new ConditionFinding(this, variant, line, crossed, true);
  }

  /** Returns the value in the unit of the condition, without an interval. */
  private RatioInterval value(RunSummary run, String variant) {
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
    return new RatioInterval(value, Double.NaN, Double.NaN);
  }

  private double share(double number, double all) {
    return unit.equals(PERCENT) ? 100 * number / all : number;
  }

  private double converted(double value) {
    boolean plain = unit.isEmpty() || unit.equals(PERCENT);
    return plain ? value : value * MICROS.get(unitOfMetric()) / MICROS.get(unit);
  }

  private RatioInterval ratio(RunSummary run, String a, String b) {
    RatioInterval interval = run.ratio(a, b, name).orElse(RatioInterval.NONE);
    double above = VariantSummary.of(run, a).mean(metric());
    double below = VariantSummary.of(run, b).mean(metric());
    return interval.around(above, below);
  }

  /** Returns whether a value fails the condition, as NaN always does. */
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
    return Double.isNaN(value) ? "n/a" : String.format(Locale.ROOT, form, value, unit);
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
