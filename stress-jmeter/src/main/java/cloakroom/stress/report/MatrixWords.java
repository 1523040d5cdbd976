package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Cell;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKinds;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.StateKinds.Fates;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The matrix in words, made from its figures. */
final class MatrixWords {
  private static final int NAMED = 6;
  private static final List<Fate> BAD = List.of(Fate.LEAKED, Fate.LOST, Fate.REFUSED);

  private MatrixWords() {}

  /** What probes found, in a few sentences; why there is no matrix, when there is none. */
  static List<String> headline(RunSummary run) {
    if (!run.consistent()) {
      return List.of("No matrix: " + Words.disagreement(run));
    }
    List<String> lines = new ArrayList<>();
    if (run.faults().cutShort()) {
      lines.add("The run was cut short: the matrix holds the probes that ended before that");
    }
    List<VariantSummary> variants = probed(run);
    lines.add(kept(run, variants));
    lines.add(leaked(run, variants));
    if (!run.valid()) {
      lines.add("No verdict on speed: " + Words.withheld(run));
    }
    return lines;
  }

  private static List<VariantSummary> probed(RunSummary run) {
    return VariantSummary.of(run).stream().filter(v -> v.stateKinds().any()).toList();
  }

  private static String kept(RunSummary run, List<VariantSummary> variants) {
    List<String> all = variants.stream().filter(MatrixWords::whole).map(v -> v.name()).toList();
    if (all.isEmpty()) {
      VariantSummary best = variants.stream().max(Comparator.comparing(MatrixWords::share)).get();
      String who = variants.size() == 1 ? "" : "No " + Words.noun(run) + " kept every probe; ";
      return who + best.name() + " kept " + (variants.size() == 1 ? "" : "most, ") + percent(best);
    }
    if (all.size() == variants.size()) {
      return variants.size() == 1
          ? all.get(0) + " kept every probe"
          : "All " + all.size() + " " + Words.nouns(run) + " kept every probe";
    }
    return "%d of %d %s kept every probe: %s"
        .formatted(all.size(), variants.size(), Words.nouns(run), some(all));
  }

  private static String leaked(RunSummary run, List<VariantSummary> variants) {
    List<VariantSummary> all =
        variants.stream().filter(v -> v.stateKinds().total().leaked() > 0).toList();
    if (all.isEmpty()) {
      return "No probe saw another user's state";
    }
    StateKinds together = StateKinds.sum(all.stream().map(v -> v.stateKinds()).toList());
    return "Another user's state was seen in %s, under %d of %d %s: %s"
        .formatted(
            kinds(together, Fate.LEAKED),
            all.size(),
            variants.size(),
            Words.nouns(run),
            some(all.stream().map(v -> v.name()).toList()));
  }

  private static String some(List<String> names) {
    int more = names.size() - NAMED;
    return String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String kinds(StateKinds kinds, Fate fate) {
    return kinds.byKind().entrySet().stream()
        .filter(entry -> entry.getValue().of(fate) > 0)
        .map(entry -> entry.getKey().label())
        .collect(Collectors.joining(", "));
  }

  /** One sentence a variant; those that kept everything share one. */
  static List<String> lines(RunSummary run) {
    if (!run.consistent()) {
      return headline(run);
    }
    List<String> lines = new ArrayList<>();
    List<VariantSummary> variants = probed(run);
    List<String> whole = variants.stream().filter(MatrixWords::whole).map(v -> v.name()).toList();
    if (!whole.isEmpty()) {
      lines.add(String.join(", ", whole) + ": kept everything");
    }
    variants.stream().filter(v -> !whole(v)).map(MatrixWords::line).forEach(lines::add);
    return lines;
  }

  private static String line(VariantSummary variant) {
    String bad =
        BAD.stream()
            .filter(fate -> variant.stateKinds().total().of(fate) > 0)
            .map(fate -> fate.key() + " " + counts(variant.stateKinds(), fate))
            .collect(Collectors.joining("; "));
    return variant.name() + ": kept " + percent(variant) + "; " + bad;
  }

  private static String counts(StateKinds kinds, Fate fate) {
    return kinds.byKind().entrySet().stream()
        .filter(entry -> entry.getValue().of(fate) > 0)
        .map(entry -> count(entry.getKey(), entry.getValue(), fate))
        .collect(Collectors.joining(", "));
  }

  private static String count(StateKind kind, Fates fates, Fate fate) {
    return "%s %,d of %,d".formatted(kind.label(), fates.of(fate), fates.probes());
  }

  private static boolean whole(VariantSummary variant) {
    return variant.stateKinds().total().allKept();
  }

  private static double share(VariantSummary variant) {
    return variant.stateKinds().total().share(Fate.KEPT);
  }

  private static String percent(VariantSummary variant) {
    return Cell.percent(share(variant));
  }
}
