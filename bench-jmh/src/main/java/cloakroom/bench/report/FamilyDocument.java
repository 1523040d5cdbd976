package cloakroom.bench.report;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.MeasuredBar;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Environment;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A family as a document: its figures cell by cell, then every bar with what was measured. */
final class FamilyDocument {
  private FamilyDocument() {}

  static Document of(FamilyResult result, Environment environment) {
    Map<String, List<Row>> cells =
        result.rows().stream()
            .collect(Collectors.groupingBy(Row::cell, LinkedHashMap::new, Collectors.toList()));
    Blocks blocks = new Blocks();
    cells.forEach((cell, rows) -> blocks.section(cell, cell, new Blocks().table(table(rows))));
    blocks.section("bars", "Bars", new Blocks().table(bars(result.bars())));
    blocks.section("remarks", "Remarks", new Blocks().list(result.remarks()));
    String lead = environment.date() + "; " + environment.database() + "; " + environment.jdk();
    return new Document("Cloakroom", "Family " + result.name(), lead, blocks.list());
  }

  private static Table table(List<Row> rows) {
    List<Column> figures = rows.get(0).figures().keySet().stream().map(Column::number).toList();
    Table table = Table.of(Table.Look.PLAIN, Column.of(""), figures);
    for (Row row : rows) {
      table.row(
          Cell.of(row.subject()),
          row.figures().values(),
          figure -> Cell.of(Rounded.number(figure)));
    }
    return table;
  }

  private static Table bars(List<MeasuredBar> bars) {
    Table table = Table.of("", "what", "bar", "#measured");
    for (MeasuredBar bar : bars) {
      table.row(
          Cell.of(bar.met() ? "met" : "MISSED"),
          Cell.of(bar.bar().what()),
          Cell.of(bar.words()),
          Cell.of(Rounded.interval(bar.ours())));
    }
    return table;
  }
}
