package cloakroom.stress.report;

import cloakroom.stress.measure.Fate;
import cloakroom.stress.measure.Fates;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.measure.Varied;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the share of probes that found their value gone depends on the setting that a run varies, for
 * one policy under one hygiene.
 *
 * @param id of its chart in the page
 * @param name the variant's name without the varied value
 * @param setting the setting's full name
 * @param trials what was run with each value, in the order of the values
 */
record LossCurves(String id, String name, String setting, Map<String, VariantSummary> trials) {
  static final String NOTE =
      "Share of the probes that were lost or leaked. Refused ones are neither: their users were"
          + " told.";

  /** The curves of a run; none when it varies nothing, has no probes or no valid matrix. */
  static List<LossCurves> of(RunSummary run) {
    Varied varied = run.config().varied();
    Matrix matrix = new Matrix(run);
    if (!varied.any() || !matrix.shown()) {
      return List.of();
    }
    Map<String, Map<String, VariantSummary>> groups = new LinkedHashMap<>();
    for (VariantSummary summary : matrix.variants()) {
      String value = summary.variant().set().getOrDefault(varied.setting(), "");
      groups
          .computeIfAbsent(base(summary.variant(), varied, value), name -> new LinkedHashMap<>())
          .put(value, summary);
    }
    List<LossCurves> curves = new ArrayList<>();
    groups.forEach(
        (name, byValue) ->
            curves.add(new LossCurves("losses-" + curves.size(), name, varied.setting(), byValue)));
    return List.copyOf(curves);
  }

  private static String base(Variant variant, Varied varied, String value) {
    String tail = "/" + varied.label() + "=" + value;
    String name = variant.name();
    return name.endsWith(tail) ? name.substring(0, name.length() - tail.length()) : name;
  }

  static String title(RunSummary run) {
    return "Share lost against " + run.config().varied().setting();
  }

  /** The setting's values, in the order in which they were run first. */
  List<String> values() {
    return List.copyOf(trials.keySet());
  }

  /** The verdicts on one kind for each value. */
  List<Fates> line(StateKind kind) {
    return trials.values().stream().map(summary -> summary.stateKinds().of(kind)).toList();
  }

  /** Kinds of which something was lost; a line along the bottom says less than a word. */
  List<StateKind> drawn() {
    return probed().stream()
        .filter(kind -> line(kind).stream().anyMatch(f -> lost(f) > 0))
        .toList();
  }

  /** Kinds of which nothing was lost at any value. */
  List<StateKind> kept() {
    return probed().stream().filter(kind -> !drawn().contains(kind)).toList();
  }

  private List<StateKind> probed() {
    return List.of(StateKind.values()).stream()
        .filter(kind -> line(kind).stream().anyMatch(f -> f.probes() > 0))
        .toList();
  }

  /** One row of text for each kind: name, kind, the share at each value. */
  List<List<String>> rows() {
    return probed().stream().map(this::row).toList();
  }

  private List<String> row(StateKind kind) {
    List<String> row = new ArrayList<>(List.of(name, kind.label()));
    line(kind).forEach(f -> row.add(Share.percent(lost(f))));
    return row;
  }

  /** Part of the probes, 0 to 1, that found their value gone; NaN without probes. */
  static double lost(Fates fates) {
    return fates.share(Fate.LOST) + fates.share(Fate.LEAKED);
  }
}
