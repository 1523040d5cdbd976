package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.measure.read.RunComparison;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A limit such as {@code service.p95 > 1.10}: crossed when the ratio of run b to run a is beyond it
 * under some variant. Names that begin with {@code errors} or {@code errorClasses} mean the number
 * of failed requests in run b instead, and {@code stateKinds.temporaryRows.leaked} the number of
 * probes that ended so. {@code sticky: tier.mean > 1.2} looks at one variant only.
 */
public record Threshold(String text, String variant, String name, String relation, double limit) {
  private static final Pattern FORM =
      Pattern.compile("\\s*(?:(.+):\\s*)?([A-Za-z0-9.]+)\\s*(>=|<=|>|<)\\s*(\\d+(?:\\.\\d+)?)\\s*");
  private static final String ERRORS = "errors";

  /** Reads an expression; fails with one line that names the choices. */
  public static Threshold parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "--fail-if \"%s\" is not understood: write FIGURE > NUMBER (or >=, <, <=), for example"
                  .formatted(text)
              + " \"service.p95 > 1.10\"; figures are "
              + choices());
    }
    Threshold threshold =
        new Threshold(
            text.strip(),
            parts.group(1) == null ? "" : parts.group(1).strip(),
            parts.group(2),
            parts.group(3),
            Double.parseDouble(parts.group(4)));
    threshold.requireName();
    return threshold;
  }

  private void requireName() {
    if (!name.equals(ERRORS) && !verdicts() && Metrics.named(name).isEmpty()) {
      throw new IllegalArgumentException(
          "--fail-if \"%s\": there is no figure %s; figures are %s"
              .formatted(text, name, choices()));
    }
  }

  /** Whether the limit is on verdicts of probes, which hold however slow the generator was. */
  public boolean verdicts() {
    return kind().isPresent() && fate().isPresent();
  }

  private Optional<Metric> failures() {
    return Metrics.named(name).filter(Metric::failures);
  }

  private Optional<StateKind> kind() {
    String[] parts = name.split("\\.", -1);
    boolean three = parts.length == 3 && parts[0].equals("stateKinds");
    return three ? StateKind.at(parts[1]) : Optional.empty();
  }

  private Optional<Fate> fate() {
    return Arrays.stream(Fate.values()).filter(f -> name.endsWith("." + f.key())).findFirst();
  }

  private static String choices() {
    return Metrics.ALL.stream().map(Metric::name).collect(Collectors.joining(", "))
        + ", errors, stateKinds.KIND.FATE such as stateKinds.temporaryRows.leaked";
  }

  /** What was found for one variant, in words. */
  public record Finding(String text, boolean crossed) {}

  /** Looks at the runs; fails with one line when the named variant is not in both. */
  public List<Finding> check(RunComparison runs) {
    if (!variant.isEmpty() && !runs.variants().contains(variant)) {
      throw new IllegalArgumentException(
          "--fail-if \"%s\": variant %s is not in both runs; variants are %s"
              .formatted(text, variant, String.join(", ", runs.variants())));
    }
    return runs.variants().stream()
        .filter(candidate -> variant.isEmpty() || variant.equals(candidate))
        .map(candidate -> check(candidate, value(runs, candidate)))
        .toList();
  }

  private double value(RunComparison runs, String of) {
    VariantSummary after = VariantSummary.of(runs.b(), of);
    if (name.equals(ERRORS)) {
      return after.errors();
    }
    if (failures().isPresent()) {
      return after.trials().stream().mapToDouble(failures().get()::of).sum();
    }
    if (verdicts()) {
      return after.stateKinds().of(kind().orElseThrow()).of(fate().orElseThrow());
    }
    double ratio = runs.change(of, name).orElseThrow().interval().ratio();
    return Double.isNaN(ratio) ? 1 : ratio; // 0 before and 0 after: nothing changed
  }

  private Finding check(String of, double value) {
    boolean count = name.equals(ERRORS) || failures().isPresent() || verdicts();
    String shown = String.format(Locale.ROOT, count ? "%.0f" : "%.3f", value);
    boolean crossed =
        switch (relation) {
          case ">" -> value > limit;
          case ">=" -> value >= limit;
          case "<" -> value < limit;
          default -> value <= limit;
        };
    String words = crossed ? "crossed" : "held";
    return new Finding("%s: %s, it is %s under %s".formatted(text, words, shown, of), crossed);
  }
}
