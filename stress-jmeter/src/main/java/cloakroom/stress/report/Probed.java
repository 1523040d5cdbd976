package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Share;
import cloakroom.stress.document.Cell.Shares;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKinds.Fate;
import cloakroom.stress.measure.StateKinds.Fates;
import cloakroom.stress.measure.VariantSummary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a run's probes found, as far as it may be shown. */
final class Probed {
  private Probed() {}

  /** Counters that do not agree invalidate every verdict, so that none is shown. */
  static boolean shown(RunSummary run) {
    return run.probed() && run.consistent();
  }

  static List<StateKind> kinds(RunSummary run) {
    return Arrays.stream(StateKind.values())
        .filter(kind -> run.trials().stream().anyMatch(t -> t.stateKinds().of(kind).probes() > 0))
        .toList();
  }

  /** What hygiene cost, to stand beside it; nothing when no tier counted it. */
  static List<Metric> costs(List<VariantSummary> variants) {
    return Figures.told(List.of(Metrics.HYGIENE), variants);
  }

  /** The verdicts on one kind as a cell; one leaked or lost value marks the whole of it. */
  static Cell cell(VariantSummary variant, StateKind kind) {
    Fates fates = variant.stateKinds().of(kind);
    Tone worst = Tone.KEPT;
    if (fates.leaked() > 0) {
      worst = Tone.LEAKED;
    } else if (fates.lost() > 0) {
      worst = Tone.LOST;
    } else if (fates.refused() > fates.kept()) {
      worst = Tone.REFUSED;
    }
    return cell(fates, variant.name() + ", " + kind.label() + ": " + counts(fates), worst);
  }

  static Cell cell(Fates fates, String hint, Tone tone) {
    List<Share> shares =
        Arrays.stream(Fate.values())
            .map(f -> new Share(f.key(), letter(f), tone(f), fates.of(f), f == Fate.LEAKED))
            .toList();
    return Cell.of(new Shares(shares, hint, tone));
  }

  static Tone tone(Fate fate) {
    return Tone.valueOf(fate.name());
  }

  /** The first letter, but for the two that share one. */
  private static String letter(Fate fate) {
    return fate == Fate.LEAKED ? "x" : fate.key().substring(0, 1);
  }

  /** "kept 200, lost 0, leaked 40, refused 0 of 240". */
  static String counts(Fates fates) {
    return Arrays.stream(Fate.values())
            .map(fate -> String.format(Locale.ROOT, "%s %,d", fate.key(), fates.of(fate)))
            .collect(Collectors.joining(", "))
        + String.format(Locale.ROOT, " of %,d", fates.probes());
  }
}
