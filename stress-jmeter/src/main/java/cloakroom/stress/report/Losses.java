package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.measure.Varied;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How the share of probes that found their value gone depends on the setting that a run varies, for
 * one policy under one hygiene.
 *
 * @param id of its chart in the page
 * @param name the variant's name without the varied value
 * @param setting the setting's full name
 * @param trials what was run with each value, in the order of the values
 */
record Losses(String id, String name, String setting, Map<String, VariantSummary> trials) {
  private static final List<StateKind> KINDS = List.of(StateKind.values());

  /** Those of a run; none when it varies nothing, has no probes or no valid matrix. */
  static List<Losses> of(RunSummary run) {
    Varied varied = run.config().varied();
    if (!varied.any() || !Probed.shown(run)) {
      return List.of();
    }
    Map<String, Map<String, VariantSummary>> groups = new LinkedHashMap<>();
    for (VariantSummary summary : VariantSummary.of(run)) {
      String value = summary.variant().set().getOrDefault(varied.setting(), "");
      groups
          .computeIfAbsent(base(summary.variant(), varied, value), name -> new LinkedHashMap<>())
          .put(value, summary);
    }
    List<Losses> all = new ArrayList<>();
    groups.forEach(
        (name, values) ->
            all.add(new Losses("losses-" + all.size(), name, varied.setting(), values)));
    return List.copyOf(all);
  }

  private static String base(Variant variant, Varied varied, String value) {
    String tail = "/" + varied.label() + "=" + value;
    String name = variant.name();
    return name.endsWith(tail) ? name.substring(0, name.length() - tail.length()) : name;
  }

  List<String> values() {
    return List.copyOf(trials.keySet());
  }

  /** Part of the probes of one kind that found their value gone, for each value of the setting. */
  private List<Double> gone(StateKind kind) {
    return trials.values().stream().map(trial -> trial.stateKinds().of(kind).gone()).toList();
  }

  private List<StateKind> probed() {
    return KINDS.stream()
        .filter(kind -> gone(kind).stream().anyMatch(share -> !share.isNaN()))
        .toList();
  }

  /** Whether something was lost: a line along the bottom says less than a word. */
  private boolean drawn(StateKind kind) {
    return gone(kind).stream().anyMatch(share -> share > 0);
  }

  /** One row of text for each kind: name, kind, the share at each value. */
  List<List<String>> rows() {
    return probed().stream().map(this::row).toList();
  }

  private List<String> row(StateKind kind) {
    List<String> row = new ArrayList<>(List.of(name, kind.label()));
    gone(kind).forEach(share -> row.add(Cell.percent(share)));
    return row;
  }

  Chart chart() {
    String never =
        probed().stream()
            .filter(kind -> !drawn(kind))
            .map(StateKind::label)
            .collect(Collectors.joining(", "));
    return new Chart(
        id,
        Kind.POINTS,
        name,
        "%",
        never.isEmpty() ? "" : "Never lost: " + never + ".",
        Axis.of(setting, Scale.LINEAR),
        new Axis("lost or leaked, %", Scale.LINEAR, 100),
        values(),
        probed().stream().filter(this::drawn).map(this::line).toList(),
        true);
  }

  private Line line(StateKind kind) {
    List<double[]> points = gone(kind).stream().map(share -> new double[] {share * 100}).toList();
    int place = KINDS.indexOf(kind);
    return new Line(kind.label(), -1, place, place, false, false, points);
  }
}
