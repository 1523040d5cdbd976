package cloakroom.bench.family;

import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.stress.report.Figures;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A family for the console: its figures cell by cell, then every bar with what was measured. */
final class FamilyTable {
  private static final int SUBJECT = 34;
  private static final int FIGURE = 14;

  private FamilyTable() {}

  static String of(FamilyResult result) {
    List<String> lines = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    result.rows().forEach(row -> names.addAll(row.figures().keySet()));
    lines.add("");
    lines.add(line(result.name(), names.stream().toList()));
    String cell = "";
    for (Row row : result.rows()) {
      if (!row.cell().equals(cell)) {
        cell = row.cell();
        lines.add("-- " + cell);
      }
      lines.add(line(row.subject(), names.stream().map(name -> figure(row, name)).toList()));
    }
    lines.add("");
    result.bars().forEach(bar -> lines.add(line(bar)));
    result.remarks().forEach(lines::add);
    lines.add("");
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String figure(Row row, String name) {
    return Figures.number(row.figures().getOrDefault(name, Double.NaN));
  }

  private static String line(String first, List<String> more) {
    StringBuilder line = new StringBuilder(pad(first, SUBJECT));
    more.forEach(text -> line.append(String.format(Locale.ROOT, " %" + FIGURE + "s", text)));
    return line.toString().stripTrailing();
  }

  private static String line(BarResult bar) {
    return String.format(
        Locale.ROOT,
        "%-6s %-66s %-12s %s",
        bar.met() ? "met" : "MISSED",
        bar.what(),
        bar.bar().words(),
        bar.bar().unit().equals("x")
            ? Figures.interval(bar.ours())
            : Figures.number(bar.ours().ratio()) + " " + bar.bar().unit());
  }

  private static String pad(String text, int width) {
    return String.format(Locale.ROOT, "%-" + width + "s", text);
  }
}
