package cloakroom.bench.report;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.report.Document.Bullets;
import cloakroom.bench.report.Document.Cell;
import cloakroom.bench.report.Document.Section;
import cloakroom.bench.report.Document.Table;
import cloakroom.bench.report.Document.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A family as a document: its figures cell by cell, then every bar with what was measured. */
final class FamilyDocument {
  private FamilyDocument() {}

  static Document of(FamilyResult result, Environment environment) {
    Map<String, List<Row>> cells = new LinkedHashMap<>();
    result
        .rows()
        .forEach(row -> cells.computeIfAbsent(row.cell(), c -> new ArrayList<>()).add(row));
    List<Section> sections = new ArrayList<>();
    cells.forEach((cell, rows) -> sections.add(new Section(cell, cell, List.of(table(rows)))));
    sections.add(
        new Section(
            "bars",
            "Bars",
            List.of(
                new Table(
                    "",
                    false,
                    List.of(Cell.of(""), Cell.of("what"), Cell.of("bar"), Cell.number("measured")),
                    result.bars().stream().map(FamilyDocument::row).toList()))));
    sections.add(new Section("remarks", "Remarks", List.of(new Bullets(result.remarks()))));
    String lead = environment.date() + "; " + environment.database() + "; " + environment.jdk();
    return new Document("Family " + result.name(), lead, List.of(), sections);
  }

  private static Table table(List<Row> rows) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.addAll(row.figures().keySet()));
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("")));
    names.forEach(name -> heading.add(Cell.number(name)));
    List<List<Cell>> cells = new ArrayList<>();
    for (Row row : rows) {
      List<Cell> line = new ArrayList<>(List.of(Cell.of(row.subject())));
      names.forEach(
          name ->
              line.add(Cell.number(Figures.number(row.figures().getOrDefault(name, Double.NaN)))));
      cells.add(line);
    }
    return new Table("", false, heading, cells);
  }

  private static List<Cell> row(BarResult bar) {
    return List.of(
        bar.met() ? Cell.toned("met", Tone.GOOD) : Cell.toned("MISSED", Tone.BAD),
        Cell.of(bar.what()),
        Cell.of(bar.bar().words()),
        Cell.number(
            bar.bar().isRatio()
                ? Figures.interval(bar.ours())
                : Figures.number(bar.ours().ratio()) + " " + bar.bar().unit()));
  }
}
