package cloakroom.bench.report;

import cloakroom.bench.report.Html.Cell;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.Operation;
import cloakroom.bench.run.StudyResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** One study on the page: its question, its chart, its tables. */
final class StudySection {
  private StudySection() {}

  static void print(Html html, StudyResult study) {
    html.section(study.card().id(), study.card().id() + " " + study.card().title())
        .element("p", "question", study.card().question());
    study.absent().forEach(why -> html.element("p", "why", Missing.of(why).sentence()));
    if (!study.points().isEmpty()) {
      if (ChartData.isDrawn(study)) {
        chart(html, study);
      }
      readings(html, study);
      counts(html, study);
      operations(html, study);
      times(html, study);
    }
    html.close("section");
  }

  private static void chart(Html html, StudyResult study) {
    html.raw("<figure><div class=\"canvas\"><canvas id=\"chart-")
        .text(study.card().id())
        .raw("\" role=\"img\" aria-label=\"")
        .text("Times of " + study.card().title())
        .raw("\"></canvas></div>");
    html.raw("</figure>\n");
  }

  private static void readings(Html html, StudyResult study) {
    List<String> readings = Readings.of(study);
    if (!readings.isEmpty()) {
      html.open("ul", "readings");
      readings.forEach(reading -> html.element("li", "", reading));
      html.close("ul");
    }
  }

  private static void counts(Html html, StudyResult study) {
    Set<String> names = counted(study);
    if (names.isEmpty()) {
      return;
    }
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("")));
    names.forEach(name -> heading.add(Cell.number(words(name))));
    List<List<Cell>> rows = new ArrayList<>();
    Labels labels = Labels.of(study);
    for (Point point : study.points()) {
      if (point.counts().isEmpty()) {
        continue;
      }
      List<Cell> row = new ArrayList<>(List.of(Cell.of(labels.all(point))));
      names.forEach(
          name ->
              row.add(Cell.number(Figures.number(point.counts().getOrDefault(name, Double.NaN)))));
      rows.add(row);
    }
    html.element("h3", "", "Beside the times: counts of one run, means of the rounds")
        .table(heading, rows);
  }

  /** A figure that is 0 everywhere was not counted. */
  private static Set<String> counted(StudyResult study) {
    Set<String> names = new TreeSet<>();
    for (Point point : study.points()) {
      point
          .counts()
          .forEach(
              (name, count) -> {
                if (count != 0) {
                  names.add(name);
                }
              });
    }
    return names;
  }

  /** roundTrips becomes "round trips". */
  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static void operations(Html html, StudyResult study) {
    Labels labels = Labels.of(study);
    List<List<Cell>> rows = new ArrayList<>();
    for (Point point : study.points()) {
      point.operation().ifPresent(cost -> rows.add(operation(labels.all(point), cost)));
    }
    if (!rows.isEmpty()) {
      html.element("h3", "", "One operation in the steady state")
          .table(
              List.of(
                  Cell.of(""), Cell.number("µs"), Cell.number("± 99.9 %"), Cell.number("bytes")),
              rows);
    }
  }

  private static List<Cell> operation(String label, Operation cost) {
    return List.of(
        Cell.of(label),
        Cell.number(Figures.number(cost.micros())),
        Cell.number(Figures.number(cost.error())),
        Cell.number(Figures.number(cost.bytes())));
  }

  private static void times(Html html, StudyResult study) {
    Labels labels = Labels.of(study);
    List<List<Cell>> rows =
        study.points().stream()
            .filter(point -> !point.millis().isEmpty())
            .map(point -> times(labels.all(point), point))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    html.details("Times of all rounds", false)
        .table(List.of(Cell.of(""), Cell.number("mean, ms"), Cell.number("rounds, ms")), rows)
        .close("details");
  }

  private static List<Cell> times(String label, Point point) {
    return List.of(
        Cell.of(label),
        Cell.number(Figures.number(point.mean())),
        Cell.number(String.join("  ", point.millis().stream().map(Figures::number).toList())));
  }
}
