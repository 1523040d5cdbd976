package cloakroom.stress.run;

import cloakroom.stress.measure.PairedRatio;
import cloakroom.stress.measure.Throughput;
import cloakroom.stress.process.StressFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the rounds of {@link Overhead} showed.
 *
 * @param rounds in order, without the one that does not count
 */
record OverheadResult(List<Round> rounds) {
  private static final int FAILURES = 1;

  /**
   * One run.
   *
   * @param throughput by its JTL file
   * @param cpuSeconds CPU time of its whole process, NaN when unknown
   */
  record Side(Throughput throughput, double cpuSeconds) {
    double perSecond() {
      return throughput.perSecond();
    }

    double cpuMicros() {
      return cpuSeconds * 1_000_000 / throughput.requests();
    }
  }

  /** Two runs, one right after the other. */
  record Round(Side runner, Side stock) {}

  /** Throughput of the runner over that of stock JMeter. */
  PairedRatio ratio() {
    return PairedRatio.of(
        rounds.stream().map(round -> round.runner().perSecond()).toList(),
        rounds.stream().map(round -> round.stock().perSecond()).toList());
  }

  private PairedRatio cpuRatio() {
    return PairedRatio.of(
        rounds.stream().map(round -> round.runner().cpuMicros()).toList(),
        rounds.stream().map(round -> round.stock().cpuMicros()).toList());
  }

  private long failed() {
    return rounds.stream()
        .mapToLong(
            round -> round.runner().throughput().failed() + round.stock().throughput().failed())
        .sum();
  }

  /** A table, and what it says of the ratio asked for. */
  List<String> lines(double least) {
    List<String> lines = new ArrayList<>();
    lines.add("round   runner req/s   stock req/s   ratio   runner CPU µs/req   stock CPU µs/req");
    for (int i = 0; i < rounds.size(); i++) {
      Side runner = rounds.get(i).runner();
      Side stock = rounds.get(i).stock();
      lines.add(
          String.format(
              Locale.ROOT,
              "%5d   %12.0f   %11.0f   %5.3f   %17.1f   %16.1f",
              i + 1,
              runner.perSecond(),
              stock.perSecond(),
              runner.perSecond() / stock.perSecond(),
              runner.cpuMicros(),
              stock.cpuMicros()));
    }
    lines.add(
        text("throughput, runner / stock JMeter", ratio())
            + String.format(Locale.ROOT, "; at least %.2f: %s", least, verdict(least)));
    lines.add(text("generator's CPU a request, runner / stock JMeter", cpuRatio()));
    if (failed() > 0) {
      lines.add(failed() + " requests failed: the result is invalid");
    }
    return lines;
  }

  private static String text(String what, PairedRatio ratio) {
    return String.format(
        Locale.ROOT,
        "%s: %.3f (95 %% interval %.3f to %.3f)",
        what,
        ratio.ratio(),
        ratio.low(),
        ratio.high());
  }

  private String verdict(double least) {
    if (!met(least)) {
      return "MISSED";
    }
    return ratio().low() >= least ? "met" : "met, but the interval reaches below it: more --rounds";
  }

  private boolean met(double least) {
    return ratio().ratio() >= least;
  }

  int exitCode(double least) {
    if (failed() > 0) {
      return StressFailure.INVALID;
    }
    return met(least) ? 0 : FAILURES;
  }
}
