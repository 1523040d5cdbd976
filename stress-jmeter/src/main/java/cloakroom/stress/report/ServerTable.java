package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.ServerFigure;
import cloakroom.stress.measure.ServerFigures;
import cloakroom.stress.measure.ServerGroup;
import cloakroom.stress.measure.ServerWork;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What the database server told of itself, as a table: figures below each other, variants across.
 */
final class ServerTable {
  static final String TITLE = "What the database server did";
  static final String NOTE =
      "In the server's own words, over the measured phase. What a server does not count is \"not"
          + " told\"; what its user may not read is \"not permitted\".";

  private static final String WAITING = "waiting: sessions at a time, on average, by class";

  private final RunSummary run;
  private final List<VariantSummary> variants;

  ServerTable(RunSummary run) {
    this.run = run;
    this.variants = VariantSummary.of(run);
  }

  /**
   * One line of the table.
   *
   * @param group the heading it stands under
   * @param cells one a variant
   */
  record Row(String group, String label, List<String> cells) {}

  /** Whether any trial of the run has a record of the server; older ones have none. */
  static boolean applies(RunSummary run) {
    return run.trials().stream().anyMatch(trial -> trial.server().any());
  }

  List<VariantSummary> variants() {
    return variants;
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    ServerFigures.ALL.stream().filter(this::shown).forEach(figure -> rows.add(row(figure)));
    rows.addAll(waits());
    return rows;
  }

  /** What only one of the databases has is left out when it says nothing. */
  private boolean shown(ServerFigure figure) {
    return figure.common()
        || run.trials().stream()
            .map(TrialSummary::server)
            .anyMatch(s -> Double.isFinite(figure.of(s)) || refused(s, figure.column()));
  }

  private static boolean refused(ServerWork server, String column) {
    return server.group(column).filter(group -> !group.told()).isPresent();
  }

  private Row row(ServerFigure figure) {
    Metric metric = Metrics.named("server." + figure.name()).orElseThrow();
    return new Row(
        figure.kind().heading(),
        figure.unit().isEmpty() ? figure.label() : figure.label() + " (" + figure.unit() + ")",
        variants.stream().map(v -> cell(v, metric::of, figure.column())).toList());
  }

  private static String cell(
      VariantSummary variant, ToDoubleFunction<TrialSummary> figure, String column) {
    double mean = variant.trials().stream().mapToDouble(figure).average().orElse(Double.NaN);
    return Double.isFinite(mean) ? number(mean) : absence(variant, column);
  }

  private static String number(double value) {
    int decimals = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 0.1 ? 2 : 4;
    return value == 0 ? "0" : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Why a variant has no such figure: the first of its trials that lacks it speaks for all. */
  private static String absence(VariantSummary variant, String column) {
    for (TrialSummary trial : variant.trials()) {
      ServerWork server = trial.server();
      if (server.any() && refused(server, column)) {
        return server.group(column).map(ServerGroup::state).orElseThrow();
      }
      if (server.any() && server.group(column).isEmpty()) {
        return "not told";
      }
    }
    return "–";
  }

  private List<Row> waits() {
    Set<String> classes = new LinkedHashSet<>();
    run.trials().forEach(trial -> classes.addAll(waitedFor(trial)));
    return classes.isEmpty()
        ? List.of(new Row(WAITING, "any", variants.stream().map(this::noWaits).toList()))
        : classes.stream().map(this::waits).toList();
  }

  /** A class that nobody waited for says nothing. */
  private static List<String> waitedFor(TrialSummary trial) {
    return trial.server().waits().entrySet().stream()
        .filter(wait -> wait.getValue() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  private String noWaits(VariantSummary variant) {
    boolean told = variant.trials().stream().noneMatch(trial -> trial.server().waits().isEmpty());
    return told ? "0" : absence(variant, waitColumn(variant));
  }

  private static String waitColumn(VariantSummary variant) {
    return variant.trials().stream()
        .flatMap(trial -> trial.server().groups().stream())
        .flatMap(group -> group.figures().stream())
        .filter(figure -> figure.startsWith("wait"))
        .findFirst()
        .orElse("waits");
  }

  private Row waits(String waitClass) {
    ToDoubleFunction<TrialSummary> sessions =
        trial -> trial.server().waits().getOrDefault(waitClass, Double.NaN);
    return new Row(
        WAITING, waitClass, variants.stream().map(v -> cell(v, sessions, waitColumn(v))).toList());
  }

  /** What a reader must know of the record: what was refused, what is missing, what it cost. */
  List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    for (TrialSummary trial : run.trials()) {
      trial.server().groups().stream()
          .filter(group -> !group.told())
          .forEach(group -> notes.add(refusal(group)));
    }
    long gaps = run.trials().stream().mapToLong(trial -> trial.server().gaps()).sum();
    if (gaps > 0) {
      notes.add("At " + gaps + " moments the server did not answer within a second.");
    }
    run.trials().stream()
        .map(trial -> trial.server().lastFailure())
        .filter(failure -> !failure.isEmpty())
        .forEach(failure -> notes.add("Asking failed: " + failure + "."));
    notes.add(cost());
    return List.copyOf(notes);
  }

  private static String refusal(ServerGroup group) {
    String said = group.name() + " " + group.state() + ": " + group.reason() + ".";
    return group.grant().isEmpty() ? said : said + " It takes: " + group.grant();
  }

  private String cost() {
    return String.format(
        Locale.ROOT,
        "Asking took %s statements and %s ms of waiting in a second, over a connection of its own;"
            + " its transactions are not among the commits.",
        number(mean(trial -> trial.server().perSecond("ownStatements"))),
        number(mean(trial -> trial.server().ownMillisPerSecond())));
  }

  private double mean(ToDoubleFunction<TrialSummary> figure) {
    return run.trials().stream()
        .mapToDouble(figure)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }
}
