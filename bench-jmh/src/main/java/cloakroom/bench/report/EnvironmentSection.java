package cloakroom.bench.report;

import cloakroom.bench.report.Html.Cell;
import cloakroom.bench.run.Environment;
import cloakroom.bench.run.StudiesResult;
import java.util.ArrayList;
import java.util.List;

/** What the studies ran on. */
final class EnvironmentSection {
  private EnvironmentSection() {}

  static void print(Html html, StudiesResult result) {
    Environment environment = result.environment();
    List<List<Cell>> rows = new ArrayList<>();
    row(rows, "processor", environment.cpu());
    row(rows, "cores", Integer.toString(environment.cores()));
    row(rows, "system", environment.os());
    row(rows, "JDK", environment.jdk());
    row(rows, "database", environment.database());
    environment.settings().forEach((name, value) -> row(rows, name, value));
    environment.libraries().forEach((name, value) -> row(rows, name, value));
    html.section("environment", "Environment")
        .table(List.of(Cell.of(""), Cell.of("")), rows)
        .close("section");
  }

  private static void row(List<List<Cell>> rows, String name, String value) {
    rows.add(List.of(Cell.of(name), Cell.of(value)));
  }
}
