package cloakroom.bench.report;

import cloakroom.bench.run.StudiesResult;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.MeasuredRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The studies as a table for the console: published ratio, ours with its interval, verdict. No line
 * is longer than 120 characters.
 */
public final class ConsoleTable {
  private static final int WIDTH = 120;
  private static final int NAME = 46;
  private static final int MARGIN = 6;

  private ConsoleTable() {}

  /** The whole table; an empty line stands before and after it. */
  public static String of(StudiesResult result) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(row("study", "ratio", "published", "ours (95 %)", "verdict"));
    lines.add("-".repeat(WIDTH - 2));
    result.studies().forEach(study -> add(lines, study));
    lines.add("");
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static void add(List<String> lines, StudyResult study) {
    study.ratios().forEach(ratio -> add(lines, study.card().id(), ratio));
    Stream.concat(
            Readings.of(study).stream(),
            study.absent().stream().map(why -> Missing.of(why).sentence()))
        .forEach(words -> note(lines, study.card().id(), words));
  }

  private static void add(List<String> lines, String id, MeasuredRatio measured) {
    List<String> name = wrapped(measured.ratio().name(), NAME);
    lines.add(
        row(
            id,
            name.get(0),
            Figures.ratio(measured.ratio().published()),
            Figures.interval(measured.interval()),
            measured.verdict().words()));
    name.stream().skip(1).forEach(more -> lines.add(" ".repeat(MARGIN + 2) + more));
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%-5s %-46s %10s  %-26s %s", (Object[]) cells)
        .stripTrailing();
  }

  private static void note(List<String> lines, String id, String words) {
    List<String> parts = wrapped(words, WIDTH - MARGIN - 2);
    lines.add(String.format(Locale.ROOT, "%-5s %s", id, parts.get(0)));
    parts.stream().skip(1).forEach(more -> lines.add(" ".repeat(MARGIN + 2) + more));
  }

  /** Broken at blanks where there are some; at least one line. */
  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text.strip();
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      int end = blank > 0 ? blank : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }
}
