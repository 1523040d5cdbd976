package cloakroom.bench.report;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.Bar;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Environment;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
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
    Blocks blocks = new Blocks();
    cells.forEach((cell, rows) -> blocks.section(cell, cell, new Blocks().table(table(rows))));
    blocks.section("bars", "Bars", new Blocks().table(bars(result.bars())));
    blocks.section("remarks", "Remarks", new Blocks().list(result.remarks()));
    String lead = environment.date() + "; " + environment.database() + "; " + environment.jdk();
    return new Document("Cloakroom", "Family " + result.name(), lead, blocks.list());
  }

  private static Table table(List<Row> rows) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.addAll(row.figures().keySet()));
    Table table =
        Table.of(Table.Look.PLAIN, Column.of(""), names.stream().map(Column::number).toList());
    for (Row row : rows) {
      table.row(
          Cell.of(row.subject()),
          names,
          name -> Cell.of(Rounded.number(row.figures().getOrDefault(name, Double.NaN))));
    }
    return table;
  }

  private static Table bars(List<Bar> bars) {
    Table table =
        Table.of(Column.of(""), Column.of("what"), Column.of("bar"), Column.number("measured"));
    bars.forEach(
        bar ->
            table.row(
                Cell.of(bar.met() ? "met" : "MISSED"),
                Cell.of(bar.what()),
                Cell.of(bar.words()),
                Cell.of(
                    bar.isRatio()
                        ? Rounded.interval(bar.ours())
                        : Rounded.number(bar.ours().ratio()) + " " + bar.unit())));
    return table;
  }
}
