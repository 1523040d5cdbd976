package cloakroom.bench.report;

import cloakroom.bench.run.Interval;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.MeasuredRatio;
import java.util.List;
import java.util.Locale;

/** The studies as a table for the console: published ratio, ours with its interval, verdict. */
public final class ConsoleTable {
  private static final String ROW = "%-5s %-34s %10s  %-26s %s%n";

  private ConsoleTable() {}

  /** The whole table. */
  public static String of(List<StudyResult> results) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(Locale.ROOT, ROW, "study", "ratio", "published", "ours (95 %)", "verdict"));
    for (StudyResult result : results) {
      result.ratios().forEach(ratio -> text.append(row(result, ratio)));
      result
          .absent()
          .forEach(why -> text.append(String.format("%-5s %s%n", result.card().id(), why)));
    }
    return text.toString();
  }

  private static String row(StudyResult result, MeasuredRatio measured) {
    double published = measured.ratio().published();
    return String.format(
        Locale.ROOT,
        ROW,
        result.card().id(),
        measured.ratio().name(),
        Double.isNaN(published) ? "–" : String.format(Locale.ROOT, "%.2f x", published),
        interval(measured.interval()),
        measured.verdict().words());
  }

  private static String interval(Interval interval) {
    if (interval.isCounted()) {
      return String.format(Locale.ROOT, "%.2f x (counted)", interval.ratio());
    }
    return Double.isNaN(interval.low())
        ? String.format(Locale.ROOT, "%.2f x (one round)", interval.ratio())
        : String.format(
            Locale.ROOT, "%.2f x [%.2f, %.2f]", interval.ratio(), interval.low(), interval.high());
  }
}
