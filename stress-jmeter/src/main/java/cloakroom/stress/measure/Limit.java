package cloakroom.stress.measure;

import cloakroom.contract.Nearest;
import cloakroom.contract.OneLine;
import cloakroom.contract.StateKind;
import cloakroom.stress.measure.Comparison.Interval;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.StateKinds.Fates;
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
 * A limit such as {@code sticky: service.p95 > 50ms}, which is crossed when that is so. Of a figure
 * the mean of a variant's trials counts; failed requests ({@code errors}, {@code errors.stateLost})
 * and verdicts of probes ({@code stateKinds.temporaryRows.leaked}) are added up, or with {@code %}
 * a share of all requests or probes. What nobody told counts as crossed.
 *
 * <p>{@code A/B: service.mean > 1.2} limits the ratio of A's figure to B's. Where a ratio has an
 * interval, all of that has to be beyond the limit: a build shall not fail for what the next run of
 * the same would not show.
 *
 * @param text as it was written
 * @param who the variant, two of them with a slash between, or empty for each variant
 * @param unit us, ms, s, % or empty
 */
public record Limit(
    String text, String who, String name, String relation, double number, String unit) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*(?:(.+):\\s*)?([A-Za-z0-9.]+)\\s*(>=|<=|>|<)"
              + "\\s*(-?\\d+(?:\\.\\d+)?)\\s*(us|ms|s|%|)\\s*");

  private static final String ERRORS = "errors";
  private static final String PERCENT = "%";

  /** What the load engine tells of a trial while it runs. */
  private static final Pattern LIVE =
      Pattern.compile("(?:response|service)\\..+|throughputPerSecond|" + ERRORS);

  /** Microseconds in the units of limits and of figures. */
  private static final Map<String, Double> MICROS =
      Map.of("us", 1.0, "µs", 1.0, "ms", 1_000.0, "s", 1_000_000.0);

  /**
   * Result of a check, with its sentence; of a ratio the variant is both, as the limit has them.
   *
   * @param judged whether the measurement allows a result
   */
  public record Finding(
      Limit limit, String variant, String text, boolean crossed, boolean judged) {}

  /** Reads an expression; fails with one line that names the choices. */
  public static Limit parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw refused(
          text,
          "must be [VARIANT: ]FIGURE > NUMBER[UNIT], with >, >=, < or <= and us, ms, s or %, such"
              + " as \"sticky: service.p95 > 50ms\"; figures are "
              + groups());
    }
    String who = parts.group(1) == null ? "" : parts.group(1).strip();
    double number = Double.parseDouble(parts.group(4));
    Limit limit =
        new Limit(text.strip(), who, parts.group(2), parts.group(3), number, parts.group(5));
    limit.requireFigure();
    return limit;
  }

  /** Reads what is to hold, such as {@code service.p95 < 200ms, errors < 1%}: crossed if not. */
  public static List<Limit> objectives(String text) {
    try {
      return Stream.of(text.split(",", -1))
          .filter(each -> !text.isEmpty())
          .map(Limit::objective)
          .toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage().replace("--fail-if", "--slo"), e);
    }
  }

  /** What is not as it has to be, by figures with the names of reports; empty if all is. */
  public static String missed(List<Limit> objectives, Map<String, Double> figures) {
    return objectives.stream()
        .filter(
            limit ->
                figures.getOrDefault(limit.name, Double.NaN).isNaN()
                    || limit.broken(figures).isPresent())
        .map(Limit::text)
        .collect(Collectors.joining(", "));
  }

  private static Limit objective(String text) {
    Limit limit = parse(text);
    String opposite = limit.relation.contains("=") ? "" : "=";
    if (!limit.who.isEmpty() || limit.verdicts()) {
      throw refused(text, "an objective is on a figure of every variant");
    }
    limit.requireUnit(List.of());
    return limit.with((limit.relation.startsWith("<") ? ">" : "<") + opposite, limit.number);
  }

  private Limit with(String newRelation, double newNumber) {
    return new Limit(text, who, name, newRelation, newNumber, unit);
  }

  /** The number of a limit on a time. */
  public double milliseconds() {
    return number * MICROS.get(unit) / MICROS.get("ms");
  }

  /** What is so far beyond it that nothing will mend it. */
  public Limit hopeless() {
    double factor = counted() ? 20 : 2;
    return with(relation, relation.startsWith(">") ? number * factor : number / factor);
  }

  /** Whether it lies inside the interval of that figure. */
  public boolean within(Interval own) {
    return beyond(converted(own.low())) != beyond(converted(own.high()));
  }

  private void requireFigure() {
    if (!name.equals(ERRORS) && !verdicts() && Metrics.named(name).isEmpty()) {
      throw refused(
          text,
          "there is no figure " + name + nearest(name, figures()) + "; figures are " + groups());
    }
    boolean share = counted() || unitOfFigure().startsWith(PERCENT);
    String units = time() ? "us, ms, s" : share ? PERCENT : "";
    if (!List.of((", " + units).split(", ", -1)).contains(unit)) {
      String rule = units.isEmpty() ? "" : " or one with " + units;
      throw refused(text, name + " takes a plain number" + rule);
    }
    if (number < 0 || (share && unit.equals(PERCENT) && number > 100)) {
      String choices = share ? "a number from 0 up, or a share from 0% to 100%" : "0 or more";
      throw refused(text, "%s is never that; choose %s".formatted(name, choices));
    }
  }

  /** Fails with one line unless there are the variants that it names. */
  public void requireVariants(List<String> variants) {
    boolean two = pair(variants).isPresent();
    if (two && (counted() || !unit.isEmpty())) {
      throw refused(text, "the ratio of two variants is a plain number, and not one of failures");
    }
    if (!two && !who.isEmpty() && !variants.contains(who)) {
      Stream<String> named = Stream.of(who.split("/", -1)).map(String::strip);
      String unknown = named.filter(part -> !variants.contains(part)).findFirst().orElse(who);
      throw refused(
          text,
          "there is no variant %s%s; variants are %s"
              .formatted(unknown, nearest(unknown, variants), String.join(", ", variants)));
    }
  }

  /** Fails with one line if it is a time without a unit, which would be a ratio elsewhere. */
  void requireUnit(List<String> variants) {
    if (time() && unit.isEmpty() && pair(variants).isEmpty()) {
      throw refused(text, name + " is a time: write the number with us, ms or s, such as 50ms");
    }
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException("--fail-if \"%s\": %s".formatted(OneLine.of(text), why));
  }

  private static List<String> figures() {
    Stream<String> verdicts =
        Stream.of(StateKind.values())
            .flatMap(
                kind ->
                    Stream.of(Fate.values())
                        .map(fate -> "stateKinds." + kind.key() + "." + fate.key()));
    return Stream.of(Metrics.ALL.stream().map(Metric::name), Stream.of(ERRORS), verdicts)
        .flatMap(names -> names)
        .toList();
  }

  private static String groups() {
    String all =
        figures().stream()
            .map(figure -> figure.replaceFirst("\\..*", ".*"))
            .distinct()
            .collect(Collectors.joining(", "));
    return all + " as summary.json has them";
  }

  private static String nearest(String typed, List<String> known) {
    return Nearest.to(typed, known).map(near -> ", the nearest is " + near).orElse("");
  }

  private Metric metric() {
    return Metrics.get(name);
  }

  private String unitOfFigure() {
    return counted() ? "" : metric().unit();
  }

  private boolean time() {
    return MICROS.containsKey(unitOfFigure());
  }

  /** Whether it is on verdicts of probes, which hold however slow the generator was. */
  public boolean verdicts() {
    return kind().isPresent() && fate().isPresent();
  }

  /** Whether it is on a number of requests or probes that ended in some way. */
  private boolean counted() {
    return name.equals(ERRORS) || verdicts() || metric().failures();
  }

  private Optional<StateKind> kind() {
    String[] parts = name.split("\\.", -1);
    boolean three = parts.length == 3 && parts[0].equals("stateKinds");
    return three ? StateKind.at(parts[1]) : Optional.empty();
  }

  private Optional<Fate> fate() {
    return Arrays.stream(Fate.values()).filter(f -> name.endsWith("." + f.key())).findFirst();
  }

  /** The names of two variants, where that is what stands before the colon. */
  private Optional<List<String>> pair(List<String> variants) {
    return IntStream.range(0, variants.contains(who) ? 0 : who.length())
        .filter(i -> who.charAt(i) == '/')
        .mapToObj(i -> List.of(who.substring(0, i).strip(), who.substring(i + 1).strip()))
        .filter(variants::containsAll)
        .findFirst();
  }

  /** Whether it says how many requests of that variant may fail. */
  boolean allowsFailures(String variant) {
    return name.equals(ERRORS) && relation.startsWith(">") && concerns(variant);
  }

  private boolean concerns(String variant) {
    return who.isEmpty() || who.equals(variant);
  }

  /** Checks each variant of a run. A condition on speed is not judged if the run is noisy. */
  List<Finding> check(RunSummary run) {
    return each(run, run.variants(), run.noise(), variant -> value(run, variant));
  }

  /**
   * Checks the variants that two runs share. A plain number limits the change from the earlier
   * figure; all else is about the later run alone. A condition on speed is not judged if there is
   * noise.
   */
  public List<Finding> check(
      RunSummary later,
      List<String> shared,
      Optional<String> noise,
      Function<String, Interval> changes) {
    boolean change = !counted() && unit.isEmpty();
    return each(later, shared, noise, change ? changes : variant -> value(later, variant));
  }

  private List<Finding> each(
      RunSummary run,
      List<String> variants,
      Optional<String> noise,
      Function<String, Interval> value) {
    if (noise.isPresent() && dependsOnSpeed()) {
      return List.of(new Finding(this, who, text + ": not judged, " + noise.get(), false, false));
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

  private Finding found(String variant, Interval of) {
    boolean bounds = Double.isFinite(of.low()) && Double.isFinite(of.high());
    double least = relation.startsWith(">") ? of.low() : of.high();
    boolean crossed = beyond(bounds ? least : of.ratio());
    String verdict = crossed ? "crossed" : beyond(of.ratio()) ? "held by its interval" : "held";
    String interval =
        bounds ? String.format(Locale.ROOT, " (%.3f to %.3f)", of.low(), of.high()) : "";
    String where = variant.equals(who) ? "" : " under " + variant;
    String line = "%s: %s, it is %s%s%s";
    return new Finding(
        this,
        variant,
        line.formatted(text, verdict, shown(of.ratio()), interval, where),
        crossed,
        true);
  }

  /** Returns whether a late generator or other processes on the machine change the metric. */
  private boolean dependsOnSpeed() {
    return !counted() && (time() || name.startsWith("throughput") || name.startsWith("cpu"));
  }

  /** The figure in the limit's own unit; it has no interval. */
  private Interval value(RunSummary run, String variant) {
    VariantSummary trials = VariantSummary.of(run, variant);
    double value;
    if (verdicts()) {
      Fates fates = trials.stateKinds().of(kind().orElseThrow());
      value = share((double) fates.of(fate().orElseThrow()), (double) fates.probes());
    } else if (counted()) {
      boolean all = name.equals(ERRORS);
      Stream<TrialSummary> each = trials.trials().stream();
      double failed = each.mapToDouble(one -> all ? one.errors() : metric().of(one)).sum();
      value = share(failed, (double) trials.requests());
    } else {
      value = converted(trials.mean(metric()));
    }
    return new Interval(value, Double.NaN, Double.NaN);
  }

  private double share(double number, double all) {
    return unit.equals(PERCENT) ? 100 * number / all : number;
  }

  private double converted(double value) {
    boolean plain = unit.isEmpty() || unit.equals(PERCENT);
    return plain ? value : value * MICROS.get(unitOfFigure()) / MICROS.get(unit);
  }

  private Interval ratio(RunSummary run, String a, String b) {
    Interval interval =
        run.comparison(a, b, name)
            .map(Comparison::interval)
            .or(() -> run.comparison(b, a, name).map(c -> c.interval().turned()))
            .orElse(Interval.NONE);
    double above = VariantSummary.of(run, a).mean(metric());
    double below = VariantSummary.of(run, b).mean(metric());
    return interval.around(above, below);
  }

  /** What is not a number is beyond every limit. */
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
    return Double.isNaN(value) ? "not told" : String.format(Locale.ROOT, form, value, unit);
  }

  /** Whether a trial of that variant can be held against it while it runs. */
  public boolean live(String variant) {
    return LIVE.matcher(name).matches() && concerns(variant);
  }

  /** How a trial breaks it by its figures so far, which have the names of reports; else empty. */
  public Optional<String> broken(Map<String, Double> figures) {
    double figure = figures.getOrDefault(name, Double.NaN);
    double requests = figures.getOrDefault("requests", 0.0);
    double value = counted() ? share(figure, requests) : converted(figure);
    return Double.isNaN(value) || !beyond(value) ? Optional.empty() : Optional.of(shown(value));
  }
}
